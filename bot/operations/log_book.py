"""Keeps the daemon's log in `logs/multis.log`, for the owner to read in a chat or on the page.

One JSON object per line, without secrets. An exception is kept as its class and the places that it
came through: its own message may quote what somebody wrote.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from bot.operations.logging import LONGEST, Redact, escape, list_places
from bot.runtime.line_file import LineFile

MOST_BYTES = 1_000_000  # of one file; then it is put aside
KEPT = 4  # files put aside
Level = Literal["info", "warning", "error"]
LEVELS: dict[Level, int] = {
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


class LogLine(Struct, frozen=True):
    """`where` are the class of an exception and the places in the program that it came through."""

    number: int  # microseconds since 1970, and no other line's
    level: Level
    origin: str  # the name of the logger
    text: str  # redacted
    where: tuple[str, ...] = ()

    @property
    def at(self) -> datetime:
        return datetime.fromtimestamp(self.number / 1_000_000, UTC)


class LogFilter(Struct, frozen=True):
    level: Level = "info"  # the lowest that is wanted
    words: str = ""  # each is in the line: in its text, its origin or where it came from
    before: int = 0  # only lines of lower numbers; 0: from the latest on


EVERYTHING = LogFilter()


class LogBookHandler(logging.Handler):
    """Appends what is logged to a file; one that cannot be written loses its lines."""

    def __init__(self, path: Path, redact: Redact, most_bytes: int = MOST_BYTES) -> None:
        super().__init__(logging.INFO)
        self._file = LineFile(path, most_bytes, KEPT)
        self._redact = redact
        self._last = 0

    def emit(self, record: logging.LogRecord) -> None:
        self._last = max(self._last + 1, int(record.created * 1_000_000))
        line = LogLine(
            self._last,
            _name_level(record.levelno),
            record.name,
            escape(self._redact(record.getMessage()))[:LONGEST],
            tuple(list_places(record)),
        )
        with suppress(OSError):  # it is on stderr all the same; to log it would lead here again
            self._file.append(json.dumps(asdict(line), ensure_ascii=False))


def _name_level(number: int) -> Level:
    return max((each for each in LEVELS if LEVELS[each] <= number), key=LEVELS.__getitem__)


def read_log(path: Path, wanted: LogFilter = EVERYTHING) -> Iterator[LogLine]:
    """Yield the lines that are wanted, the latest first."""
    lowest, words = LEVELS[wanted.level], wanted.words.casefold().split()
    for line in _read_backwards(path):
        if (wanted.before and line.number >= wanted.before) or LEVELS[line.level] < lowest:
            continue
        whole = " ".join((line.text, line.origin, *line.where)).casefold()
        if all(word in whole for word in words):
            yield line


def _read_backwards(path: Path) -> Iterator[LogLine]:
    for file in LineFile(path, MOST_BYTES, KEPT).list_files():
        with suppress(FileNotFoundError):
            for raw in reversed(file.read_text(encoding="utf-8", errors="replace").splitlines()):
                with suppress(ValueError, KeyError, TypeError):  # cut off by a full disk
                    yield _parse(raw)


def _parse(raw: str) -> LogLine:
    told = json.loads(raw)
    level, origin, text = (str(told[name]) for name in ("level", "origin", "text"))
    if level not in LEVELS:
        raise ValueError(level)
    return LogLine(int(told["number"]), level, origin, text, tuple(map(str, told["where"])))
