"""Run an HTTP server that leaves signals and logs to the surrounding program."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

# Seconds for requests in progress when the server stops; answers may end before pages close.
GRACE = 4
HEAD_SECONDS = 10.0  # for the head of a request to arrive
LOOK_SECONDS = 30.0  # between two looks whether the other end of a connection goes on
SLOWEST = 1024  # bytes a second, of a body that is sent here
MOST = 128  # connections at a time
SMALL = 64  # bytes of a piece of a body
MOST_SMALL = 2000  # pieces that are smaller, of one body
HERE = "127.0.0.1"


class _EmbeddedServer(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ignore signals: the daemon handles them and stops the server."""
        yield


class _Config(uvicorn.Config):
    """The settings of a server, with the times that the other end of a connection has."""

    head_seconds = HEAD_SECONDS
    look_seconds = LOOK_SECONDS
    most = MOST


class _Connection(h11.Connection):
    """Reads requests, until the body of one comes in too many small pieces.

    Each takes as long as a large one: a megabyte of them would keep the event loop for a second.
    """

    too_small = False  # the pieces; no more are read
    _small = 0  # pieces of the body so far

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._small = 0
        if isinstance(event, h11.Data) and len(event.data) < SMALL:
            self._small += 1
            self.too_small = self._small > MOST_SMALL
        return h11.NEED_DATA if self.too_small else event


class _BoundedProtocol(H11Protocol):
    """Closes a connection whose other end asks for nothing or stops, and some if they are too many.

    Each takes a descriptor of this process, and whoever opened it may never say a word, never end
    a body, and never take what it asked for.
    """

    _waiting: asyncio.TimerHandle | None = None
    _next_look: asyncio.TimerHandle | None = None
    _heard = 0  # bytes since the last look
    _owing = False  # whether a body was under way then
    _untaken = 0  # bytes that were not taken then
    _took = False  # whether some were taken since
    _opened = 0.0  # by the clock of the loop

    def asks_for_nothing(self) -> bool:
        """Return whether no whole request has arrived that is still to be answered."""
        return self.sends_body() or self.conn.their_state is h11.IDLE

    def sends_body(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY

    def takes_slowly(self) -> bool:
        """Return whether more waits to be taken than the other end has room for."""
        return self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as theirs
        self.conn = _Connection(h11.SERVER)
        super().connection_made(transport)
        self._opened = self.loop.time()
        here = cast("set[_BoundedProtocol]", self.connections)
        live = [each for each in here if not each.transport.is_closing()]
        if len(live) > cast("_Config", self.config).most:
            _find_idlest(live, self).transport.abort()
        if not self.transport.is_closing():
            self._wait_for_head()
            self._look_later()

    def data_received(self, data: bytes) -> None:
        self._heard += len(data)
        super().data_received(data)
        if cast("_Connection", self.conn).too_small:
            self.transport.abort()
        self._wait_for_head()

    def resume_writing(self) -> None:
        self._took = True
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_wait()
        if self._next_look:
            self._next_look.cancel()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        """Begin the wait for the rest of a head, or end it where there is all of it."""
        if self.conn.their_state is not h11.IDLE or self.transport.is_closing():
            self._end_wait()
        elif self._waiting is None:
            seconds = cast("_Config", self.config).head_seconds
            self._waiting = self.loop.call_later(seconds, self.transport.abort)

    def _end_wait(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None

    def _look_later(self) -> None:
        seconds = cast("_Config", self.config).look_seconds
        self._next_look = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Close the connection if its other end has stopped since the last look."""
        owing = self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused
        untaken = self.transport.get_write_buffer_size()
        least = SLOWEST * cast("_Config", self.config).look_seconds
        sends_nothing = owing and self._owing and self._heard < least
        takes_nothing = not self._took and 0 < self._untaken <= untaken
        if sends_nothing or takes_nothing:
            self.transport.abort()
            return
        self._owing, self._untaken, self._heard, self._took = owing, untaken, 0, False
        self._look_later()


def _find_idlest(
    connections: Iterable[_BoundedProtocol], new: _BoundedProtocol
) -> _BoundedProtocol:
    """Return the connection that ends for the `new` one: the oldest without a whole request.

    Then one that does not take what is sent, and last the slowest that sends a body.

    Were it the new one, whoever opens many and says nothing, or next to nothing, would keep
    everybody else out.
    """
    older = (each for each in connections if each is not new)
    waiting = (each for each in older if each.asks_for_nothing() or each.takes_slowly())
    return min(waiting, key=_rank_by_need, default=new)


def _rank_by_need(connection: _BoundedProtocol) -> tuple[bool, bool, int, float]:
    """Return what sorts those first that need their connection least."""
    sends = connection.sends_body()
    heard = connection._heard if sends else 0
    return sends, connection.takes_slowly(), heard, connection._opened


@contextmanager
def open_loopback(port: int) -> Iterator[socket.socket]:
    """Open a socket that only this machine reaches; an OSError if the port cannot be used."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HERE, port))
        listening.listen()
        yield listening


@asynccontextmanager
async def open_server(
    app: ASGIApp,
    listening: socket.socket,
    head_seconds: float = HEAD_SECONDS,
    most: int = MOST,
    look_seconds: float = LOOK_SECONDS,
) -> AsyncIterator["HttpServer"]:
    """Serve requests until the context ends, on `most` connections at a time.

    One that has not sent the head of a request within `head_seconds` is closed, and one whose other
    end neither sends on nor takes what is sent from one look to the next.
    """
    config = _build_config(app)
    config.head_seconds, config.look_seconds, config.most = head_seconds, look_seconds, most
    server = HttpServer(_EmbeddedServer(config), listening)
    try:
        yield server
    finally:
        await server.stop()


def _build_config(app: ASGIApp) -> _Config:
    return _Config(
        app,
        http=_BoundedProtocol,
        interface="asgi3",
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,  # no decision depends on a proxy's headers
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


class HttpServer:
    """A server at work; made by `open_server`."""

    def __init__(self, server: uvicorn.Server, listening: socket.socket) -> None:
        self._server = server
        self._task = asyncio.create_task(server.serve(sockets=[listening]), name="http")

    async def wait(self) -> None:
        """Wait until it ends, by itself only on failure; a cancelled wait does not end it."""
        await asyncio.shield(self._task)

    def refuse_new(self) -> None:
        """Take no more connections; requests in progress go on."""
        self._server.should_exit = True

    async def stop(self) -> None:
        """Wait for requests in progress, but no longer than `GRACE`."""
        self.refuse_new()
        await self._task
