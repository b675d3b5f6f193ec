"""Small HTTP requests to one server, each over a connection that was kept from an earlier one.

The library's client looks at all its connections, with a system call for each, whenever a request
begins or ends: while twenty chats are answered, a message cost a fifth of the CPU time of its
answer. Here the connection that was used last is taken, and no other is looked at.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ssl import SSLContext
from typing import NamedTuple

import httpcore
import httpx

Headers = dict[bytes | str, bytes | str]

KEPT_SECONDS = 5.0  # for which an unused connection is kept, as the library's client does


class Timeouts(NamedTuple):
    """Seconds for each step of a request; None is no limit."""

    connect: float | None
    read: float | None
    write: float | None
    pool: float | None


class KeptConnections:
    """At most `most` connections to one server; they belong to the event loop that uses them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: list[httpcore.AsyncHTTPConnection] = []  # the one used last at the end
        self._places = asyncio.Semaphore(most)
        self._tls: SSLContext | None = None

    async def post(
        self, url: str, headers: Headers, body: bytes, timeouts: Timeouts
    ) -> tuple[int, bytes]:
        """Return status and content of the answer; one of httpcore's errors if there is none."""
        target = httpcore.URL(url)
        async with self._take(target.origin, timeouts.pool) as connection:
            answer = await connection.request(
                "POST",
                target,
                headers=headers,
                content=body,
                extensions={"timeout": timeouts._asdict()},
            )
        return answer.status, answer.content

    async def close(self) -> None:
        """Close what is kept; a later request opens new connections."""
        while self._idle:
            await self._idle.pop().aclose()

    @asynccontextmanager
    async def _take(
        self, origin: httpcore.Origin, seconds: float | None
    ) -> AsyncIterator[httpcore.AsyncHTTPConnection]:
        """Hold a connection that nobody else has; keep it afterwards if it can be used again."""
        await self._wait_for_place(seconds)
        try:
            await self._close_expired()
            connection = self._find_idle(origin) or self._connect(origin)
            try:
                yield connection
            except BaseException:
                await connection.aclose()  # an answer may still come, to nobody's question
                raise
            if connection.is_idle() and not connection.is_closed():
                self._idle.append(connection)
        finally:
            self._places.release()

    async def _wait_for_place(self, seconds: float | None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._places.acquire()
        except TimeoutError:
            raise httpcore.PoolTimeout("all connections are in use") from None

    async def _close_expired(self) -> None:
        """Close what has been unused for long, or what the server has closed at its end."""
        while len(self._idle) > 1 and self._idle[0].has_expired():
            await self._idle.pop(0).aclose()
        while self._idle and self._idle[-1].has_expired():
            await self._idle.pop().aclose()

    def _find_idle(self, origin: httpcore.Origin) -> httpcore.AsyncHTTPConnection | None:
        if self._idle and self._idle[-1].can_handle_request(origin):
            return self._idle.pop()
        return None

    def _connect(self, origin: httpcore.Origin) -> httpcore.AsyncHTTPConnection:
        if self._tls is None and origin.scheme == b"https":
            self._tls = httpx.create_ssl_context()
        return httpcore.AsyncHTTPConnection(origin, self._tls, KEPT_SECONDS)
