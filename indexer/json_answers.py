"""Reads the JSON that a server answers: it may have no end, and its brackets no bottom."""

import json
from collections.abc import AsyncIterable

MOST_BYTES = 8 << 20  # of an answer: parsed, it takes up to thirty times as much memory
SECONDS = 30.0  # for all of it, once it began


async def read_json(
    pieces: AsyncIterable[bytes], most: int = MOST_BYTES, seconds: float = SECONDS
) -> object:
    """Return what the body of an answer says; a ValueError if it is no JSON, too long or endless.

    Whoever is asked for little answers in one piece, but a server may send a byte at a time.
    """
    from anyio import fail_after  # takes longer to load than most commands to run

    body = bytearray()
    try:
        with fail_after(seconds):
            async for piece in pieces:
                body += piece
                if len(body) > most:
                    raise ValueError("the answer is too long")
    except TimeoutError:
        raise ValueError("the answer does not end") from None
    return parse_json(body)


def parse_json(text: str | bytes | bytearray) -> object:
    """Return what a text says; a ValueError if it is no JSON, or nested too deep."""
    try:
        parsed: object = json.loads(text)
    except RecursionError:
        raise ValueError("brackets within brackets") from None
    return parsed
