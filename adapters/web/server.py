"""Run an HTTP server that leaves signals and logs to the surrounding program."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp

from adapters.web.settings import HERE
from bot.messages import UserError, _

GRACE = 2  # seconds for requests in progress when the server stops


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
async def open_server(app: ASGIApp, listening: socket.socket) -> AsyncIterator[asyncio.Task[None]]:
    """Serve requests until the context ends; the task ends by itself only on failure."""
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
    server = _EmbeddedServer(config)
    task = asyncio.create_task(server.serve(sockets=[listening]), name="page")
    try:
        yield task
    finally:
        server.should_exit = True
        await task
