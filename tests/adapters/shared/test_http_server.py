"""Connections that ask for nothing, or stop: they are closed, and take no place from others."""

import asyncio
import socket

from starlette.types import Receive, Scope, Send

from adapters.shared.http_server import open_loopback, open_server

NO_BODY = [(b"content-length", b"0")]
MUCH = 64  # MiB: more than the buffers on the way hold
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def refuse(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 403, "headers": NO_BODY})
    await send({"type": "http.response.body", "body": b""})


async def read_body(_scope: Scope, receive: Receive, send: Send) -> None:
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message["type"] == "http.request" and message.get("more_body", False)
    said = str(size).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": said})


async def send_much(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(MUCH):
        await send({"type": "http.response.body", "body": bytes(1 << 20), "more_body": True})
    await send({"type": "http.response.body", "body": b"end"})


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


async def test_beyond_the_most_those_end_that_ask_for_nothing_and_a_new_one_is_served() -> None:
    with open_loopback(0) as listening:
        async with open_server(refuse, listening, most=3):
            port = find_port(listening)
            posted = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nsome"
            _upload, sending = await open_connection(port, posted)
            silent = [await open_connection(port, REQUEST[:9]) for _ in range(8)]
            new, asking = await open_connection(port, REQUEST)
            assert (await new.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 403")
            for each, _writer in silent[:6]:
                assert await read_end(each) == b""
            for writer in (sending, asking, *(each for _reader, each in silent)):
                writer.close()


async def test_where_all_are_served_one_more_is_closed_at_once() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x", "more_body": True})
        await receive()
        await receive()

    with open_loopback(0) as listening:
        async with open_server(app, listening, most=2):
            port = find_port(listening)
            served = [await open_connection(port, REQUEST) for _ in range(2)]
            for reader, _writer in served:
                await reader.readuntil(b"x")
            late, writer = await open_connection(port, REQUEST)
            assert await read_end(late) == b""
            for each in (writer, *(each for _reader, each in served)):
                each.close()


async def test_who_takes_nothing_of_what_they_ask_for_keeps_nobody_out() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await (refuse if scope["path"] == "/small" else send_much)(scope, receive, send)

    with open_loopback(0) as listening:
        async with open_server(app, listening, most=3):
            port = find_port(listening)
            greedy = [await open_connection(port, REQUEST) for _ in range(3)]
            for reader, _writer in greedy:
                await reader.readexactly(1 << 20)  # of the rest, no more than is under way
            late, writer = await open_connection(port, REQUEST.replace(b"/", b"/small", 1))
            assert (await late.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 403")
            for each in (writer, *(each for _reader, each in greedy)):
                each.close()


async def test_who_sends_drop_by_drop_keeps_nobody_out_and_an_upload_goes_on() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 90000\r\n\r\n"
    with open_loopback(0) as listening:
        async with open_server(read_body, listening, most=3):
            port = find_port(listening)
            upload, sending = await open_connection(port, head + bytes(60_000))
            await sending.drain()
            drops = [await open_connection(port, head + b"x") for _ in range(4)]
            late, writer = await open_connection(port, REQUEST)
            assert (await late.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            sending.write(bytes(30_000))
            assert (await read_end(upload)).endswith(b"90000\r\n0\r\n\r\n")
            for each in (writer, sending, *(each for _reader, each in drops)):
                each.close()


async def test_a_body_that_never_ends_is_not_waited_for_whether_it_is_read_or_not() -> None:
    posted = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nsome"
    for app in (read_body, refuse):
        with open_loopback(0) as listening:
            async with open_server(app, listening, look_seconds=0.05):
                reader, writer = await open_connection(find_port(listening), posted)
                assert (b" 403 " in await read_end(reader)) is (app is refuse)
                writer.close()


async def test_what_is_not_taken_is_not_kept_for_ever() -> None:
    ended = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send_much(scope, receive, send)
        finally:
            ended.set()

    with open_loopback(0) as listening:
        async with open_server(app, listening, look_seconds=0.05):
            _reader, writer = await open_connection(find_port(listening), REQUEST)
            async with asyncio.timeout(10):
                await ended.wait()
            writer.close()


async def test_a_body_in_pieces_and_much_that_is_taken_slowly_are_not_broken_off() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 9\r\n\r\n"
    with open_loopback(0) as listening:
        async with open_server(read_body, listening, look_seconds=5):
            reader, writer = await open_connection(find_port(listening), head)
            for piece in (b"one", b"two", b"six"):
                writer.write(piece)
                await writer.drain()
            assert (await read_end(reader)).endswith(b"9\r\n0\r\n\r\n")
            writer.close()
    with open_loopback(0) as listening:
        async with open_server(send_much, listening, look_seconds=5):
            reader, writer = await open_connection(find_port(listening), REQUEST)
            taken = 0
            async with asyncio.timeout(60):
                while taken < MUCH << 20:
                    taken += len(await reader.read(1 << 16))
            writer.close()


async def test_a_body_in_crumbs_is_not_heard_to_its_end() -> None:
    """Each crumb takes as long as a large piece: the page would stand still for everybody."""
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    said = {b"1\r\nx\r\n" * 40_000: False, b"1\r\nx\r\n" * 500: True}
    with open_loopback(0) as listening:
        async with open_server(read_body, listening):
            for crumbs, heard in said.items():
                reader, writer = await open_connection(find_port(listening), head + crumbs)
                writer.write(b"0\r\n\r\n")
                async with asyncio.timeout(10):
                    answer = await read_some(reader)
                assert answer.startswith(b"HTTP/1.1 200") is heard
                writer.close()


async def read_some(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(100)
    except ConnectionResetError:
        return b""
