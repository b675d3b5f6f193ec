"""Small HTTP requests to one server, each over a connection that was kept from an earlier one.

The library's client looks at all its connections, with a system call for each, whenever a request
begins or ends: while twenty chats are answered, a message cost a fifth of the CPU time of its
answer. Here the connection that was used last is taken, and no other is looked at.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ssl import SSLContext
from time import monotonic
from typing import NamedTuple

import httpcore
import httpx

from adapters.shared.http_connection import (
    Headers,
    HttpConnection,
    Origin,
    Timeouts,
    find_origin,
)

__all__ = ["Headers", "KeptConnections", "Timeouts"]

KEPT_SECONDS = 5.0  # for which an unused connection is kept, as the library's client does


class _Idle(NamedTuple):
    """A connection that nobody uses."""

    connection: HttpConnection
    origin: Origin
    until: float  # by the clock; then it is closed


class KeptConnections:
    """At most `most` connections to one server; they belong to the event loop that uses them."""

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._idle: list[_Idle] = []  # the one used last at the end
        self._places = asyncio.Semaphore(most)
        self._tls: SSLContext | None = None

    async def post(
        self, url: str, headers: Headers, body: bytes, timeouts: Timeouts
    ) -> tuple[int, bytes]:
        """Return status and content of the answer; one of httpcore's errors if there is none."""
        async with self._take(find_origin(url), timeouts) as connection:
            return await connection.post(url, headers, body, timeouts)

    async def close(self) -> None:
        """Close what is kept; a later request opens new connections."""
        while self._idle:
            await self._idle.pop().connection.close()

    @asynccontextmanager
    async def _take(self, origin: Origin, timeouts: Timeouts) -> AsyncIterator[HttpConnection]:
        """Hold a connection that nobody else has; keep it afterwards if it can be used again."""
        await self._wait_for_place(timeouts.pool)
        try:
            self._close_expired()
            connection = self._find_idle(origin) or await self._connect(origin, timeouts.connect)
            try:
                yield connection
            except BaseException:
                connection.abort()  # an answer may still come, to nobody's question
                raise
            self._keep(connection, origin)
        finally:
            self._places.release()

    async def _wait_for_place(self, seconds: float | None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._places.acquire()
        except TimeoutError:
            raise httpcore.PoolTimeout("all connections are in use") from None

    def _close_expired(self) -> None:
        """Close what has been unused for long, or what the server has closed at its end."""
        now = self._clock()
        while self._idle and self._idle[0].until <= now:
            self._idle.pop(0).connection.abort()
        while self._idle and not self._idle[-1].connection.is_reusable:
            self._idle.pop().connection.abort()

    def _find_idle(self, origin: Origin) -> HttpConnection | None:
        if self._idle and self._idle[-1].origin == origin:
            return self._idle.pop().connection
        return None

    def _keep(self, connection: HttpConnection, origin: Origin) -> None:
        if connection.is_reusable:
            self._idle.append(_Idle(connection, origin, self._clock() + KEPT_SECONDS))
        else:
            connection.abort()

    async def _connect(self, origin: Origin, seconds: float | None) -> HttpConnection:
        tls = self._load_tls() if origin.scheme == "https" else None
        return await HttpConnection.open(origin, tls, seconds)

    def _load_tls(self) -> SSLContext:
        if self._tls is None:
            self._tls = httpx.create_ssl_context()
            self._tls.set_alpn_protocols(["http/1.1"])
        return self._tls
