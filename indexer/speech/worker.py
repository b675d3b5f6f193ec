"""The process that writes down one recording, walled in: lines of JSON go to standard output.

Its arguments are the folder of the model, the file (or "-": samples come in at standard input), the
language, the most seconds to listen to, and the number of threads.
"""

import json
import os
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TextIO

from indexer.speech.protocol import BROKEN_MODEL, STANDARD_INPUT, TOO_LONG, UNREADABLE
from indexer.speech.sound import RATE, Samples, UnreadableSoundError, read_file, read_pcm


class TooLongError(Exception):
    """The recording goes on after the most seconds."""


def main() -> int:
    # What a library prints must not get into our lines.
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    folder, file, language, most_seconds, threads = sys.argv[1:]
    try:
        blocks = _open_sound(file, int(most_seconds))
        _listen(lines, Path(folder), int(threads), blocks, language)
    except UnreadableSoundError:
        _write(lines, {"failure": UNREADABLE})
    except TooLongError:
        _write(lines, {"failure": TOO_LONG})
    return 0


def _open_sound(file: str, most_seconds: int) -> Iterator[Samples]:
    """Return the samples, once the first of them could be read: before the model is loaded."""
    blocks = read_pcm(sys.stdin.buffer) if file == STANDARD_INPUT else read_file(Path(file))
    first = next(blocks, None)
    if first is None:
        raise UnreadableSoundError
    return _limit(chain([first], blocks), most_seconds)


def _limit(blocks: Iterator[Samples], most_seconds: int) -> Iterator[Samples]:
    left = most_seconds * RATE
    for block in blocks:
        left -= len(block)
        if left < 0:
            raise TooLongError
        yield block


def _listen(
    lines: TextIO, folder: Path, threads: int, blocks: Iterator[Samples], language: str
) -> None:
    try:
        from indexer.speech.whisper import Whisper  # takes a second to import

        model = Whisper(folder, threads)
    except (ImportError, OSError, RuntimeError, ValueError, KeyError) as error:
        _write(lines, {"failure": BROKEN_MODEL, "reason": str(error)})
        return
    _write(lines, {"position": 0.0, "stretches": []})
    for heard in model.listen(blocks, language):
        _write(lines, {"position": heard.position, "stretches": heard.stretches})
    _write(lines, {"end": True})


def _write(lines: TextIO, content: dict[str, object]) -> None:
    lines.write(json.dumps(content) + "\n")
    lines.flush()
