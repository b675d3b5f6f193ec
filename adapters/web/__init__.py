"""A page in the browser: a chat and the owner's desk, on this machine alone unless a proxy says so.

The page keeps its own record of what was said, in which every entry has a number. A reply counts as
delivered once it stands there; a browser that was away names the last number it has.
"""

import logging
from collections.abc import Mapping

from adapters.web.adapter import Web
from adapters.web.settings import WebSettings
from bot.messages import Host

__all__ = ["Web", "WebSettings", "connect"]


def connect(settings: Mapping[str, object], host: Host) -> Web:
    """An adapter that is neither hosted nor running yet; a UserError for wrong `settings`."""
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    return Web(WebSettings.of(settings), host.folder)
