"""The process in which files are parsed: `python -m indexer.parsing.worker`.

It reads one request per line, `{"path", "name", "limits"}`, and answers in the lines of
`indexer.parsing.protocol`.
It binds itself to the limits before it imports a parser, so that whatever a file does to a parser
ends here. It ends after the first failure: the next file deserves an unharmed process.
"""

import json
import logging
import os
import sys
import time
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import TextIO

from indexer.documents import DetectedType, Parsed, ParserProgress
from indexer.parsing import protocol
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits, allow_cpu, confine
from indexer.parsing.shared import ocr
from indexer.parsing.source import parse_file

NICENESS = 10  # answers come before files
PAUSE = 0.2  # seconds between two reports of progress


def main() -> int:
    answers = TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
    sys.stdout = sys.stderr  # a library that prints must not speak into our answers
    logging.disable()  # what parsers log may hold what is in the files
    sys.excepthook = lambda kind, error, trace: _report_crash(answers, kind, trace)
    confined = False
    for line in sys.stdin:
        request = json.loads(line)
        limits = Limits(**request["limits"])
        if not confined:
            os.nice(NICENESS)
            confine(limits)
            confined = True
        allow_cpu(limits.cpu_seconds)
        if not serve(Path(request["path"]), request["name"], limits, answers):
            return 1
    return 0


def serve(path: Path, name: str, limits: Limits, answers: TextIO) -> bool:
    """Parse one file into `answers`; return whether it was read."""
    try:
        for found in _thin_progress(parse_file(path, name, limits)):
            for line in protocol.encode(found):
                answers.write(line + "\n")
            # The type leaves before a parser sees the bytes: what takes it over cannot change it.
            if isinstance(found, DetectedType | ParserProgress):
                answers.flush()
    except ParseError as error:
        return _report_failure(answers, error)
    except MemoryError:
        return _report_failure(answers, ParseError("out_of_memory", name))
    except RecursionError:
        return _report_failure(answers, ParseError("damaged", name, detail="RecursionError"))
    answers.write(protocol.encode_end() + "\n")
    answers.flush()
    return True


def _report_failure(answers: TextIO, error: ParseError) -> bool:
    answers.write(protocol.encode_failure(error) + "\n")
    answers.flush()
    return False


def _thin_progress(found: Iterable[Parsed]) -> Iterator[Parsed]:
    """Yield all findings, but progress only a few times a second."""
    last = 0.0
    for each in found:
        if isinstance(each, ParserProgress) and each.unit != ocr.UNIT:
            if time.monotonic() - last < PAUSE:
                continue
            last = time.monotonic()
        yield each


def _report_crash(answers: TextIO, kind: type[BaseException], trace: TracebackType | None) -> None:
    """Report where an unforeseen error happened, but nothing of what was in the file."""
    import traceback

    frames = traceback.extract_tb(trace)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    _report_failure(answers, ParseError("damaged", detail=f"{kind.__name__} at {place}"))


if __name__ == "__main__":
    sys.exit(main())
