"""Run an HTTP server that leaves signals and logs to the surrounding program."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp

from adapters.web.settings import HERE
from bot.messages import UserError, _

# Seconds for requests in progress when the server stops; answers may end before pages close.
GRACE = 4


class _EmbeddedServer(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ignore signals: the daemon handles them and stops the server."""
        yield


@contextmanager
def open_socket(port: int) -> Iterator[socket.socket]:
    """Open a loopback socket; a UserError if the port cannot be used."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HERE, port))
        except OSError as error:
            raise UserError(
                _(
                    "The page cannot use port {port}: {reason}. Choose another one in "
                    "platforms.web.port.",
                    port=str(port),
                    reason=error.strerror or "",
                )
            ) from None
        listening.listen()
        yield listening


@asynccontextmanager
async def open_server(app: ASGIApp, listening: socket.socket) -> AsyncIterator["PageServer"]:
    """Serve requests until the context ends."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,  # no decision depends on a proxy's headers
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = PageServer(_EmbeddedServer(config), listening)
    try:
        yield server
    finally:
        await server.stop()


class PageServer:
    """A server at work; made by `open_server`."""

    def __init__(self, server: uvicorn.Server, listening: socket.socket) -> None:
        self._server = server
        self._task = asyncio.create_task(server.serve(sockets=[listening]), name="page")

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
