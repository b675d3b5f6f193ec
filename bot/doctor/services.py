"""The platforms and the models, asked for real unless told to stay offline."""

import os
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

from bot.doctor.findings import Finding, fail, ok, warn
from bot.home import Home
from bot.llm import Model, ModelError, ModelMessage, Prompt
from bot.messages import Adapter, Checkable, UserError
from bot.settings.config import Settings
from indexer.embedding.embedder import EmbedderError
from indexer.embedding.factory import open_embedder

MOST_TOKENS = 16


async def check_platforms(enabled: Mapping[str, Adapter], offline: bool) -> AsyncIterator[Finding]:
    if not enabled:
        yield warn("platforms", "None is enabled. `multis init` sets one up.")
    for name, adapter in enabled.items():
        if offline or not isinstance(adapter, Checkable):
            yield ok(name, "Enabled; not asked.")
            continue
        try:
            yield ok(name, f"It knows us as {await adapter.check()}.")
        except UserError as error:
            yield fail(name, str(error))
        except ConnectionError as error:
            yield fail(name, f"{error}. Check the network, and base_url if you set one.")


async def check_model(
    model: Model | None, settings: Settings, offline: bool
) -> AsyncIterator[Finding]:
    if model is None:
        yield warn("model", "None is configured: answers are passages. Set llm.model for more.")
    elif offline:
        yield ok("model", f"{settings.llm.model}; not asked.")
    else:
        prompt = Prompt("Answer with one word.", (ModelMessage("user", "Are you there?"),))
        try:
            await model.complete(prompt, max_tokens=MOST_TOKENS)
        except ModelError as error:
            yield fail("model", f"{settings.llm.model}: {error.sentence} {error.detail}".strip())
        else:
            yield ok("model", f"{settings.llm.model} answers.")


async def check_embedder(settings: Settings, home: Home, offline: bool) -> AsyncIterator[Finding]:
    """The model that finds passages by meaning."""
    if offline:
        yield ok("meaning", f"embedder.kind is {settings.embedder.kind}; not asked.")
        return
    async with open_embedder(settings.embedder, home.models) as model:
        if model.name == "none":
            yield ok("meaning", "Words alone are searched; `multis semantic install` adds more.")
            return
        try:
            await model.embed(["Are you there?"], urgent=True)
        except EmbedderError as error:
            yield fail("meaning", f"{model.name}: {error} Until then words alone are searched.")
        else:
            yield ok("meaning", f"{model.name} answers.")


def check_folders(settings: Settings) -> Iterator[Finding]:
    """Those of the configuration that are not there; the vault's own is made when it is needed."""
    vault = Path(settings.vault.dir).expanduser()
    there = next(each for each in (vault, *vault.parents) if each.exists())
    if settings.vault.dir and not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        told = f"vault.dir is {vault}, and nothing can be written there."
        yield fail("vault", f"{told} Choose a folder of your own.")
    for root in settings.documents.roots:
        if not Path(root).expanduser().is_dir():
            told = f"documents.roots names {root}, which is no folder."
            yield warn("documents", f"{told} Correct it, or make the folder.")


def check_memory_settings(settings: Settings) -> list[Finding]:
    if settings.memory.decay_rate < 0.1:
        return [
            warn(
                "memory.decay_rate",
                f"{settings.memory.decay_rate} belonged to an older formula. Use 0.5.",
            )
        ]
    return []
