"""What reads and writes the index of documents, made of what was opened.

A part is made, and its module loaded, when it is first asked for: `multis say` answers within a few
hundred milliseconds because it never loads what it does not use.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from indexer.search.store import Store

if TYPE_CHECKING:
    from bot.access.allowed_paths import Roots
    from bot.ingest.originals import Originals
    from bot.ingest.queue import Indexing
    from bot.ingest.web_fetch import Web
    from bot.services.resources import Opened
    from indexer.ingest.pipeline import Pipeline
    from indexer.search.outline import Shelf
    from indexer.store.writer import Writer


class Library:
    """Lives as long as what it is made of; every part is one per process."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.home = opened.home
        self.settings = opened.settings
        self.clock = opened.clock
        self.fetch = opened.fetch
        self.engines = opened.engines
        self.background = opened.background
        self.model = opened.model

    async def give_back(self) -> None:
        """Free memory that is held only in case it is needed again."""
        await self._opened.database.give_back()

    async def scrub(self, largest: float | None = None) -> None:
        """Take what was deleted out of the bytes of the database; `largest` as in `scrubbing`."""
        from indexer.store.vacuum import SMALL, scrub

        await scrub(self._opened.database, SMALL if largest is None else largest)

    @cached_property
    def store(self) -> Store:
        ranking, engines = self.settings.ranking, self.engines
        return Store(self._opened.database, ranking, *engines.live, meaning=engines.semantic)

    @cached_property
    def writer(self) -> Writer:
        from indexer.store.chunks import in_thread
        from indexer.store.writer import Writer

        analyst = self.engines.analyst
        return Writer(self._opened.database, analyst.analyse if analyst else in_thread)

    @cached_property
    def pipeline(self) -> Pipeline:
        from indexer.ingest.pipeline import Pipeline

        return Pipeline(self.writer, self._opened.parsers, self.clock)

    @cached_property
    def indexing(self) -> Indexing:
        from bot.ingest.queue import Indexing

        return Indexing(self.pipeline)

    @cached_property
    def shelf(self) -> Shelf:
        from indexer.search.outline import Shelf

        return Shelf(self._opened.database.reader)

    @cached_property
    def originals(self) -> Originals:
        from bot.ingest.originals import Originals

        return Originals(self.home.originals, keeping=self.settings.documents.keep_originals)

    @cached_property
    def web(self) -> Web:
        from bot.ingest.web_fetch import Web

        return Web(self.settings.documents.limits.file_bytes)

    @cached_property
    def roots(self) -> Roots:
        from bot.access.allowed_paths import roots_of

        return roots_of(self.settings.documents.roots, self.home)
