"""Gathers what a prompt is made of: passages, notes, messages and tools for one turn."""

import asyncio
import os
from collections.abc import Callable, Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import astuple

from bot.answering.with_model.prompt import SHARES, Layers, Notes, PromptMessage, Role
from bot.answering.with_model.repeated_lines import drop_repeated_notes, is_summary
from bot.answering.with_model.tools import build_tools
from bot.llm import Tool
from bot.owner.turn import get_vault
from bot.tools.context import ToolEffects
from bot.turns.command import Turn
from indexer.documents import Hit
from indexer.search.context import FoundPassages, PassageBudget, gather_context
from indexer.text.llm_tokens import count_llm_tokens
from memory.facts.brief import Brief, build_brief
from memory.messages import Message
from memory.vault.vault import VaultContext

PACKED = 4000  # tokens of passages at most: more makes a prompt dear and an answer hardly better


class PromptParts(Struct, frozen=True):
    """The layers of one prompt, and what goes with it."""

    layers: Layers
    tools: tuple[Tool, ...]
    facts: tuple[str, ...]  # ids of the facts in it
    cleared: int  # of `SentPrompts`, before anything was read


async def load_prompt_notes(turn: Turn, question: str) -> tuple[Notes, tuple[str, ...]]:
    """Load the notes of the prompt, and the ids of the facts among them."""
    facts, chat, known = await asyncio.gather(
        _load_brief(turn, question), turn.memory.read_notes(), _load_vault_notes(turn)
    )
    notes = Notes(known.core, known.procedural, known.memory, chat, facts.text, known.daily)
    return notes, facts.fact_ids


async def _load_brief(turn: Turn, question: str) -> Brief:
    room = int(turn.services.settings.memory.context_budget * SHARES["related"])
    items = turn.services.owner_memory.facts
    local = turn.now.astimezone()
    return await build_brief(items, turn.recall, question, now=local, budget=room)


async def _load_vault_notes(turn: Turn) -> VaultContext:
    """Read the vault, only where the owner alone reads the answer."""
    if not turn.private_owner:
        return VaultContext()
    return await turn.services.owner_memory.read_vault(turn.now)


async def gather_parts(
    turn: Turn, question: str, found: FoundPassages, nonce: str, effects: ToolEffects
) -> PromptParts:
    services, message = turn.services, turn.message
    cleared = services.sent_prompts.cleared
    room = PassageBudget(
        _compute_passage_budget(services.settings.memory.context_budget), count_llm_tokens
    )
    passages, (notes, facts), window = await asyncio.gather(
        gather_context(services.store, turn.recall, found, room),
        load_prompt_notes(turn, question),
        turn.memory.read_window(),
    )
    recent = await services.owner_memory.sessions.list_recent(turn.memory, window)
    tools = await build_tools(turn, question, window, nonce, effects)
    current = PromptMessage("user", question, turn.author, message.forwarded, message.quote)
    fresh = drop_repeated_notes(passages, [notes.brief], _find_notes(turn))
    layers = Layers(current, notes, fresh, [_convert_message(each) for each in recent])
    return PromptParts(layers, tools, facts, cleared)


def _find_notes(turn: Turn) -> Callable[[Hit], bool]:
    """Return a test for passages that are notes of conversations, and no documents."""
    vault = f"{get_vault(turn).folder}{os.sep}" if turn.private_owner else ""
    return lambda hit: is_summary(hit) or bool(vault and hit.file.startswith(vault))


def _compute_passage_budget(budget: int) -> int:
    """Tokens for the texts of passages; the rest of their share is for the fences around them."""
    return min(PACKED, int(budget * SHARES["passages"] * 0.8))


def _convert_message(message: Message) -> PromptMessage:
    role: Role = "assistant" if message.role == "assistant" else "user"
    sent = datetime.fromisoformat(message.timestamp).astimezone()
    return PromptMessage(
        role, message.content, message.author, message.forwarded, message.quote, sent
    )


def list_told_texts(layers: Layers) -> Iterator[str]:
    """Yield what people wrote and what is noted: no passages, and nothing of the model's own."""
    yield from (layers.question.text, layers.question.quote)
    yield from (message.text for message in layers.recent if message.role == "user")
    yield from astuple(layers.notes)


def list_given_texts(layers: Layers) -> Iterator[str]:
    """Yield all texts of a prompt but the model's own: passages, notes, and what people wrote."""
    yield from list_told_texts(layers)
    yield from map(list_text, layers.hits)


def list_text(hit: Hit) -> str:
    """Return all of a passage that can hold an address: a web page is named by its own."""
    chunk = hit.chunk
    return "\n\n".join((chunk.text, hit.file, hit.file_name, chunk.name, *chunk.path))
