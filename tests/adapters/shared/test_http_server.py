"""Connections that ask for nothing: they are closed, and take no place from those that ask."""

import asyncio
import socket

from starlette.types import Receive, Scope, Send

from adapters.shared.http_server import open_loopback, open_server

NO_BODY = [(b"content-length", b"0")]
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def refuse(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 403, "headers": NO_BODY})
    await send({"type": "http.response.body", "body": b""})


def find_port(listening: socket.socket) -> int:
    return int(listening.getsockname()[1])


async def open_connection(
    port: int, said: bytes
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    return reader, writer


async def read_end(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes the connection; "" also if it breaks it off."""
    try:
        async with asyncio.timeout(10):
            return await reader.read()
    except ConnectionResetError:
        return b""


async def test_a_head_that_never_ends_is_not_waited_for() -> None:
    with open_loopback(0) as listening:
        async with open_server(refuse, listening, head_seconds=0.05):
            for said in (b"", b"POST / HTTP/1.1\r\nX: ", REQUEST + b"GET /again HT"):
                reader, writer = await open_connection(find_port(listening), said)
                assert (await read_end(reader)).startswith(b"HTTP/1.1 403") is (REQUEST in said)
                writer.close()


async def test_one_that_asks_in_time_is_kept_for_the_next_request() -> None:
    with open_loopback(0) as listening:
        async with open_server(refuse, listening, head_seconds=5):
            reader, writer = await open_connection(find_port(listening), REQUEST[:9])
            for rest in (REQUEST[9:], REQUEST):
                writer.write(rest)
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 403")
            writer.close()


async def test_those_beyond_the_most_are_closed_at_once_and_the_first_are_served() -> None:
    with open_loopback(0) as listening:
        async with open_server(refuse, listening, most=2):
            port = find_port(listening)
            first, writer = await open_connection(port, REQUEST[:9])
            _second, other = await open_connection(port, b"")
            third, late = await open_connection(port, REQUEST)
            assert await read_end(third) == b""
            writer.write(REQUEST[9:])
            assert (await first.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 403")
            for each in (writer, other, late):
                each.close()
