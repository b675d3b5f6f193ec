"""/memory"""

from collections.abc import Sequence
from datetime import date

from bot.messages import Answer, Choice, Reply
from bot.turns.command import Command, Turn
from memory.chat.notes import PINNED, Section, split_sections
from memory.fact import Fact

LISTED = 20  # facts, each with a button


async def memory(turn: Turn, _: str) -> Answer:
    facts = await turn.services.owner_memory.facts.list_facts(
        turn.recall, now=turn.now, limit=LISTED
    )
    notes = _shown(await turn.memory.read_notes(), facts)
    if not notes and not facts:
        yield Reply("I have no notes of this chat yet. /remember and a sentence pins one.")
        return
    parts = [f"What I have noted:\n\n{notes}"] if notes else []
    if facts:
        parts.append(f"Single facts, each with its button:\n\n{_numbered(facts)}")
    choices = tuple(Choice(str(n), f"/fact {each.id}") for n, each in enumerate(facts, 1))
    yield Reply("\n\n".join(parts), choices)


def _shown(notes: str, facts: Sequence[Fact]) -> str:
    """The notes under the days they are of, without pins that are listed as facts as well."""
    listed = {each.value.content for each in facts}
    parts = (part for part in split_sections(notes) if not (part.pinned and part.body in listed))
    return "".join(_dated(part) for part in parts).strip()


def _dated(section: Section) -> str:
    try:
        day = date.fromisoformat(section.heading[3:13])
    except ValueError:  # a person's own heading
        return section.text
    return f"**{day:%-d %B %Y}{f' {PINNED}' if section.pinned else ''}**\n\n{section.body}\n\n"


def _numbered(facts: Sequence[Fact]) -> str:
    return "\n".join(
        f"{n}. {each.value.text}{' (pinned)' if each.value.pinned else ''}"
        for n, each in enumerate(facts, 1)
    )


command = Command("memory", "", "Show what I have noted of this chat", memory)
