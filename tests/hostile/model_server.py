"""A server that plays a model and sends what no answer is."""

import asyncio
import json
from collections.abc import Iterator, Mapping

from aiohttp import web

from bot.llm.http_client import MOST_BYTES
from tests.serving import LoopbackServer

TRIES = 3
ENOUGH = 6 * MOST_BYTES  # more than all tries and the kernel hold between them
FILL = "x" * 5000


def _openai(delta: Mapping[str, object]) -> bytes:
    choice = {"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None}
    head = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return f"data: {json.dumps({**head, 'choices': [choice]})}\n\n".encode()


def _call(name: str | None, arguments: str) -> bytes:
    function = {"name": name, "arguments": arguments}
    call = {"index": 0, "id": "a", "type": "function", "function": function}
    return _openai({"tool_calls": [call]})


ENDLESS: Mapping[str, bytes] = {
    "thoughts": _openai({"reasoning_content": FILL}),
    "arguments of a call": _call("look_up", FILL),
    "the name of a call": _call(FILL, ""),
    "a line": b"x" * 65536,
    "lines of one event": b"data: " + FILL.encode() + b"\n",
}
SILENT = _openai({"content": ""})  # an event without a word
# What grows by a letter, as often as it is sent.
DRIPS: Mapping[str, bytes] = {
    "words": _openai({"content": "a"}),
    "thoughts": _openai({"reasoning_content": "a"}),
    "arguments of a call": _call("look_up", "1"),
}


class HostileModel(LoopbackServer):
    """Answers every request with `pieces`; `served` counts what left."""

    def __init__(
        self,
        pieces: Iterator[bytes],
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        pause: float = 0.0,  # seconds before each piece
    ) -> None:
        super().__init__()
        self._pause = pause
        self.served = 0
        self._pieces = pieces
        self._status = status
        self._headers = headers or {"Content-Type": "text/event-stream"}

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_post("/{path:.*}", self._serve)
        return app

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse(status=self._status, headers=self._headers)
        await answer.prepare(request)
        for piece in self._pieces:
            if self._pause:
                await asyncio.sleep(self._pause)
            await answer.write(piece)
            self.served += len(piece)
        return answer


def repeat(piece: bytes) -> Iterator[bytes]:
    for _ in range(ENOUGH // len(piece)):
        yield piece
