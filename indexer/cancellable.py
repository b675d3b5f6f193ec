"""Runs HTTP calls that may be cancelled while they are under way, and reads what is answered.

httpcore gives a connection back under a shield that anyio's cancellation respects, but
`Task.cancel` and `asyncio.timeout` do not. A call that these end just then keeps its place in the
pool for ever; once all places are taken, nothing is sent any more. So a call has a task of its own,
which only anyio cancels.

An answer may have no end, the brackets in it no bottom, and what comes packed no size.
"""

import asyncio
import json
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import httpx
    from anyio import CancelScope

MOST_BYTES = 8 << 20  # of an answer: parsed, it takes up to thirty times as much memory
SECONDS = 30.0  # for all of it, once it began
UNPACKED = {"Accept-Encoding": "identity"}  # how every request asks for its answer

Result = TypeVar("Result")


async def run_cancellable(call: Callable[[], Awaitable[Result]]) -> Result:
    """Return what `call` returns; once the caller is cancelled, `call` has ended in order."""
    from anyio import CancelScope  # takes longer to load than most commands to run

    scope = CancelScope()
    task = asyncio.create_task(_run(scope, call))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        scope.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # nobody else asks for it
        raise


async def _run(scope: "CancelScope", call: Callable[[], Awaitable[Result]]) -> Result:
    with scope:
        return await call()
    raise asyncio.CancelledError


async def read_unpacked(answer: "httpx.Response") -> AsyncIterator[bytes]:
    """Yield a body; an `httpx.DecodingError` if it comes packed, which nobody asked for.

    Five kilobytes that were packed twice are unpacked to gigabytes, before any limit is looked at.
    """
    from httpx import DecodingError  # few commands need it

    packing = answer.headers.get("content-encoding", "").strip().lower()
    if packing not in ("", "identity"):
        raise DecodingError("the answer comes packed")  # not translated: nobody reads it
    async for piece in answer.aiter_bytes():
        yield piece


async def read_json(pieces: AsyncIterable[bytes], seconds: float = SECONDS) -> object:
    """Return what the body of an answer says; a ValueError if it is no JSON, too long or endless.

    Whoever is asked for little answers in one piece, but a server may send a byte at a time.
    """
    from anyio import fail_after  # takes longer to load than most commands to run

    body = bytearray()
    try:
        with fail_after(seconds):
            async for piece in pieces:
                body += piece
                if len(body) > MOST_BYTES:
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
