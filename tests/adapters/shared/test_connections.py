"""Requests without files are sent over connections that are kept for the next ones."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpcore
import pytest

from adapters.shared.connections import KeptConnections, Timeouts

LIMITS = Timeouts(connect=5, read=5, write=5, pool=5)
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n%s\r\nok"
LAST_ANSWER = ANSWER % b"Connection: close\r\n"
PLACES = 8


class Server:
    """Answers each request with `answer`, or not at all while it is empty."""

    def __init__(self) -> None:
        self.answer = ANSWER % b""
        self.closes = False  # the connection after an answer, without having said so
        self.connections = 0
        self.bodies: list[bytes] = []
        self.url = ""
        self.open: dict[asyncio.Task[None] | None, asyncio.StreamWriter] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open[asyncio.current_task()] = writer
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                self.bodies.append(await reader.readexactly(length))
                writer.write(self.answer)
                if self.closes:
                    break
        writer.close()

    async def stop(self) -> None:
        for writer in self.open.values():
            writer.close()
        await asyncio.gather(*(task for task in self.open if task))


@asynccontextmanager
async def _serving() -> AsyncIterator[tuple[Server, KeptConnections]]:
    server, kept = Server(), KeptConnections(PLACES)
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/send"
    try:
        yield server, kept
    finally:
        await kept.close()
        listener.close()
        await server.stop()


async def test_one_request_after_the_other_needs_one_connection() -> None:
    async with _serving() as (server, kept):
        for number in range(5):
            assert await kept.post(server.url, {}, b"%d" % number, LIMITS) == (200, b"ok")
        assert (server.connections, server.bodies) == (1, [b"0", b"1", b"2", b"3", b"4"])


async def test_requests_at_once_have_a_connection_each_up_to_the_limit() -> None:
    async with _serving() as (server, kept):
        await asyncio.gather(*(kept.post(server.url, {}, b"", LIMITS) for _ in range(3 * PLACES)))
        assert (server.connections, len(server.bodies)) == (PLACES, 3 * PLACES)
        await kept.post(server.url, {}, b"", LIMITS)
        assert server.connections == PLACES


@pytest.mark.parametrize(("answer", "closes"), [(LAST_ANSWER, False), (ANSWER % b"", True)])
async def test_a_connection_that_the_server_ends_is_not_used_again(
    answer: bytes, closes: bool
) -> None:
    async with _serving() as (server, kept):
        server.answer, server.closes = answer, closes
        for _ in range(3):
            assert await kept.post(server.url, {}, b"", LIMITS) == (200, b"ok")
            await asyncio.sleep(0.01)  # for the end of the connection to arrive
        assert server.connections == 3


async def test_an_answer_that_comes_too_late_is_not_given_to_the_next_request() -> None:
    async with _serving() as (server, kept):
        server.answer = b""
        with pytest.raises(httpcore.ReadTimeout):
            await kept.post(server.url, {}, b"first", LIMITS._replace(read=0.05))
        server.answer = ANSWER % b""
        assert await kept.post(server.url, {}, b"second", LIMITS) == (200, b"ok")
        assert server.connections == 2


async def test_cancelled_requests_leave_their_places_to_others() -> None:
    async with _serving() as (server, kept):
        server.answer = b""
        for _ in range(2 * PLACES):
            request = asyncio.create_task(kept.post(server.url, {}, b"", LIMITS))
            await asyncio.sleep(0.005)
            request.cancel()
            await asyncio.gather(request, return_exceptions=True)
        server.answer = ANSWER % b""
        assert await kept.post(server.url, {}, b"", LIMITS) == (200, b"ok")


async def test_no_server_and_no_place_are_errors_of_their_own() -> None:
    async with _serving() as (server, kept):
        pass
    with pytest.raises(httpcore.ConnectError):
        await kept.post(server.url, {}, b"", LIMITS)
    with pytest.raises(httpcore.PoolTimeout):
        await KeptConnections(0).post(server.url, {}, b"", LIMITS._replace(pool=0.01))
