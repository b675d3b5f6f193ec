"""Sends one request to one endpoint through pydantic-ai, which only this package knows."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager

from msgspec import Struct
from pydantic_ai import ModelSettings
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.tools import ToolDefinition

from bot.llm.errors import DECLINED, EMPTY, FAILURES, UNREADABLE, explain_failure
from bot.llm.metering import Meter
from bot.llm.model import LlmSettings, ModelError, Partial
from bot.llm.request_cost import meter_request

# Of one response. What a server sends beyond them is no answer, and each piece is put together with
# all before it: ten thousand calls at once would hold the program for minutes.
MOST_PARTS = 64  # texts and calls of tools
LONGEST = 200_000  # characters


class LlmRequest(Struct, frozen=True):
    """One request: the conversation, the tools, and where its usage is counted."""

    history: Sequence[ModelMessage]
    tools: Sequence[ToolDefinition]
    may_call: bool  # if False, the tools stay declared: the history may hold calls of them
    max_tokens: int
    meter: Meter


async def send_request(
    model: Model, ask: LlmRequest, settings: LlmSettings
) -> AsyncGenerator[Partial | ModelResponse]:
    """Yield the text of one response as it grows, then the response; raises `ModelError`."""
    try:
        with meter_request(ask.meter, model.model_name, ask.history, ask.tools) as count:
            async with _open_stream(model, ask, settings) as stream:
                count.stream = stream
                async with aclosing(_stream_texts(stream, settings.timeout_seconds)) as texts:
                    async for text in texts:
                        yield Partial(text)
                response = stream.get()
    except FAILURES as failure:
        secrets = [endpoint.api_key for endpoint in settings.endpoints]
        # Not "from failure": a traceback in the log would show the secrets that were blotted out.
        raise explain_failure(failure, secrets) from None
    yield _check_response(response)


@asynccontextmanager
async def _open_stream(
    model: Model, ask: LlmRequest, settings: LlmSettings
) -> AsyncIterator[StreamedResponse]:
    chosen = ModelSettings(
        max_tokens=ask.max_tokens,
        timeout=settings.timeout_seconds,
        max_retries=0,  # `bot.llm.fallback` retries
    )
    if settings.temperature is not None:
        chosen["temperature"] = settings.temperature
    if ask.tools:
        chosen["tool_choice"] = "auto" if ask.may_call else "none"
    parameters = ModelRequestParameters(function_tools=list(ask.tools))
    async with model_request_stream(
        model, ask.history, model_settings=chosen, model_request_parameters=parameters
    ) as stream:
        yield stream


async def _stream_texts(stream: StreamedResponse, silence: float) -> AsyncGenerator[str]:
    """Yield the text so far, each time it has grown."""
    events = aiter(stream)
    shown = ""
    while True:
        # The library's own time-out is reset by every byte, also by a proxy's "still here".
        async with asyncio.timeout(silence):
            event = await anext(events, None)
        if event is None:
            return
        if getattr(event, "index", 0) >= MOST_PARTS:
            raise ModelError(UNREADABLE, retryable=True)
        text = stream.get().text or ""
        if len(text) > LONGEST:
            raise ModelError(UNREADABLE, retryable=True)
        if text != shown:
            yield (shown := text)


def _check_response(response: ModelResponse) -> ModelResponse:
    if response.finish_reason == "content_filter":
        raise ModelError(DECLINED, retryable=False)
    if not response.tool_calls and not (response.text or "").strip():
        raise ModelError(EMPTY, retryable=True)
    return response
