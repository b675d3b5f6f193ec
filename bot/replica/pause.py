"""Keeps Litestream away from the database, so that its log can be emptied."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.home import Home
from bot.replica.settings import ReplicaSettings
from bot.runtime.process_lock import hold_replica_pause


@asynccontextmanager
async def pause_replica(home: Home, settings: ReplicaSettings) -> AsyncIterator[None]:
    """End Litestream, whoever runs it; it is started again when the context ends.

    It reads from the log all the time, and SQLite empties no log that somebody reads. Its own order
    to stop is not used: version 0.5.17 goes on afterwards as if nothing had been written meanwhile,
    and the replica would lack it without a word. A new process compares the log with the replica.
    """
    if not settings.url:
        yield
        return
    from bot.replica.control import end  # hardly any command needs it

    with hold_replica_pause(home):
        await end(home)
        yield
