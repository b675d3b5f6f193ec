"""The resources that services are built from: they have a lifetime or come from outside."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from bot.messages import Attachment, Language, current_language

if TYPE_CHECKING:
    from datetime import datetime

    from bot.access.policy import Access
    from bot.home import Home
    from bot.llm.models import Models
    from bot.runtime.background import Background
    from bot.services.live_settings import LiveSettings
    from bot.settings.config import Settings
    from indexer.engines import Engines
    from indexer.parsing.pool import ParserPool
    from indexer.store.database import Database

# (platform, attachment, where its bytes go)
Fetch = Callable[[str, Attachment, Path], Awaitable[None]]
# The links that open a conversation with us and send `/start CODE`, for a code.
StartLinks = Callable[[str], Sequence[str]]


def build_no_links(_code: str) -> Sequence[str]:
    """Return nothing: no platform is served."""
    return ()


class Resources(Struct, frozen=True):
    """Opened and closed by `bot.services.open`."""

    home: Home
    live: LiveSettings
    access: Access
    clock: Callable[[], datetime]
    fetch: Fetch
    database: Database
    parsers: ParserPool
    engines: Engines
    background: Background
    models: Models
    build_start_links: StartLinks = build_no_links
    worker: int = 0  # the number of this one among several; 0: there are no others
    # For whoever's language is not known: the one in which multis was started.
    language: Language = field(default_factory=current_language)

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.live.current
