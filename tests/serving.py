"""Servers that tests put up, on this machine alone."""

import socket
from abc import ABC, abstractmethod
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from aiohttp import web

LOOPBACK = "127.0.0.1"


class LoopbackServer(ABC):
    """Serves its `application` from `async with` on.

    After a `stop` it may `start` again: on the same port, with everything still known.
    """

    def __init__(self, port: int = 0) -> None:
        """Port 0: any that is free."""
        self._port = port
        self._serving = AsyncExitStack()

    @abstractmethod
    def application(self) -> web.Application:
        """A new one each time, over what this object knows."""

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self._port}"

    async def start(self) -> None:
        runner = web.AppRunner(
            self.application(), access_log=None, handler_cancellation=True, shutdown_timeout=0.2
        )
        self._serving.push_async_callback(runner.cleanup)
        await runner.setup()
        await web.TCPSite(runner, LOOPBACK, self._port).start()
        self._port = int(runner.addresses[0][1])

    async def stop(self) -> None:
        await self._serving.aclose()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()


def free_port() -> int:
    """One that nobody has at this moment."""
    with socket.socket() as found:
        found.bind((LOOPBACK, 0))
        port: int = found.getsockname()[1]
        return port
