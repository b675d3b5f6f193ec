"""A page in the browser: a chat and the owner's desk, on this machine alone unless a proxy says so.

The page has its own transcript, in which every entry has a number. A reply counts as delivered once
it is in there; a browser that reconnects names the last number it has.
"""

import logging
from collections.abc import Mapping

from adapters.web.adapter import Web
from adapters.web.settings import WebSettings
from bot.messages import Host

__all__ = ["Web", "WebSettings", "connect"]


def connect(settings: Mapping[str, object], host: Host) -> Web:
    """Create an adapter that has no host yet and is not running; a UserError for bad `settings`."""
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    return Web(WebSettings.of(settings), host.folder)
