"""The log of `multis run`: to stderr, one line per event, without secrets.

Everything logs through the standard library; structlog renders. It takes a third of a second to
load, so only the daemon does.
"""

import json
import logging
import re
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bot.operations.health_file import Trouble

if TYPE_CHECKING:
    from structlog.typing import EventDict, ExcInfo, Processor

RECENT = 20  # errors that /log can show
FRAMES = 8  # of an exception, the innermost
LONGEST = 200  # characters of one of them

# Secrets that are not in our settings: in an address, a header, an error message of others.
SECRET = re.compile(
    r"\b\d{5,}:[A-Za-z0-9_-]{30,}"  # a Telegram bot token
    r"|\bsk-[A-Za-z0-9_-]{16,}"  # keys of model providers
    r"|(?<=[Bb]earer )[\w.~+/=-]{8,}"
)
HIDDEN = "[hidden]"
# What a terminal would obey, and what would begin a line that nobody logged.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
Redact = Callable[[str], str]


def build_redactor(secrets: Iterable[str]) -> Redact:
    """Return a function that hides `secrets` and whatever looks like one."""
    named = {form for each in secrets if len(each) >= 6 for form in _list_forms(each)}
    known = sorted(named, key=len, reverse=True)
    exact = re.compile("|".join(map(re.escape, known)) or r"(?!)")
    return lambda text: SECRET.sub(HIDDEN, exact.sub(HIDDEN, text))


def _list_forms(secret: str) -> Iterator[str]:
    """Yield a secret as it is, and as JSON and `repr` write it."""
    yield secret
    for write in (json.dumps, partial(json.dumps, ensure_ascii=False), repr, ascii):
        yield write(secret)[1:-1]


def find_secrets(settings: object) -> Iterator[str]:
    """Yield the values that their dataclass hides by `field(repr=False)`."""
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
    """Keeps the last errors for /log and /status, and counts them all."""

    def __init__(self, redact: Redact) -> None:
        super().__init__(logging.ERROR)
        self._redact = redact
        self._last: deque[Trouble] = deque(maxlen=RECENT)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        at = datetime.fromtimestamp(record.created, UTC)
        text = self._redact(record.getMessage())[:LONGEST]
        self._last.append(Trouble(at, text, tuple(list_places(record))))

    def list_recent(self) -> tuple[Trouble, ...]:
        return tuple(self._last)


def list_places(record: logging.LogRecord) -> Iterator[str]:
    """Yield an exception's class, and where it came through, without a word of its message."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return
    yield type(error).__name__
    for frame in traceback.extract_tb(error.__traceback__)[-FRAMES:]:
        yield f"{'/'.join(Path(frame.filename).parts[-3:])}:{frame.lineno} {frame.name}"


def escape(text: str) -> str:
    """Write control characters and line breaks as escapes."""
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def set_up_logging(
    redact: Redact, *, as_json: bool, stream: TextIO = sys.stderr
) -> logging.Handler:
    """Add a handler to the root logger and set its level to INFO."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_build_formatter(redact, as_json=as_json, colors=stream.isatty()))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
    # It logs every run of a job at INFO, once a minute, and failures above that.
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    for client in ("httpx", "httpx2"):  # they log every address at INFO, with what it asks for
        logging.getLogger(client).setLevel(logging.WARNING)
    return handler


def _build_formatter(redact: Redact, *, as_json: bool, colors: bool) -> logging.Formatter:
    import structlog

    def redact_line(_logger: object, _method: str, line: "EventDict") -> str:
        return redact(str(line))  # after a renderer the event is its text

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(_render_json(redact) if as_json else _render_text(colors, redact)),
            # Last, when everything is one line: nothing that follows could show a secret.
            redact_line,
        ],
    )


def _render_json(redact: Redact) -> "tuple[Processor, ...]":
    import structlog

    def redact_fields(_logger: object, _method: str, line: "EventDict") -> "EventDict":
        return {k: redact(v) if isinstance(v, str) else v for k, v in line.items()}

    def escape_line(_logger: object, _method: str, line: "EventDict") -> str:
        # JSON escapes only what is below a blank.
        return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", str(line))

    renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    # Before it is escaped once more: of a secret in a `repr` no known form would be left.
    return structlog.processors.format_exc_info, redact_fields, renderer, escape_line


def _render_text(colors: bool, redact: Redact) -> "tuple[Processor, ...]":
    import structlog

    def print_traceback(out: TextIO, error: "ExcInfo") -> None:
        plain = StringIO()
        structlog.dev.plain_traceback(plain, error)
        lines = redact(plain.getvalue()).splitlines()
        out.write("\n".join(f"    {escape(line)}" for line in lines))

    def escape_event(_logger: object, _method: str, line: "EventDict") -> "EventDict":
        return {**line, "event": escape(redact(str(line.get("event", ""))))}

    renderer = structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=print_traceback)
    return escape_event, renderer
