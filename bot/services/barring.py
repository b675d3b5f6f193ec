"""Stops the answers that grow for somebody who may no longer ask, on whichever worker they grow.

An answer on its way is still an answer. The other workers hear a digest of whose it is, since any
login of the database may hear the word, and say it too: so it stops nobody who still may ask.
"""

import asyncio
import hashlib

from bot.access.people import People
from bot.access.policy import may_ask
from bot.messages import Sender
from bot.runtime.cancellation import Cancellations
from indexer.errors import StorageError
from indexer.store.database import Database
from indexer.store.engine.postgresql.workers import ALL, BARRED, MISSED, tell_workers

LOOK = 0.25  # seconds between two looks at who may ask: words come by the thousand


class Barring:
    """Lives as long as its database; `alone` says that there are no other workers."""

    def __init__(
        self, database: Database, people: People, running: Cancellations, *, alone: bool
    ) -> None:
        self._database = database
        self._people = people
        self._running = running
        self._alone = alone
        self._told: set[str] = set()  # people with a running answer whom a word was about
        self._news = asyncio.Event()

    async def stop(self, person: str) -> None:
        """Stop what `person` asked for in whatever chat, here and on all other workers."""
        self._running.stop_everywhere(person)
        if not self._alone:
            word = f"{BARRED}{_digest(person)}"
            await self._database.change(lambda db: tell_workers(db, ALL, word))

    def hear(self, word: str) -> None:
        """Note what another worker said."""
        people = self._running.list_people()
        found = {each for each in people if word == f"{BARRED}{_digest(each)}"}
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
        blocked = access.blocked - access.owners
        for person in self._running.list_people():
            if person in blocked or (person in told and not may_ask(_parse(person), access)):
                self._running.stop_everywhere(person)


def _parse(person: str) -> Sender:
    platform, _colon, number = person.partition(":")
    return Sender(platform, number)


def _digest(person: str) -> str:
    return hashlib.sha256(person.encode()).hexdigest()[:32]
