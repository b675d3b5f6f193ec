"""What a prompt holds besides documents and the conversation."""

import asyncio

from bot.answering.prompt import SHARES, Notes
from bot.commands import Turn
from bot.owner.turn import vault_of
from memory.facts.brief import Brief, brief
from memory.vault.vault import Known


async def prompt_notes(turn: Turn, question: str) -> tuple[Notes, tuple[str, ...]]:
    """The notes, and the ids of the items among them."""
    facts, chat, known = await asyncio.gather(
        _brief(turn, question), turn.memory.notes(), _known(turn)
    )
    notes = Notes(known.core, known.procedural, known.memory, chat, facts.text, known.daily)
    return notes, facts.items


async def _brief(turn: Turn, question: str) -> Brief:
    room = int(turn.services.settings.memory.context_budget * SHARES["related"])
    items = turn.services.own.items
    return await brief(items, turn.recall, question, now=turn.now, budget=room)


async def _known(turn: Turn) -> Known:
    """The vault, only where the owner alone reads the answer."""
    return await vault_of(turn).known(turn.now) if turn.private_owner else Known()
