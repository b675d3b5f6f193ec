"""Telegram, through python-telegram-bot.

The adapter polls for updates with the library's `Bot`, because its `Application` acknowledges an
update before anything has been stored.
"""

import logging
import os
from collections.abc import Mapping

from adapters.telegram.adapter import Telegram
from adapters.telegram.settings import TelegramSettings
from bot.messages import Host

__all__ = ["Telegram", "TelegramSettings", "connect"]

# The library's documented switch: without it every flood error first warns of a coming change.
os.environ.setdefault("PTB_TIMEDELTA", "true")


def connect(settings: Mapping[str, object], host: Host) -> Telegram:
    """Create an adapter that is not running yet; a UserError if `settings` lack a token."""
    for library in ("httpx", "httpcore", "telegram"):
        # Below this level they log URLs, which contain the token.
        logging.getLogger(library).setLevel(logging.WARNING)
    return Telegram(TelegramSettings.of(settings), host)
