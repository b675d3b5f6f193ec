"""A server that plays a model and sends what no answer is: the daemon stays up, and says so."""

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager

import pytest
from aiohttp import web

from bot.llm import Endpoint, Model, ModelError
from bot.llm.http_client import MOST_BYTES
from tests.bot.llm.calling import KINDS, connected, said
from tests.llm_wire import Says, anthropic, openai
from tests.packed import PACKED, pack_twice
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


class HostileModel(LoopbackServer):
    """Answers every request with `pieces`; `served` counts what left."""

    def __init__(
        self, pieces: Iterator[bytes], status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__()
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
            await answer.write(piece)
            self.served += len(piece)
        return answer


def _repeat(piece: bytes) -> Iterator[bytes]:
    for _ in range(ENOUGH // len(piece)):
        yield piece


def _connect(
    server: HostileModel, seconds: float = 30.0, kind: str = "openai"
) -> AbstractAsyncContextManager[Model]:
    address = server.address + ("" if kind == "anthropic" else "/v1")
    return connected(Endpoint(f"{kind}:m", address, "key"), timeout_seconds=seconds)


@pytest.mark.parametrize("piece", ENDLESS.values(), ids=ENDLESS)
async def test_an_answer_without_end_is_cut_off(piece: bytes) -> None:
    async with HostileModel(_repeat(piece)) as server, _connect(server) as model:
        with pytest.raises(ModelError, match="could not be read"):
            await said(model)
        assert server.served < ENOUGH


async def test_a_failure_without_end_is_cut_off() -> None:
    async with HostileModel(_repeat(b" " * 65536), 500) as server, _connect(server) as model:
        with pytest.raises(ModelError, match="could not be read"):
            await said(model)
        assert server.served < ENOUGH


@KINDS
async def test_what_comes_packed_is_not_unpacked(kind: str) -> None:
    frames = (anthropic if kind == "anthropic" else openai)(Says("42"))
    packed = pack_twice("".join(frames).encode())
    async with (
        HostileModel(iter([packed] * TRIES), headers=PACKED) as server,
        _connect(server, kind=kind) as model,
    ):
        with pytest.raises(ModelError, match="could not be read"):
            await said(model)


async def test_an_answer_that_does_not_grow_is_silence() -> None:
    nothing = _openai({"content": ""})
    async with HostileModel(_repeat(nothing)) as server, _connect(server, 0.2) as model:
        with pytest.raises(ModelError, match="took too long"):
            await said(model)
        assert server.served < ENOUGH
