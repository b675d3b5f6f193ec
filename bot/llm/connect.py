"""Opens the configured models; the library behind them takes seconds to import, so on first use."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from bot.llm.metering import Meter
from bot.llm.model import Completion, Endpoint, LlmSettings, Model, Partial, Prompt, Tool
from indexer.errors import UserError
from indexer.i18n import N_

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model as LibraryModel

    from bot.llm.request import LlmRequest

UNKNOWN = N_(
    "Unknown model {name}. Write anthropic:NAME, openai:NAME or ollama:NAME."
    " For any other server that speaks OpenAI's protocol, write openai:NAME and set llm.base_url"
    " to its address."
)

LONGEST_ANSWER = 20  # times `timeout_seconds`: a server may send a letter every now and then
# Times `timeout_seconds`, until the first word of one's own server: a slow machine reads a long
# question for minutes, without a sign. Another try would begin with that again.
FIRST_WORD = 5

# What a first answer imports, here or deep in the libraries, whichever the provider is ...
NEEDED = (
    "bot.llm.tool_loop",
    "bot.llm.fallback",
    "bot.llm.http_client",
    "bot.llm.providers",
    "anyio._backends._asyncio",
    "opentelemetry.propagate",
    "genai_prices.data",
)
# ... and by kind of endpoint, what only its provider's client needs.
NEEDED_BY_KIND = {
    "anthropic": (
        "pydantic_ai.models.anthropic",
        "pydantic_ai.providers.anthropic",
        "anthropic.resources.messages.messages",
    ),
    "ollama": (
        "pydantic_ai.models.ollama",
        "pydantic_ai.providers.ollama",
        "openai.resources.chat.chat",
    ),
    "openai": (
        "pydantic_ai.models.openai",
        "pydantic_ai.providers.openai",
        "openai.resources.chat.chat",
    ),
}


@asynccontextmanager
async def open_model(
    settings: LlmSettings, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> AsyncIterator[Model]:
    """Open the model of `settings` with its fallbacks; the connections close at the end.

    A name that cannot be a model raises a `UserError` at once; whether it answers shows in use.
    """
    for endpoint in settings.endpoints:
        if endpoint.kind not in ("anthropic", "openai", "ollama") or not endpoint.name:
            raise UserError(UNKNOWN.fill(name=repr(endpoint.model)))
    async with AsyncExitStack() as stack:
        yield _ConnectedModel(settings, sleep, stack)


class _ConnectedModel:
    """The `Model` that production uses."""

    def __init__(
        self,
        settings: LlmSettings,
        sleep: Callable[[float], Awaitable[None]],
        stack: AsyncExitStack,
    ) -> None:
        self._settings = settings
        self._sleep = sleep
        self._links = tuple(_Link(each, settings, stack) for each in settings.endpoints)

    async def complete(
        self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
    ) -> Completion:
        async with aclosing(self._answer(prompt, (), max_tokens, meter)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Completion):
                    return piece
        raise AssertionError("an answer ends with a completion")

    def stream(
        self, prompt: Prompt, tools: tuple[Tool, ...] = (), meter: Meter | None = None
    ) -> AsyncGenerator[Partial | Completion]:
        return self._answer(prompt, tools, None, meter)

    async def _answer(
        self,
        prompt: Prompt,
        tools: tuple[Tool, ...],
        max_tokens: int | None,
        meter: Meter | None,
    ) -> AsyncGenerator[Partial | Completion]:
        rounds = await asyncio.to_thread(_load_library)
        most, meter = max_tokens or self._settings.max_tokens, meter or Meter()
        seconds = LONGEST_ANSWER * self._settings.timeout_seconds
        limits = rounds.Limits(most, self._settings.max_tool_rounds, seconds)
        async with aclosing(
            rounds.run_tool_loop(self._respond, prompt, tools, limits, meter)
        ) as pieces:
            async for piece in pieces:
                yield piece

    def _respond(self, ask: "LlmRequest") -> "AsyncGenerator[Partial | ModelResponse]":
        from bot.llm import fallback

        return fallback.respond_with_fallback(self._links, ask, self._sleep)


class _Link:
    """One endpoint of the chain, opened at its first request."""

    def __init__(self, endpoint: Endpoint, settings: LlmSettings, stack: AsyncExitStack) -> None:
        self.name = endpoint.model
        self._endpoint = endpoint
        self._settings = settings
        self._stack = stack
        self._model: LibraryModel | None = None

    async def respond(self, ask: "LlmRequest") -> "AsyncGenerator[Partial | ModelResponse]":
        from bot.llm import local_servers, providers, request

        if self._model is None:
            client = await self._stack.enter_async_context(await asyncio.to_thread(_build_client))
            built = await asyncio.to_thread(providers.build_model, self._endpoint, client)
            self._model = await self._stack.enter_async_context(built)
        silence = self._settings.timeout_seconds
        longer = FIRST_WORD if local_servers.is_near(self._endpoint) else 1
        patience = request.Patience(longer * silence, silence)
        sent = request.send_request(self._model, ask, self._settings, patience)
        async with aclosing(sent) as pieces:
            async for piece in pieces:
                yield piece


async def preload_library(settings: LlmSettings) -> None:
    """Import what the first question needs, which would otherwise wait for seconds."""
    for endpoint in settings.endpoints[:1]:
        for name in NEEDED + NEEDED_BY_KIND[endpoint.kind]:
            await asyncio.to_thread(import_module, name)


def _build_client() -> "AsyncClient":
    from bot.llm.http_client import build_client

    return build_client()


def _load_library() -> ModuleType:
    return import_module("bot.llm.tool_loop")
