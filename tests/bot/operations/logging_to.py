"""A logger whose lines are kept as those of the daemon are."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.operations.log_book import MOST_BYTES, LogBookHandler
from bot.operations.logging import build_redactor, find_secrets
from bot.settings.config import Settings


@contextmanager
def logging_to(
    path: Path, settings: Settings | None = None, most_bytes: int = MOST_BYTES
) -> Iterator[logging.Logger]:
    redact = build_redactor(find_secrets(settings or Settings()))
    log, handler = logging.getLogger("test.kept"), LogBookHandler(path, redact, most_bytes)
    level, log.level = log.level, logging.INFO
    log.propagate = False  # what pytest captures must be text that it can send: no half of a pair
    log.addHandler(handler)
    try:
        yield log
    finally:
        log.removeHandler(handler)
        log.level, log.propagate = level, True
