"""Run an HTTP server that leaves signals and logs to the surrounding program."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp

# Seconds for requests in progress when the server stops; answers may end before pages close.
GRACE = 4
HERE = "127.0.0.1"


class _EmbeddedServer(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ignore signals: the daemon handles them and stops the server."""
        yield


@contextmanager
def open_loopback(port: int) -> Iterator[socket.socket]:
    """Open a socket that only this machine reaches; an OSError if the port cannot be used."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HERE, port))
        listening.listen()
        yield listening


@asynccontextmanager
async def open_server(app: ASGIApp, listening: socket.socket) -> AsyncIterator["HttpServer"]:
    """Serve requests until the context ends."""
    config = uvicorn.Config(
        app,
        interface="asgi3",
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,  # no decision depends on a proxy's headers
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = HttpServer(_EmbeddedServer(config), listening)
    try:
        yield server
    finally:
        await server.stop()


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
