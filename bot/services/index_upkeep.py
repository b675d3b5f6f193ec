"""Keeps the index of an installation small, fast and right, between questions."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial

from bot.replica.pause import pause_replica
from bot.services.resources import Resources
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.database import Database
from indexer.store.full_text import follow_setting
from indexer.store.segments.tail import WAITING, count_tail
from indexer.store.terms import find_miscounts, recount
from indexer.store.vacuum import SMALL, scrub
from memory.facts.schema import FACTS_CORPUS

CORPORA = (PASSAGES, TURNS, FACTS_CORPUS)


def build_upkeep(resources: Resources) -> "IndexUpkeep":
    settings = resources.settings
    return IndexUpkeep(
        resources.database,
        full_text=settings.ranking.fts5 and not settings.database.url,
        pause_readers=partial(pause_replica, resources.setup.home, settings.replica),
    )


class IndexUpkeep:
    """Lives as long as its database.

    `full_text`: there are to be FTS5 indexes as well. `pause_readers` keeps other programs, which
    read from the log, away from it.
    """

    def __init__(
        self,
        database: Database,
        *,
        full_text: bool,
        pause_readers: Callable[[], AbstractAsyncContextManager[None]],
    ) -> None:
        self._database = database
        self._full_text = full_text
        self._pause_readers = pause_readers
        self._scrubbed = True

    async def release_memory(self) -> None:
        """Free memory that is only held in reserve."""
        await self._database.free_caches()

    async def scrub(self, largest: float = SMALL) -> bool:
        """Erase deleted data from the database file; `largest` as in `indexer.store.vacuum`.

        Return False if the log still has some, because somebody reads it: `finish_scrubbing`.
        """
        async with self._pause_readers():
            self._scrubbed = await scrub(self._database, largest, CORPORA)
        return self._scrubbed

    async def finish_scrubbing(self) -> None:
        """Try again to empty the log if `scrub` could not."""
        if not self._scrubbed:
            async with self._pause_readers():
                self._scrubbed = await self._database.empty_log()

    async def settle(self, least: int = WAITING) -> None:
        """Make stored segments of new rows, if there are `least`, so that search is fast."""
        for corpus in CORPORA:
            if await count_tail(self._database, corpus, least) >= least:
                from indexer.store.segments.keeper import SegmentKeeper  # with numpy: few need it

                await SegmentKeeper(self._database, corpus).settle(least)

    async def follow_full_text(self) -> None:
        """Build the FTS5 indexes or drop them, as the setting says."""
        await follow_setting(self._database, wanted=self._full_text)

    async def mend(self) -> dict[str, bool]:
        """Compare the stored segments of each corpus with its texts, and rebuild what differs.

        Return by name whether they were as they should be.
        """
        from indexer.store.segments.keeper import mend_segments

        return {each.name: await mend_segments(self._database, each) for each in CORPORA}

    async def recount(self) -> list[str]:
        """Make the statistics of each corpus those of its texts; return the names where not."""
        return [each.name for each in CORPORA if not await self._is_counted(each)]

    async def _is_counted(self, corpus: Corpus) -> bool:
        """Return whether the statistics were right; they are counted while others write."""
        async with self._database.snapshot() as db:
            if not any(await db.run(partial(find_miscounts, corpus=corpus))):
                return True
        await self._database.change(partial(recount, corpus=corpus))
        return False
