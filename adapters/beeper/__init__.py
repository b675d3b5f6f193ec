"""Beeper, through the API that Beeper Desktop offers on this machine: WhatsApp, Signal and others.

Our own client speaks it, because the official one brings a library of its own for every request.
"""

import logging
from collections.abc import Mapping

from adapters.beeper.adapter import Beeper
from adapters.beeper.settings import BeeperSettings
from bot.messages import Host

__all__ = ["Beeper", "BeeperSettings", "connect"]


def connect(settings: Mapping[str, object], host: Host) -> Beeper:
    """Create an adapter that is not running yet; a UserError names what `settings` lack."""
    for library in ("httpx", "httpcore"):
        logging.getLogger(library).setLevel(logging.WARNING)
    return Beeper(BeeperSettings.of(settings), host)
