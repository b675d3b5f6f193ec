"""Counts the tries of messages, and lets those that the process may have died with run alone."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.delivery.inbox import Inbox, InboxEntry
from bot.delivery.outbox import ClaimLostError
from bot.delivery.places import Places
from bot.delivery.retry import Outages
from indexer.errors import StorageError, UnavailableError

# One suspect holds up the others no longer: by then it is slow, but does not stop the process.
PATIENCE = 30.0


class CrashGuard:
    """Guards the work on messages; lives as long as the dispatcher.

    When the process dies, every message then in work is a suspect. They begin again one after
    another, so that the next death points to one of them, and a message is not set aside because
    it was in work at the same time as the one to blame.
    """

    def __init__(self, inbox: Inbox, outages: Outages, places: Places) -> None:
        self._inbox = inbox
        self._outages = outages
        self._places = places
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def watch(self, entry: InboxEntry) -> AsyncIterator[None]:
        """Count a try of `entry` for as long as the block lasts; a crash leaves it counted."""
        async with self._take_turn() if entry.tries else contextlib.nullcontext():
            await self._outages.retry_storage(lambda: self._begin(entry))
            try:
                yield
            except (asyncio.CancelledError, ClaimLostError, OSError, UnavailableError):
                # A stop, or a platform or disk that is away, is not the message's fault.
                with contextlib.suppress(StorageError):
                    await self._inbox.take_back(entry)
                raise

    async def _begin(self, entry: InboxEntry) -> None:
        try:
            await self._inbox.begin(entry)
        except UnavailableError:
            self._places.hold(entry)  # what comes meanwhile may find the database back
            raise

    @asynccontextmanager
    async def _take_turn(self) -> AsyncIterator[None]:
        """Hold the turn of suspects until the block ends, but no longer than `PATIENCE`."""
        await self._turn.acquire()
        over = asyncio.Event()

        def pass_on() -> None:
            if not over.is_set():
                over.set()
                self._turn.release()

        timer = asyncio.get_running_loop().call_later(PATIENCE, pass_on)
        try:
            yield
        finally:
            timer.cancel()
            pass_on()
