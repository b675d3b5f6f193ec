"""An event of the log as a line: everything logs through the standard library, structlog renders.

structlog takes a third of a second to load, so only the daemon does.
"""

import logging
from collections.abc import Callable

import structlog
from structlog.typing import EventDict, Processor


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
