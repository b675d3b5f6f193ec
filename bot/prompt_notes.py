"""What a prompt holds besides documents and the conversation."""

from bot.commands import Turn
from bot.own_memory import vault_of
from bot.prompt import SHARES, Notes
from memory.brief import brief


async def prompt_notes(turn: Turn, question: str) -> Notes:
    """Of the vault only where the owner alone reads the answer."""
    own, budget = turn.services.own, turn.services.settings.memory.context_budget
    room = int(budget * SHARES["related"])
    facts = await brief(own.items, turn.recall, question, now=turn.now, budget=room)
    chat = await turn.memory.notes()
    if not turn.private_owner:
        return Notes(chat=chat, brief=facts)
    known = await vault_of(turn).known(turn.now)
    return Notes(known.core, known.procedural, known.memory, chat, facts, known.daily)
