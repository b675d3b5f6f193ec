"""The models of one configuration: the one that answers, and those with a task of their own."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from msgspec import Struct

from bot.llm.connect import open_model
from bot.llm.model import LlmSettings, Model


class Models(Struct, frozen=True):
    """Open until the context that made them ends; None is one that is not configured."""

    answering: Model | None  # None: answers are extracts
    verifier: Model | None = None  # None: rules alone judge what an answer states
    seer: Model | None = None  # looks at pictures; None: only the text in them is read


@asynccontextmanager
async def open_models(settings: LlmSettings) -> AsyncIterator[Models]:
    """Open each model that `settings` name; a name that cannot be one raises a `UserError`."""
    async with (
        _open_if_named(settings) as answering,
        _open_if_named(settings.verifier) as verifier,
        _open_if_named(settings.vision) as seer,
    ):
        yield Models(answering, verifier, seer)


def _open_if_named(settings: LlmSettings | None) -> AbstractAsyncContextManager[Model | None]:
    return open_model(settings) if settings and settings.model else nullcontext()
