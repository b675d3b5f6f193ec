"""A connection to a server, for one small request after the other, over asyncio's streams.

That of httpcore goes through anyio: a request takes it three times the CPU time. The errors are
httpcore's, for whoever sends some requests with it.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from ssl import SSLContext
from typing import NamedTuple, Self
from urllib.parse import urlsplit

import h11
import httpcore

READ = 1 << 16  # bytes at a time
EYEBALLS_SECONDS = 0.25  # after which another address of the server is tried as well
PORTS = {"http": 80, "https": 443}

Headers = Mapping[str, str]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Timeouts(NamedTuple):
    """Seconds for each step of a request; None is no limit."""

    connect: float | None
    read: float | None
    write: float | None
    pool: float | None


class Origin(NamedTuple):
    """A server as an address names it."""

    scheme: str
    host: str
    port: int


class HttpConnection:
    """One connection; `is_reusable` says whether it takes another request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._state = h11.Connection(h11.CLIENT)

    @classmethod
    async def open(cls, origin: Origin, tls: SSLContext | None, seconds: float | None) -> Self:
        with _raise_instead(httpcore.ConnectTimeout, httpcore.ConnectError):
            async with asyncio.timeout(seconds):
                return cls(*await _open_streams(origin, tls))

    @property
    def is_reusable(self) -> bool:
        """Return whether nothing is under way, and the server has not ended the connection."""
        ended = self._reader.at_eof() or self._writer.is_closing()
        return self._state.our_state is h11.IDLE and not ended

    async def post(
        self, url: str, headers: Headers, body: bytes, timeouts: Timeouts
    ) -> tuple[int, bytes]:
        """Return status and content of the answer; one of httpcore's errors if there is none."""
        self._writer.write(self._encode(url, headers, body))
        with _raise_instead(httpcore.WriteTimeout, None):  # it may have answered all the same
            async with asyncio.timeout(timeouts.write):
                await self._writer.drain()
        status, content = 0, bytearray()
        while not isinstance(event := await self._receive(timeouts.read), h11.EndOfMessage):
            if isinstance(event, h11.Response):
                status = event.status_code
            elif isinstance(event, h11.Data):
                content += event.data
        if self._state.our_state is self._state.their_state is h11.DONE:
            self._state.start_next_cycle()
        return status, bytes(content)

    def _encode(self, url: str, headers: Headers, body: bytes) -> bytes:
        parts = urlsplit(url)
        query = f"?{parts.query}" if parts.query else ""
        own = {"Host": parts.netloc.rpartition("@")[2], "Content-Length": str(len(body))}
        head = h11.Request(
            method="POST",
            target=(parts.path or "/") + query,
            headers=[*{**own, **headers}.items()],
        )
        sent = (head, h11.Data(body), h11.EndOfMessage())
        return b"".join(self._state.send(each) or b"" for each in sent)

    async def _receive(self, seconds: float | None) -> h11.Event:
        """Return the next event of the answer."""
        try:
            while (event := self._state.next_event()) is h11.NEED_DATA:
                with _raise_instead(httpcore.ReadTimeout, httpcore.ReadError):
                    async with asyncio.timeout(seconds):
                        self._state.receive_data(await self._reader.read(READ))
        except h11.RemoteProtocolError as error:
            raise httpcore.RemoteProtocolError(str(error)) from error
        if not isinstance(event, h11.Event) or isinstance(event, h11.ConnectionClosed):
            raise httpcore.RemoteProtocolError("no answer")
        return event

    def abort(self) -> None:
        """Close at once: whatever an answer may still bring is nobody's."""
        self._writer.transport.abort()

    async def close(self) -> None:
        self.abort()
        with suppress(OSError):
            await self._writer.wait_closed()


async def _open_streams(origin: Origin, tls: SSLContext | None) -> Streams:
    """Open a connection; one that opens after a cancellation is closed.

    To cancel a race of several addresses would leave the sockets open.
    """
    opening = asyncio.ensure_future(
        asyncio.open_connection(
            origin.host, origin.port, ssl=tls, happy_eyeballs_delay=EYEBALLS_SECONDS
        )
    )
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_abort_late)
        raise


def _abort_late(opening: asyncio.Future[Streams]) -> None:
    if not opening.cancelled() and not opening.exception():
        _reader, writer = opening.result()
        writer.transport.abort()


@contextmanager
def _raise_instead(
    late: type[httpcore.TimeoutException], failed: type[httpcore.NetworkError] | None
) -> Iterator[None]:
    """Raise httpcore's error in place of the system's; none that is `failed` if that is None."""
    try:
        yield
    except TimeoutError as error:
        raise late(str(error)) from error
    except OSError as error:
        if failed:
            raise failed(str(error)) from error


def find_origin(url: str) -> Origin:
    """Return the server of an address."""
    parts = urlsplit(url)
    return Origin(parts.scheme, parts.hostname or "", parts.port or PORTS[parts.scheme])
