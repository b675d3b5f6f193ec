"""The log of `multis run`: to stderr, one line per event, without secrets."""

import logging
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import TextIO

from bot.operations.health_file import Trouble

REMEMBERED = 5  # errors that /status tells
LONGEST = 200  # characters of one of them

# What secrets look like that nobody told us of: in an address, a header, somebody's error message.
SECRET = re.compile(
    r"\b\d{5,}:[A-Za-z0-9_-]{30,}"  # a Telegram bot token
    r"|\bsk-[A-Za-z0-9_-]{16,}"  # keys of model providers
    r"|(?<=[Bb]earer )[\w.~+/=-]{8,}"
)
HIDDEN = "[hidden]"
Redact = Callable[[str], str]


def build_redactor(secrets: Iterable[str]) -> Redact:
    """Hides `secrets` and whatever looks like one."""
    known = sorted((each for each in secrets if len(each) >= 6), key=len, reverse=True)
    exact = re.compile("|".join(map(re.escape, known)) or r"(?!)")
    return lambda text: SECRET.sub(HIDDEN, exact.sub(HIDDEN, text))


def find_secrets(settings: object) -> Iterator[str]:
    """The settings that their dataclass does not show: `field(repr=False)`."""
    if not is_dataclass(settings):
        if isinstance(settings, (tuple, list)):
            for each in settings:
                yield from find_secrets(each)
        return
    for each in fields(settings):
        value = getattr(settings, each.name)
        if not each.repr and isinstance(value, str):
            yield value
        else:
            yield from find_secrets(value)


class TroubleHandler(logging.Handler):
    """Remembers the last errors for /status, and counts them all."""

    def __init__(self, redact: Redact) -> None:
        super().__init__(logging.ERROR)
        self._redact = redact
        self._last: deque[Trouble] = deque(maxlen=REMEMBERED)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        at = datetime.fromtimestamp(record.created, UTC)
        self._last.append(Trouble(at, self._redact(record.getMessage())[:LONGEST]))

    def list_recent(self) -> tuple[Trouble, ...]:
        return tuple(self._last)


def set_up_logging(
    redact: Redact, *, as_json: bool, stream: TextIO = sys.stderr
) -> logging.Handler:
    """A handler for the root logger, which is set to level INFO."""
    from bot.operations.log_lines import formatter

    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(redact, as_json=as_json, colors=stream.isatty()))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
    # It tells of every job that ran, once a minute; that one failed it tells louder.
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    return handler
