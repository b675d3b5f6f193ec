"""A model server on loopback that says what a test tells it to, in both wire formats.

It speaks OpenAI's `/v1/chat/completions` and Anthropic's `/v1/messages`, streaming, as far as the
real clients need, and misbehaves on demand. Nothing in it knows multis.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping

from aiohttp import web
from msgspec import Struct

from tests.llm_wire import Calls, Cuts, Fails, Hangs, Nonsense, Says, Step, anthropic, openai
from tests.serving import LoopbackServer

__all__ = [
    "Call",
    "Calls",
    "Cuts",
    "Fails",
    "FakeLlm",
    "Hangs",
    "Nonsense",
    "Says",
    "Step",
]


class Call(Struct, frozen=True):
    """One request as it came over the wire."""

    path: str
    key: str
    body: Mapping[str, object]

    @property
    def text(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)


class FakeLlm(LoopbackServer):
    """Answers with the queued steps in order, then with whatever `otherwise` makes of the call.

    `pace` is the time in seconds before each piece of an answer, `reading` that before its head.
    """

    def __init__(
        self,
        otherwise: Callable[[Call], Step] | None = None,
        pace: float = 0.0,
        reading: float = 0.0,
    ) -> None:
        super().__init__()
        self.pace = pace
        self.reading = reading
        self.calls: list[Call] = []
        self.steps: deque[Step] = deque()
        self.otherwise = otherwise or (lambda _: Fails(500, "nothing queued"))
        self.closing = asyncio.Event()
        self.models: object = {"data": [{"id": "m"}]}

    def application(self) -> web.Application:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_post("/v1/chat/completions", self.handle)
        app.router.add_post("/v1/messages", self.handle)
        app.router.add_get("/v1/models", self.list_models)
        return app

    async def stop(self) -> None:
        self.closing.set()
        await super().stop()
        self.closing.clear()

    def enqueue(self, *steps: Step) -> None:
        self.steps.extend(steps)

    async def list_models(self, _: web.Request) -> web.Response:
        return web.json_response(self.models)

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
        messages = request.path.endswith("/messages")
        return await self._stream(request, step, anthropic if messages else openai)

    async def _stream(
        self, request: web.Request, step: Step, frames: Callable[[Step], list[str]]
    ) -> web.StreamResponse:
        kind = step.content_type if isinstance(step, Nonsense) else "text/event-stream"
        response = web.StreamResponse(headers={"Content-Type": kind})
        await asyncio.sleep(self.reading)
        await response.prepare(request)
        if isinstance(step, Nonsense):
            await response.write(step.body.encode())
            return response
        for frame in frames(step):
            await asyncio.sleep(self.pace)
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
