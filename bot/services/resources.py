"""The resources of a process: what it is set up with, what it opens, what turns see of both.

The database is not among what they see.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from bot.messages import Attachment, Language, current_language

if TYPE_CHECKING:
    from bot.access.policy import Access
    from bot.home import Home
    from bot.llm import Model
    from bot.llm.models import Models
    from bot.runtime.background import Background
    from bot.runtime.lease import Lease
    from bot.services.live_settings import LiveSettings
    from bot.settings.config import Settings
    from indexer.engines import Engines
    from indexer.parsing.pool import ParserPool
    from indexer.store.database import Database

# (platform, attachment, where its bytes go)
Fetch = Callable[[str, Attachment, Path], Awaitable[None]]
# The links that open a conversation with us and send `/start CODE`, for a code.
StartLinks = Callable[[str], Sequence[str]]


def utc_now() -> datetime:
    return datetime.now(UTC)


def build_no_links(_code: str) -> Sequence[str]:
    """Return nothing: no platform is served."""
    return ()


class Setup(Struct, frozen=True):
    """The home, the settings and the edges of the world that one process works with.

    The daemon names its `lease` of a server's database.
    """

    home: Home
    settings: Settings  # at the start; `LiveSettings` has those of now
    access: Access
    fetch: Fetch
    clock: Callable[[], datetime] = utc_now
    build_start_links: StartLinks = build_no_links
    lease: Lease | None = None
    # For whoever's language is not known: the one in which multis was started.
    language: Language = field(default_factory=current_language)

    @property
    def worker(self) -> int:
        """The number of this process among several that share the work; 0: there are no others."""
        return self.lease.number if self.lease and self.lease.shared else 0


class Resources(Struct, frozen=True):
    """Opened and closed by `bot.services.open`."""

    setup: Setup
    live: LiveSettings
    database: Database
    parsers: ParserPool
    engines: Engines
    background: Background
    models: Models

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.live.current


class OpenedResources(Struct, frozen=True):  # cached services are stored in the instance's __dict__
    """Live as long as the resources themselves."""

    _resources: Resources

    @property
    def home(self) -> Home:
        return self._resources.setup.home

    @property
    def settings(self) -> Settings:
        return self._resources.settings

    @property
    def live_settings(self) -> LiveSettings:
        return self._resources.live

    @property
    def clock(self) -> Callable[[], datetime]:
        return self._resources.setup.clock

    @property
    def fetch(self) -> Fetch:
        return self._resources.setup.fetch

    @property
    def build_start_links(self) -> StartLinks:
        return self._resources.setup.build_start_links

    @property
    def engines(self) -> Engines:
        return self._resources.engines

    @property
    def background(self) -> Background:
        return self._resources.background

    @property
    def model(self) -> Model | None:
        return self._resources.models.answering

    @property
    def verifier(self) -> Model | None:
        return self._resources.models.verifier

    @property
    def seer(self) -> Model | None:
        return self._resources.models.seer
