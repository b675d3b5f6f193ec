"""A server's answer may be anything; it is read up to a limit, in bytes and in time."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from indexer.cancellable import MOST_BYTES, parse_json, read_json


async def send(*pieces: bytes) -> AsyncIterator[bytes]:
    for each in pieces:
        yield each


async def send_without_end(sent: list[int], pause: float = 0.0) -> AsyncIterator[bytes]:
    while sum(sent) < 4 * MOST_BYTES:
        await asyncio.sleep(pause)
        sent.append(1 << 16)
        yield bytes(1 << 16)


async def test_json_in_pieces_is_read() -> None:
    assert await read_json(send(b'{"a": ', b'"\xc3', b'\xa4"}')) == {"a": "ä"}


async def test_reading_ends_at_the_limit() -> None:
    sent: list[int] = []
    with pytest.raises(ValueError, match="too long"):
        await read_json(send_without_end(sent))
    assert sum(sent) <= MOST_BYTES + (1 << 16)


async def test_reading_ends_when_it_takes_too_long() -> None:
    with pytest.raises(ValueError, match="does not end"):
        await read_json(send_without_end([], pause=0.02), seconds=0.1)


@pytest.mark.parametrize("text", ["", "x", "[" * 200_000, '{"a":' * 200_000, "7" * 5000, "\ud800"])
def test_what_is_no_json_is_told_in_one_way(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of whichever kind
        parse_json(text.encode(errors="surrogatepass"))
