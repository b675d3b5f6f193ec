"""Listens to what workers tell each other through the server."""

import asyncio
import logging
from collections.abc import Callable

import psycopg

from indexer.store.engine.postgresql.session import QUICK
from indexer.store.engine.postgresql.workers import ALL, name_channel

PAUSE = 1.0  # seconds until the next try where the server is away

log = logging.getLogger(__name__)


async def follow_channels(url: str, number: int, call: Callable[[], None]) -> None:
    """Call `call` whenever there is something to do for the worker of this number, endlessly.

    It is called after each connection, too: what was told meanwhile is lost.
    """
    while True:
        try:
            await _listen(url, number, call)
        except psycopg.Error as error:
            log.info("the calls of other workers cannot be heard: %s", error)
        await asyncio.sleep(PAUSE)


async def _listen(url: str, number: int, call: Callable[[], None]) -> None:
    name = f"multis listener {number}"  # not translated: a name at the server
    connecting = {**QUICK, "application_name": name}
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True, **connecting)
    async with connection:
        await connection.execute(f"LISTEN {ALL}; LISTEN {name_channel(number)}".encode())
        call()
        async for _told in connection.notifies():
            call()
