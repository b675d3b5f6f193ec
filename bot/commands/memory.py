"""/memory, /memory WORDS, /memory deleted"""

from collections.abc import Sequence
from datetime import date

from bot.messages import N_, Answer, Choice, Reply, _
from bot.rendering.fact_times import describe_times
from bot.turns.command import Command, Turn
from indexer.i18n import format_date
from memory.chat.notes import Section, split_sections
from memory.fact import Fact

LISTED = 20  # facts, each with a button
DELETED = "deleted"  # in place of words
IN_GROUP = 8_000  # characters of notes there: what one person sends keeps others' answers waiting


async def show_memory(turn: Turn, argument: str) -> Answer:
    if argument.strip().lower() == DELETED:
        yield await _list_deleted(turn)
        return
    if argument.strip():
        yield await _search_facts(turn, argument)
        return
    facts = await turn.services.owner_memory.facts.list_facts(
        turn.recall, now=turn.now, limit=LISTED
    )
    notes = _select_notes(await turn.memory.read_notes(), facts)
    more = await _offer_deleted(turn)
    if not notes and not facts:
        yield Reply(_("I have no notes from this chat yet. Use /remember TEXT to pin one."), more)
        return
    parts = [_head_notes(turn, notes)] if notes else []
    if facts:
        parts.append(f"{_('Facts, each with its own button:')}\n\n{_number_facts(facts)}")
    yield Reply("\n\n".join(parts), (*_build_choices(facts), *more))


def _head_notes(turn: Turn, notes: str) -> str:
    """Return the notes below a heading; in a group the latest ones, if there are very many."""
    if turn.message.chat.private or len(notes) <= IN_GROUP:
        return f"{_('My notes:')}\n\n{notes}"
    latest = notes[-IN_GROUP:].partition("\n\n")
    return f"{_('The latest of my notes:')}\n\n…\n\n{latest[2] or latest[0]}"


async def _offer_deleted(turn: Turn) -> tuple[Choice, ...]:
    """Return a button that lists deleted facts, if there are any that can be restored."""
    facts = turn.services.owner_memory.facts
    deleted = await facts.list_deleted(turn.recall, turn.now, limit=1)
    return (Choice(_("Deleted facts"), f"/memory {DELETED}"),) if deleted else ()


async def _list_deleted(turn: Turn) -> Reply:
    facts = turn.services.owner_memory.facts
    deleted = await facts.list_deleted(turn.recall, turn.now, limit=LISTED)
    if not deleted:
        return Reply(_("There is no deleted fact that can be restored."))
    restore = (
        Choice(_("Restore {number}", number=str(n)), f"/fact {each.id} restore")
        for n, each in enumerate(deleted, 1)
    )
    return Reply(f"{_('Deleted facts:')}\n\n{_number_facts(deleted)}", tuple(restore))


async def _search_facts(turn: Turn, words: str) -> Reply:
    """List the facts that match best, by their words and by their meaning."""
    hits = await turn.services.owner_memory.facts.search(
        turn.recall, words, now=turn.now, limit=LISTED
    )
    facts = [hit.fact for hit in hits]
    if not facts:
        return Reply(_("No fact matches that. /memory lists all facts."))
    return Reply(_number_facts(facts), _build_choices(facts))


def _build_choices(facts: Sequence[Fact]) -> tuple[Choice, ...]:
    return tuple(Choice(str(n), f"/fact {each.id}") for n, each in enumerate(facts, 1))


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
    return "\n".join(f"{n}. {_format_dated(each)}" for n, each in enumerate(facts, 1))


def _format_dated(fact: Fact) -> str:
    text, times = fact.value.text, describe_times(fact)
    if fact.is_quote:
        times = _("verbatim, {times}", times=times)
    if fact.value.pinned:
        return _("{text} (pinned, {times})", text=text, times=times)
    return _("{text} ({times})", text=text, times=times)


command = Command(
    "memory", N_("[WORDS|deleted]"), N_("Show my notes and facts from this chat"), show_memory
)
