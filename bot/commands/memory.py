"""/memory"""

from collections.abc import Sequence

from bot.commands import Command, Turn
from bot.messages import Answer, Choice, Reply
from memory.items import Item

LISTED = 20  # facts, each with a button


async def memory(turn: Turn, _: str) -> Answer:
    notes = (await turn.memory.notes()).strip()
    facts = await turn.services.own.items.listing(turn.recall, now=turn.now, limit=LISTED)
    if not notes and not facts:
        yield Reply("I have no notes of this chat yet. /remember and a sentence pins one.")
        return
    parts = [f"What I have noted:\n\n{notes}"] if notes else []
    if facts:
        parts.append(f"Single facts, each with its button:\n\n{_numbered(facts)}")
    choices = tuple(Choice(str(n), f"/fact {each.id}") for n, each in enumerate(facts, 1))
    yield Reply("\n\n".join(parts), choices)


def _numbered(facts: Sequence[Item]) -> str:
    return "\n".join(
        f"{n}. {each.statement.text}{' (pinned)' if each.statement.pinned else ''}"
        for n, each in enumerate(facts, 1)
    )


command = Command("memory", "", "Show what I have noted of this chat", memory)
