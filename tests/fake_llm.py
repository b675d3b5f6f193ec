"""A model server on loopback that says what a test tells it to, in both wire formats.

It speaks OpenAI's `/v1/chat/completions` and Anthropic's `/v1/messages`, streaming, as far as the
real clients need, and misbehaves on demand. Nothing in it knows multis.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web


@dataclass(frozen=True, slots=True)
class Says:
    """An answer in pieces. `ends` False leaves out how it ended; `reason` is OpenAI's word."""

    text: str
    reason: str = "stop"
    ends: bool = True
    usage: tuple[int, int] | None = (100, 10)


@dataclass(frozen=True, slots=True)
class Calls:
    """A tool call, with what the model says before it."""

    tool: str
    arguments: str
    preamble: str = ""


@dataclass(frozen=True, slots=True)
class Fails:
    status: int
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hangs:
    """Accepts the request and stays silent, after `text` if there is any."""

    text: str = ""
    pings: bool = False  # keeps the connection busy all the while


@dataclass(frozen=True, slots=True)
class Cuts:
    """Drops the connection, after `text` if there is any."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Nonsense:
    body: str
    content_type: str = "text/event-stream"


Step = Says | Calls | Fails | Hangs | Cuts | Nonsense


@dataclass(frozen=True, slots=True)
class Call:
    """One request as it came over the wire."""

    path: str
    key: str
    body: Mapping[str, object]

    @property
    def text(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)


class FakeLlm:
    """Answers with the queued steps in order, then with whatever `otherwise` makes of the call."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.steps: deque[Step] = deque()
        self.otherwise: Callable[[Call], Step] = lambda _: Fails(500, "nothing queued")
        self.url = ""
        self.closing = asyncio.Event()

    def enqueue(self, *steps: Step) -> None:
        self.steps.extend(steps)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        key = request.headers.get("Authorization", request.headers.get("x-api-key", ""))
        call = Call(request.path, key, await request.json())
        self.calls.append(call)
        step = self.steps.popleft() if self.steps else self.otherwise(call)
        if isinstance(step, Fails):
            error = {"type": step.code or "error", "code": step.code, "message": step.code}
            return web.json_response(
                {"type": "error", "error": error}, status=step.status, headers=step.headers
            )
        anthropic = request.path.endswith("/messages")
        return await self._stream(request, step, _anthropic if anthropic else _openai)

    async def _stream(
        self, request: web.Request, step: Step, frames: Callable[[Step], list[str]]
    ) -> web.StreamResponse:
        kind = step.content_type if isinstance(step, Nonsense) else "text/event-stream"
        response = web.StreamResponse(headers={"Content-Type": kind})
        await response.prepare(request)
        if isinstance(step, Nonsense):
            await response.write(step.body.encode())
            return response
        for frame in frames(step):
            await response.write(frame.encode())
        if isinstance(step, Hangs):
            await self._stay(response, step.pings)
        if isinstance(step, Cuts) and request.transport is not None:
            request.transport.abort()
        return response

    async def _stay(self, response: web.StreamResponse, pings: bool) -> None:
        while not self.closing.is_set():
            try:
                await asyncio.wait_for(self.closing.wait(), 0.01 if pings else None)
            except TimeoutError:
                try:
                    await response.write(b": still here\n\n")
                except ConnectionError:
                    return


@asynccontextmanager
async def fake_llm() -> AsyncIterator[FakeLlm]:
    """A running server; `url` ends where a client's base address ends for OpenAI's protocol."""
    fake = FakeLlm()
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_post("/v1/chat/completions", fake.handle)
    app.router.add_post("/v1/messages", fake.handle)
    runner = web.AppRunner(app, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    fake.url = f"http://{host}:{port}"
    try:
        yield fake
    finally:
        fake.closing.set()
        await runner.cleanup()


def _pieces(step: Step) -> list[str]:
    """What the step says, cut as a model's tokens are: words with the space before them."""
    text = step.preamble if isinstance(step, Calls) else getattr(step, "text", "")
    words = text.split(" ")
    return [word if n == 0 else " " + word for n, word in enumerate(words) if text]


def _data(value: Mapping[str, object]) -> str:
    return f"data: {json.dumps(value)}\n\n"


def _openai(step: Step) -> list[str]:
    def chunk(delta: Mapping[str, object], reason: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return _data({**head, "choices": [choice]})

    head = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "fake-model"}
    frames = [chunk({"role": "assistant", "content": piece}) for piece in _pieces(step)]
    if isinstance(step, Calls):
        function = {"name": step.tool, "arguments": step.arguments}
        call = {"index": 0, "id": "call-1", "type": "function", "function": function}
        return [
            *frames,
            chunk({"tool_calls": [call]}),
            chunk({}, "tool_calls"),
            _usage(head),
            _DONE,
        ]
    if isinstance(step, Says):
        frames += [chunk({}, step.reason)] if step.ends else []
        frames += [_usage(head, step.usage)] if step.usage else []
        return [*frames, _DONE]
    return frames


_DONE = "data: [DONE]\n\n"


def _usage(head: Mapping[str, object], tokens: tuple[int, int] = (50, 5)) -> str:
    counted = {
        "prompt_tokens": tokens[0],
        "completion_tokens": tokens[1],
        "total_tokens": sum(tokens),
    }
    return _data({**head, "choices": [], "usage": counted})


def _anthropic(step: Step) -> list[str]:
    def event(kind: str, **value: object) -> str:
        return f"event: {kind}\n" + _data({"type": kind, **value})

    tokens = getattr(step, "usage", None) or (50, 5)
    message: dict[str, object] = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "fake-model",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": tokens[0], "output_tokens": 1},
    }
    frames = [event("message_start", message=message)]
    if pieces := _pieces(step):
        block = {"type": "text", "text": ""}
        frames.append(event("content_block_start", index=0, content_block=block))
        frames += [
            event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
            for piece in pieces
        ]
    if isinstance(step, Hangs | Cuts) or (isinstance(step, Says) and not step.ends):
        return frames
    if pieces:
        frames.append(event("content_block_stop", index=0))
    if isinstance(step, Calls):
        call: dict[str, object] = {
            "type": "tool_use",
            "id": "call-1",
            "name": step.tool,
            "input": {},
        }
        delta = {"type": "input_json_delta", "partial_json": step.arguments}
        frames += [
            event("content_block_start", index=1, content_block=call),
            event("content_block_delta", index=1, delta=delta),
            event("content_block_stop", index=1),
        ]
    reason = _ANTHROPIC_REASONS[getattr(step, "reason", "tool_use")]
    ended = {"stop_reason": reason, "stop_sequence": None}
    frames.append(event("message_delta", delta=ended, usage={"output_tokens": tokens[1]}))
    return [*frames, event("message_stop")]


_ANTHROPIC_REASONS = {
    "tool_use": "tool_use",
    "stop": "end_turn",
    "length": "max_tokens",
    "content_filter": "refusal",
}
