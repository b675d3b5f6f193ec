"""`http://127.0.0.1:PORT/metrics`, for a Prometheus on this machine; off unless a port is set.

prometheus-client's own server answers at any path under any Host, keeps a thread for each request
that never ends, and collects outside the event loop. uvicorn would take as many lines, and 9 MB
more in a daemon without the web page.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from bot.services.services import Services
from bot.settings.config import ConfigError, MetricsSettings
from indexer.extras import format_install_hint

if TYPE_CHECKING:
    from bot.operations.metrics import Metrics

ADDRESS = "127.0.0.1"
# A page in a browser may ask a name of its own that leads here; such a name is not ours.
NAMES = (ADDRESS, "localhost")
PATIENCE = 5.0  # seconds for a request to be sent
LONGEST = 16 * 1024  # bytes of one


@asynccontextmanager
async def open_metrics(
    settings: MetricsSettings, services: Services
) -> AsyncIterator["Metrics | None"]:
    """None without a port; a ConfigError if it cannot be had."""
    if not settings.port:
        yield None
        return
    metrics = _create_metrics()
    page = _MetricsPage(metrics, services, settings.port)
    logging.getLogger().addHandler(metrics)
    try:
        async with await page.open():
            yield metrics
    finally:
        logging.getLogger().removeHandler(metrics)


def _create_metrics() -> "Metrics":
    try:
        from bot.operations.metrics import Metrics
    except ModuleNotFoundError:
        raise ConfigError(
            "metrics.port is set, but prometheus-client is not installed. "
            f"{format_install_hint('metrics')} metrics.port 0 does without."
        ) from None
    return Metrics()


class _MetricsPage:
    def __init__(self, metrics: "Metrics", services: Services, port: int) -> None:
        self._metrics = metrics
        self._services = services
        self._port = port

    async def open(self) -> asyncio.Server:
        try:
            return await asyncio.start_server(self._serve, ADDRESS, self._port, limit=LONGEST)
        except (OSError, OverflowError):
            raise ConfigError(
                f"metrics.port {self._port} cannot be used: another program has it, or it is no "
                "port. Choose another, or 0 for none."
            ) from None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(
                OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
            ):
                async with asyncio.timeout(PATIENCE):
                    asked = await reader.readuntil(b"\r\n\r\n")
                writer.write(await self._respond(asked.decode("latin-1")))
                await writer.drain()
        finally:
            writer.close()

    async def _respond(self, asked: str) -> bytes:
        from bot.operations.metrics import CONTENT_TYPE, collect_figures

        if _parse_host(asked) not in NAMES:
            return _build_response("403 Forbidden", "text/plain", b"Ask for 127.0.0.1.\n")
        if asked.split(" ", 2)[:2] != ["GET", "/metrics"]:
            return _build_response("404 Not Found", "text/plain", b"There is only /metrics.\n")
        body = self._metrics.render(await collect_figures(self._services))
        return _build_response("200 OK", CONTENT_TYPE, body)


def _parse_host(asked: str) -> str:
    headers = (line.partition(":") for line in asked.split("\r\n")[1:])
    named = next((value for name, _, value in headers if name.lower() == "host"), "")
    return named.strip().partition(":")[0].lower()


def _build_response(status: str, content_type: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + body
