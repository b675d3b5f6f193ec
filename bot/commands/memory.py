"""/memory"""

from collections.abc import Sequence
from datetime import date

from bot.messages import N_, Answer, Choice, Reply, _
from bot.turns.command import Command, Turn
from indexer.i18n import format_date
from memory.chat.notes import Section, split_sections
from memory.fact import Fact

LISTED = 20  # facts, each with a button


async def show_memory(turn: Turn, argument: str) -> Answer:
    facts = await turn.services.owner_memory.facts.list_facts(
        turn.recall, now=turn.now, limit=LISTED
    )
    notes = _select_notes(await turn.memory.read_notes(), facts)
    if not notes and not facts:
        yield Reply(_("I have no notes from this chat yet. Use /remember TEXT to pin one."))
        return
    parts = [f"{_('My notes:')}\n\n{notes}"] if notes else []
    if facts:
        parts.append(f"{_('Facts, each with its own button:')}\n\n{_number_facts(facts)}")
    choices = tuple(Choice(str(n), f"/fact {each.id}") for n, each in enumerate(facts, 1))
    yield Reply("\n\n".join(parts), choices)


def _select_notes(notes: str, facts: Sequence[Fact]) -> str:
    """Return the notes by day, without pins that are listed as facts as well."""
    listed = {each.value.content for each in facts}
    parts = (part for part in split_sections(notes) if not (part.pinned and part.body in listed))
    return "".join(_format_section(part) for part in parts).strip()


def _format_section(section: Section) -> str:
    try:
        day = date.fromisoformat(section.heading[3:13])
    except ValueError:  # a person's own heading
        return section.text
    shown = format_date(day)
    heading = _("{date} (pinned)", date=shown) if section.pinned else shown
    return f"**{heading}**\n\n{section.body}\n\n"


def _number_facts(facts: Sequence[Fact]) -> str:
    return "\n".join(
        f"{n}. {each.value.text}{' (pinned)' if each.value.pinned else ''}"
        for n, each in enumerate(facts, 1)
    )


command = Command("memory", "", N_("Show my notes and facts from this chat"), show_memory)
