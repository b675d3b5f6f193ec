"""The HTTP client of models: it reads no more of an answer than an answer can be.

The providers' libraries put no bounds on what a server sends. They keep a line until it ends and a
failure's body whole, and unpack five kilobytes that were packed twice to gigabytes.
"""

from collections.abc import AsyncIterator
from typing import cast

import httpx2

from indexer.cancellable import UNPACKED

MOST_BYTES = 32 << 20  # of an answer: a token takes a few hundred
LONGEST_EVENT = 4 << 20  # bytes without a blank line: the libraries join each piece to all before
BLANK = (b"\n\n", b"\r\r", b"\r\n\r\n")
KEPT = 3  # bytes of a blank line that may stand in the piece before
CONNECT_SECONDS = 5.0


class UnreadableAnswerError(ValueError):
    """The server sends what no answer is."""


def build_client() -> httpx2.AsyncClient:
    """Build a client for one provider's library; whoever uses it closes it."""
    return httpx2.AsyncClient(
        headers=UNPACKED,
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),  # each request names its own
        event_hooks={"response": [_bound]},
    )


async def _bound(answer: httpx2.Response) -> None:
    packing = answer.headers.get("content-encoding", "").strip().lower()
    answer.stream = _Bounded(
        cast("httpx2.AsyncByteStream", answer.stream), unpacked=packing in ("", "identity")
    )


class _Bounded(httpx2.AsyncByteStream):
    """A body that breaks off where it cannot be an answer."""

    def __init__(self, body: httpx2.AsyncByteStream, *, unpacked: bool) -> None:
        self._body = body
        self._unpacked = unpacked

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if not self._unpacked:
            raise UnreadableAnswerError("the answer comes packed")
        size, event, end = 0, 0, b""
        async for piece in self._body:
            size, event = size + len(piece), event + len(piece)
            seam = end + piece
            if any(blank in seam for blank in BLANK):
                event = 0
            end = seam[-KEPT:]
            if size > MOST_BYTES or event > LONGEST_EVENT:
                raise UnreadableAnswerError("the answer does not end")
            yield piece

    async def aclose(self) -> None:
        await self._body.aclose()
