"""Stops what runs for somebody who may no longer ask, on whichever worker it runs.

An answer on its way is still an answer, and a file that is being read is kept. The other workers
hear a digest of whose it is, since any login of the database may hear the word, and say it too: so
it stops nobody who still may ask.
"""

import asyncio
from collections.abc import Sequence

from bot.access.people import People
from bot.access.policy import is_blocked, may_ask
from bot.runtime.cancellation import Cancellations
from indexer.errors import StorageError
from indexer.store.database import Database, hash_text
from indexer.store.engine.postgresql.workers import ALL, BARRED, MISSED, tell_workers

LOOK = 0.25  # seconds between two looks at who may ask: words come by the thousand


class Barring:
    """Lives as long as its database; `alone` says that there are no other workers."""

    def __init__(
        self, database: Database, people: People, running: Sequence[Cancellations], *, alone: bool
    ) -> None:
        self._database = database
        self._people = people
        self._running = running
        self._alone = alone
        self._told: set[str] = set()  # people for whom something runs, whom a word was about
        self._news = asyncio.Event()

    async def stop(self, person: str) -> None:
        """Stop what `person` asked for in whatever chat, here and on all other workers."""
        self._stop_here(person)
        if not self._alone:
            word = f"{BARRED}{_digest(person)}"
            await self._database.change(lambda db: tell_workers(db, ALL, word))

    def hear(self, word: str) -> None:
        """Note what another worker said."""
        found = {each for each in self._list_people() if word == f"{BARRED}{_digest(each)}"}
        self._told |= found
        if found or word == MISSED:
            self._news.set()

    async def follow(self) -> None:
        """Stop who is blocked, and whom a word was about who may no longer ask, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._stop_told()
            except StorageError:
                self._news.set()
            await asyncio.sleep(LOOK)

    async def _stop_told(self) -> None:
        access = await self._people.load_access()
        told, self._told = self._told, set()
        for person in self._list_people():
            barred = person in told and not may_ask(person, access)
            if barred or is_blocked(person, access):
                self._stop_here(person)

    def _stop_here(self, person: str) -> None:
        for each in self._running:
            each.stop_everywhere(person)

    def _list_people(self) -> set[str]:
        return {person for each in self._running for person in each.list_people()}


def _digest(person: str) -> str:
    return hash_text(person)[:32]
