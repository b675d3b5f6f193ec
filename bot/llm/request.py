"""Sends one request to one endpoint through pydantic-ai, which only this package knows."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager

import httpx
from msgspec import Struct
from pydantic_ai import ModelSettings
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.tools import ToolDefinition

from bot.llm.errors import DECLINED, EMPTY, FAILURES, TIMED_OUT, UNREADABLE, explain_failure
from bot.llm.metering import Meter
from bot.llm.model import LlmSettings, ModelError, Partial
from bot.llm.request_cost import meter_request

# Of one response. What a server sends beyond them is no answer, and each piece is put together with
# all before it: ten thousand calls at once would hold the program for minutes.
MOST_PARTS = 64  # texts and calls of tools
LONGEST = 200_000  # characters of the text
MOST_WRITTEN = 1_000_000  # characters of all parts, with what is thought and what tools are given


class LlmRequest(Struct, frozen=True):
    """One request: the conversation, the tools, and where its usage is counted."""

    history: Sequence[ModelMessage]
    tools: Sequence[ToolDefinition]
    may_call: bool  # if False, the tools stay declared: the history may hold calls of them
    max_tokens: int
    meter: Meter
    until: float  # by the clock of the loop: the answer ends then, with all its rounds and tries


class Patience(Struct, frozen=True):
    """The seconds that a server may be silent: before the first word of a response, and later."""

    first_word: float
    silence: float

    def ends_with(self, reason: ModelError, *, begun: bool) -> bool:
        """Return whether no other try may follow: it would be as long until a first word again."""
        return self.first_word > self.silence and reason.sentence is TIMED_OUT and not begun


async def send_request(
    model: Model, ask: LlmRequest, settings: LlmSettings, patience: Patience
) -> AsyncGenerator[Partial | ModelResponse]:
    """Yield the text of one response as it grows, then the response; raises `ModelError`."""
    if _now() >= ask.until:
        raise ModelError(TIMED_OUT, retryable=False)
    try:
        with meter_request(ask.meter, model.model_name, ask.history, ask.tools) as count:
            async with _open_stream(model, ask, settings, patience) as stream:
                count.stream = stream
                pieces = _stream_texts(stream, patience, ask.until)
                async with aclosing(pieces) as texts:
                    async for text in texts:
                        yield Partial(text)
                response = stream.get()
    except FAILURES as failure:
        secrets = [endpoint.api_key for endpoint in settings.endpoints]
        reason = explain_failure(failure, secrets)
        begun = _has_begun(count.stream)
        reason.retryable = reason.retryable and not patience.ends_with(reason, begun=begun)
        # Not "from failure": a traceback in the log would show the secrets that were blotted out.
        raise reason from None
    yield _check_response(response)


@asynccontextmanager
async def _open_stream(
    model: Model, ask: LlmRequest, settings: LlmSettings, patience: Patience
) -> AsyncIterator[StreamedResponse]:
    opening = model_request_stream(
        model,
        ask.history,
        model_settings=_choose_settings(ask, settings, patience),
        model_request_parameters=ModelRequestParameters(function_tools=list(ask.tools)),
    )
    async with AsyncExitStack() as stack:
        # A head, or the body of a failure, may come a byte at a time; the client ends silence. Not
        # sooner: a server that loads its model says "still here" until the first word.
        async with asyncio.timeout_at(ask.until):
            stream = await stack.enter_async_context(opening)
        yield stream


def _choose_settings(ask: LlmRequest, settings: LlmSettings, patience: Patience) -> ModelSettings:
    chosen = ModelSettings(
        max_tokens=ask.max_tokens,
        timeout=httpx.Timeout(patience.first_word, connect=patience.silence),
        max_retries=0,  # `bot.llm.fallback` retries
    )
    if settings.temperature is not None:
        chosen["temperature"] = settings.temperature
    if ask.tools:
        chosen["tool_choice"] = "auto" if ask.may_call else "none"
    return chosen


async def _stream_texts(
    stream: StreamedResponse, patience: Patience, until: float
) -> AsyncGenerator[str]:
    """Yield the text so far, each time it has grown."""
    events = aiter(stream)
    shown, written, heard = "", 0, _now()
    while True:
        # The library's own time-out is reset by every byte, also by a proxy's "still here", and
        # a server may go on for ever without a word in what it sends.
        silence = patience.silence if written else patience.first_word
        async with asyncio.timeout_at(min(heard + silence, until)):
            event = await anext(events, None)
        if event is None:
            return
        response = stream.get()
        if (size := _check_size(response, getattr(event, "index", 0))) > written:
            written, heard = size, _now()
        if (text := response.text or "") != shown:
            yield (shown := text)
            heard = _now()  # who is shown it may take long


def _now() -> float:
    return asyncio.get_running_loop().time()


def _check_size(response: ModelResponse, part: int) -> int:
    """Return how many characters a response has; a `ModelError` for more than an answer has."""
    written = sum(map(_measure, response.parts))
    too_long = len(response.text or "") > LONGEST or written > MOST_WRITTEN
    if part >= MOST_PARTS or too_long:
        raise ModelError(UNREADABLE, retryable=True)
    return written


def _has_begun(stream: StreamedResponse | None) -> bool:
    """Return whether a server has sent a word of a text, of what it thinks or of a call."""
    return stream is not None and any(map(_measure, stream.get().parts))


def _measure(part: ModelResponsePart) -> int:
    """Return how many characters a server has sent for a part of its answer."""
    if isinstance(part, TextPart | ThinkingPart):
        return len(part.content)
    if isinstance(part, ToolCallPart):
        return len(part.tool_name) + len(str(part.args or ""))
    return 0


def _check_response(response: ModelResponse) -> ModelResponse:
    if response.finish_reason == "content_filter":
        raise ModelError(DECLINED, retryable=False)
    if not response.tool_calls and not (response.text or "").strip():
        raise ModelError(EMPTY, retryable=True)
    return response
