"""Retries a request, then falls back to the next model."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Protocol

from msgspec.structs import replace
from pydantic_ai.messages import ModelResponse
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_random_exponential

from bot.llm.model import ModelError, Partial
from bot.llm.request import LlmRequest

TRIES = 3  # per model
LONGEST_WAIT = 20.0  # seconds; a provider that asks for more is skipped

Sleep = Callable[[float], Awaitable[None]]
log = logging.getLogger(__name__)


class Link(Protocol):
    """One model of the chain, opened at its first request."""

    name: str

    def respond(self, ask: LlmRequest) -> AsyncGenerator[Partial | ModelResponse]: ...


async def respond_with_fallback(
    links: Sequence[Link], ask: LlmRequest, sleep: Sleep
) -> AsyncGenerator[Partial | ModelResponse]:
    """Yield one response from the first link that gives one, in its share of the time that is left.

    After a failure a `Partial` may start from the beginning. If every link fails, the first one's
    error is raised: it is the model the owner chose.
    """
    reasons: list[ModelError] = []
    for number, link in enumerate(links):
        try:
            own = _limit(ask, len(links) - number)
            async with aclosing(_retry(link, own, sleep)) as pieces:
                async for piece in pieces:
                    yield piece
            return
        except ModelError as reason:
            log.warning("model %s gave no answer: %s (%s)", link.name, reason, reason.detail)
            reasons.append(reason)
    raise reasons[0]


def _limit(ask: LlmRequest, links: int) -> LlmRequest:
    """Leave as much time to each of the next `links`: one that drips would use up all of it."""
    now = asyncio.get_running_loop().time()
    return replace(ask, until=now + (ask.until - now) / links)


async def _retry(
    link: Link, ask: LlmRequest, sleep: Sleep
) -> AsyncGenerator[Partial | ModelResponse]:
    tries = AsyncRetrying(
        retry=retry_if_exception(_is_worth_retrying),
        stop=stop_after_attempt(TRIES),
        wait=_compute_pause,
        sleep=sleep,
        reraise=True,
    )
    async for attempt in tries:
        with attempt:
            async with aclosing(link.respond(ask)) as pieces:
                async for piece in pieces:
                    yield piece


def _is_worth_retrying(failure: BaseException) -> bool:
    if not isinstance(failure, ModelError) or not failure.retryable:
        return False
    return (failure.retry_after or 0.0) <= LONGEST_WAIT


def _compute_pause(state: RetryCallState) -> float:
    """As long as the provider asks; else randomly up to 1, then 2 seconds, so that chats spread."""
    failure = state.outcome.exception() if state.outcome else None
    if isinstance(failure, ModelError) and failure.retry_after is not None:
        return failure.retry_after
    return wait_random_exponential(multiplier=1, max=LONGEST_WAIT)(state)
