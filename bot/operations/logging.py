"""The log of `multis run`: to stderr, one line per event, without secrets.

structlog takes a third of a second to load, so only the daemon does.
"""

import logging
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor

from bot.operations.health_file import Trouble


def formatter(redact: Callable[[str], str], *, as_json: bool, colors: bool) -> logging.Formatter:
    def redacted(_: object, __: str, line: EventDict) -> str:
        return redact(str(line))  # behind a renderer the event is its text

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(_json() if as_json else _text(colors)),
            # Last, when everything is one line: nothing comes after that could show a secret.
            redacted,
        ],
    )


def _json() -> tuple[Processor, ...]:
    renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.processors.format_exc_info, renderer


def _text(colors: bool) -> tuple[Processor, ...]:
    plain = structlog.dev.plain_traceback
    return (structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain),)


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


def redactor(secrets: Iterable[str]) -> Redact:
    """Hides `secrets` and whatever looks like one."""
    known = sorted((each for each in secrets if len(each) >= 6), key=len, reverse=True)
    exact = re.compile("|".join(map(re.escape, known)) or r"(?!)")
    return lambda text: SECRET.sub(HIDDEN, exact.sub(HIDDEN, text))


def secrets_in(settings: object) -> Iterator[str]:
    """The settings that their dataclass does not show: `field(repr=False)`."""
    if not is_dataclass(settings):
        if isinstance(settings, (tuple, list)):
            for each in settings:
                yield from secrets_in(each)
        return
    for each in fields(settings):
        value = getattr(settings, each.name)
        if not each.repr and isinstance(value, str):
            yield value
        else:
            yield from secrets_in(value)


class Troubles(logging.Handler):
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

    def last(self) -> tuple[Trouble, ...]:
        return tuple(self._last)


def set_up(redact: Redact, *, as_json: bool, stream: TextIO = sys.stderr) -> logging.Handler:
    """A handler for the root logger, which is set to level INFO."""
    from bot.operations.logging import formatter

    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(redact, as_json=as_json, colors=stream.isatty()))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
    # It tells of every job that ran, once a minute; that one failed it tells louder.
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    return handler
