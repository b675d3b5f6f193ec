"""Serves `http://127.0.0.1:PORT/metrics` for Prometheus; off unless a port is set.

prometheus-client's own server answers at any path under any Host, keeps a thread for each request
that never ends, and collects outside the event loop. uvicorn would take as many lines, and 9 MB
more in a daemon without the web page.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.services.services import Services
from bot.settings.config import ConfigError, MetricsSettings
from indexer.extras import format_install_hint
from indexer.i18n import _, join_sentences

if TYPE_CHECKING:
    from bot.operations.metrics import Metrics

ADDRESS = "127.0.0.1"
# A web page may use a name of its own that resolves to this machine (DNS rebinding).
NAMES = (ADDRESS, "localhost")
PATIENCE = 5.0  # seconds for a request to be sent, and for its answer to be taken
MOST = 16  # connections at a time: each takes a descriptor of this process
LONGEST = 16 * 1024  # bytes of one


@asynccontextmanager
async def open_metrics(
    settings: MetricsSettings, services: Services
) -> AsyncIterator["Metrics | None"]:
    """Serve metrics and yield them; None without a port, a ConfigError if it is not available."""
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
            join_sentences(
                _("metrics.port is set, but prometheus-client is not installed."),
                format_install_hint("metrics"),
                _("Or set metrics.port to 0."),
            )
        ) from None
    return Metrics()


class _MetricsPage:
    def __init__(self, metrics: "Metrics", services: Services, port: int) -> None:
        self._metrics = metrics
        self._services = services
        self._port = port
        self._open: dict[asyncio.StreamWriter, None] = {}  # the oldest first
        self._turn = asyncio.Lock()  # figures are looked up for one at a time

    async def open(self) -> asyncio.Server:
        try:
            return await asyncio.start_server(self._serve, ADDRESS, self._port, limit=LONGEST)
        except (OSError, OverflowError):
            raise ConfigError(
                _(
                    "metrics.port {port} is already in use or not a valid port. "
                    "Choose another, or 0 for none.",
                    port=str(self._port),
                )
            ) from None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._admit(writer)
        try:
            async with asyncio.timeout(PATIENCE):
                request = await reader.readuntil(b"\r\n\r\n")
                async with self._turn:
                    writer.write(await self._respond(request.decode("latin-1")))
                await writer.drain()
        except TimeoutError:
            writer.transport.abort()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self._open.pop(writer, None)
            writer.close()

    def _admit(self, writer: asyncio.StreamWriter) -> None:
        """Note a connection, and end the oldest if they are too many."""
        writer.transport.set_write_buffer_limits(0)  # so that `drain` waits for all of it
        self._open[writer] = None
        if len(self._open) > MOST:
            oldest = next(iter(self._open))
            self._open.pop(oldest)
            oldest.transport.abort()

    async def _respond(self, request: str) -> bytes:
        from bot.operations.metrics import CONTENT_TYPE, collect_figures

        if _parse_host(request) not in NAMES:
            return _build_response("403 Forbidden", "text/plain", b"Ask for 127.0.0.1.\n")
        if request.split(" ", 2)[:2] != ["GET", "/metrics"]:
            return _build_response("404 Not Found", "text/plain", b"There is only /metrics.\n")
        body = self._metrics.render(await collect_figures(self._services))
        return _build_response("200 OK", CONTENT_TYPE, body)


def _parse_host(request: str) -> str:
    headers = (line.partition(":") for line in request.split("\r\n")[1:])
    named = next((value for name, _colon, value in headers if name.lower() == "host"), "")
    return named.strip().partition(":")[0].lower()


def _build_response(status: str, content_type: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
    end = "Connection: close\r\n\r\n"  # not translated: HTTP
    return f"{head}{end}".encode() + body
