"""Listens to what workers tell each other through the server."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

import psycopg

from indexer.store.engine.postgresql.session import QUICK
from indexer.store.engine.postgresql.workers import MISSED

PAUSE = 1.0  # seconds until the next try where the server is away
MOST = 1000  # words within a second: workers say a few dozen, but any login of the database may

log = logging.getLogger(__name__)


async def follow_channels(
    url: str, number: int, channels: Sequence[str], call: Callable[[str], None]
) -> None:
    """Call `call` with each word that the worker of this number is told there, endlessly.

    It is called with `MISSED` after each connection: what was told meanwhile is lost. Where more
    is told than workers say, the rest is left behind with the connection.
    """
    while True:
        try:
            await _listen(url, number, channels, call)
        except psycopg.Error as error:
            log.info("the calls of other workers cannot be heard: %s", error)
        await asyncio.sleep(PAUSE)


async def _listen(
    url: str, number: int, channels: Sequence[str], call: Callable[[str], None]
) -> None:
    name = f"multis listener {number}"  # not translated: a name at the server
    connecting = {**QUICK, "application_name": name}
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True, **connecting)
    async with connection:
        await connection.execute("; ".join(f"LISTEN {each}" for each in channels).encode())
        call(MISSED)
        flood = _Flood()
        async for told in connection.notifies():
            if flood.is_one(time.monotonic()):
                log.info("somebody floods the channels of the workers")
                return
            call(told.payload)


class _Flood:
    """Counts the words of each second."""

    def __init__(self) -> None:
        self._since = self._count = 0.0

    def is_one(self, now: float) -> bool:
        if now - self._since > 1:
            self._since, self._count = now, 0
        self._count += 1
        return self._count > MOST
