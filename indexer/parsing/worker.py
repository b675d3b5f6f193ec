"""The process in which files are parsed, started by `indexer.parsing.running_worker`.

Its standard input is a socket that brings a request and an open file each time
(`indexer.parsing.request`); it answers in the lines of `indexer.parsing.protocol`. It is walled in
before it reads the first byte of a file, so that whatever a file does to a parser ends here. It
ends after the first failure: the next file deserves an unharmed process.
"""

import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import TextIO

from indexer.documents import DetectedType, Parsed, ParserProgress
from indexer.parsing import protocol
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import allow_cpu
from indexer.parsing.ocr import recognizer as ocr
from indexer.parsing.request import ParseRequest, receive_request
from indexer.parsing.shared import office
from indexer.parsing.source import Programs, parse_file

PAUSE = 0.2  # seconds between two reports of progress

Parse = Callable[[BufferedReader, ParseRequest, Programs], Iterator[Parsed]]


def main(parse: Parse = parse_file) -> int:
    """Answer requests until no more come; the arguments are pipes (`open_programs`)."""
    answers = TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
    # A library that prints must not speak into our answers. Nobody hears it, nor what it logs,
    # which may hold what is in the files: `start_process` leads standard error nowhere.
    sys.stdout = sys.stderr
    sys.excepthook = lambda kind, error, trace: _report_crash(answers, kind, trace)
    programs = open_programs(*map(int, sys.argv[1:]))
    # With all that it could ask the kernel for: the walls let it ask nothing.
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, sys.stdin.fileno())
    while received := receive_request(channel):
        request, file = received
        allow_cpu(request.limits.cpu_seconds)
        with file:
            if not serve(parse(file, request, programs), request, answers):
                return 1
    return 0


def open_programs(pictures: int, texts: int, files: int, results: int) -> Programs:
    """Open the pipes to and from tesseract and LibreOffice; 0 for those that are not installed."""
    return Programs(
        ocr.open_recognizer(pictures, texts) if pictures else None,
        office.open_converter(files, results) if files else None,
    )


def serve(found: Iterable[Parsed], request: ParseRequest, answers: TextIO) -> bool:
    """Write what is found in one file into `answers`; return whether it was read."""
    try:
        for each in _thin_progress(found):
            for line in protocol.encode(each):
                answers.write(line + "\n")
            # The type leaves before a parser sees the bytes: what takes it over cannot change it.
            if isinstance(each, DetectedType | ParserProgress):
                answers.flush()
    except ParseError as error:
        return _report_failure(answers, error)
    except MemoryError:
        return _report_failure(answers, ParseError("out_of_memory", request.name))
    except RecursionError:
        failure = ParseError("damaged", request.name, detail="RecursionError")
        return _report_failure(answers, failure)
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
        if isinstance(each, ParserProgress) and each.unit not in (ocr.UNIT, office.UNIT):
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
