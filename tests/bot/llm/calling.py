"""How these tests reach a model: a prompt, addresses of the fake, and a back-off that is none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.llm import (
    Completion,
    Endpoint,
    LlmSettings,
    Model,
    ModelMessage,
    Partial,
    Prompt,
    Tool,
    open_model,
)
from tests.fake_llm import FakeLlm

KEY = "sk-the-owners-secret"
PROMPT = Prompt(
    "You are kind.",
    (
        ModelMessage("user", "Who are you?"),
        ModelMessage("assistant", "A friend."),
        ModelMessage("user", "What is the answer?"),
    ),
)


def endpoint(fake: FakeLlm, kind: str = "openai") -> Endpoint:
    """`fake` as an address of that protocol; Anthropic's client adds the version itself."""
    return Endpoint(f"{kind}:m", fake.address + ("" if kind == "anthropic" else "/v1"), KEY)


def settings(*endpoints: Endpoint, timeout_seconds: float = 30.0, rounds: int = 3) -> LlmSettings:
    first, *others = endpoints
    return LlmSettings(
        first.model,
        first.base_url,
        first.api_key,
        tuple(others),
        timeout_seconds=timeout_seconds,
        max_tool_rounds=rounds,
    )


@asynccontextmanager
async def connected(*endpoints: Endpoint, timeout_seconds: float = 30.0) -> AsyncIterator[Model]:
    async with open_model(settings(*endpoints, timeout_seconds=timeout_seconds), no_wait) as model:
        yield model


async def no_wait(_: float) -> None:
    """Back-off without the wait."""


async def said(model: Model, *tools: Tool) -> list[Partial | Completion]:
    return [piece async for piece in model.stream(PROMPT, tools)]


KINDS = pytest.mark.parametrize("kind", ["openai", "anthropic", "ollama"])
