"""Finds and ends the fact that does not hold any more, now that something else was said.

Which of several statements has ended is decided in `memory.text.changes.decision`. A correction
that names nothing is about what the same person said last, in the same chat and within a day; a
change that names nothing about what was told last there, within an hour.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import accumulate

import aiosqlite
from msgspec.structs import replace

from indexer.aside import run_aside
from indexer.scopes import Scope
from indexer.store.connection import Connection
from memory.fact import DAY, Fact, FactValue, NoteProvenance, Provenance
from memory.facts.nearness import find_comparable, find_holding, find_latest
from memory.facts.rows import save_change
from memory.text.changes.change import takes_place_of
from memory.text.changes.compound import (
    PartlyEnded,
    find_ended_part,
    list_others_clauses,
)
from memory.text.changes.corrections.correction import correct_words, parse_correction
from memory.text.changes.corrections.last_said import correct_last, find_wrong
from memory.text.changes.decision import (
    choose_ended,
    ends_all,
    leaves_all,
    separate_things,
)
from memory.text.changes.marriage import parts_from_partner
from memory.text.changes.several import split_things
from memory.text.changes.weekly import drop_ended_days
from memory.text.equivalence import derive_key, extends, restates
from memory.text.grounding import prefix_author
from memory.text.introductions import keep_introduction, keep_others_name
from memory.text.naming import list_more_named
from memory.text.statement import count_clauses, is_comparable, parse_statement

HOUR = 3_600  # seconds
MOST_PAIRS = 300  # of clauses that are compared for one change
MOST_LETTERS = 5_000_000  # of the one times those of the other: of 600 each, a pair costs 60 ms


async def find_ended(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance
) -> Fact | None:
    """Return the one fact that `value` takes the place of; None if there are several."""
    author = provenance.author
    new = value.content.removeprefix(f"{author}: ")
    if corrected := await _find_corrected(db, scope, provenance.said or new, provenance):
        return corrected
    if parse_correction(new):
        return None
    found = [
        each
        for each in await find_comparable(db, scope, new)
        if each.is_of(author) and not tells_of_before(value, provenance, each)
    ]
    # What has a last day may end sooner, but not in place of the plan that gave it that day.
    said = datetime.fromtimestamp(provenance.said_at, UTC)
    ending = [each for each in found if each.value.validity.until]
    open_ = [each for each in found if each not in ending]
    for group in (open_, [each for each in ending if not each.value.validity.is_over(said)]):
        texts = list_latest([get_text(each) for each in group], new)
        choose = partial(choose_ended, new, texts, provenance.said)
        place = await run_aside(choose, _weigh(new, texts))
        if place is not None:
            return group[place]
    return None


def _weigh(new: str, texts: Sequence[str]) -> int:
    """Return how long texts are to whoever compares each with every clause of a new one."""
    return count_clauses(new) * (len(new) + sum(map(len, texts)))


def list_latest(texts: Sequence[str], new: str) -> list[str]:
    """List the first texts, the latest, that a new one may be compared with: clause by clause, and
    letter by letter.
    """
    most = MOST_PAIRS // max(1, count_clauses(new))
    clauses = accumulate(map(count_clauses, texts))
    letters = accumulate(len(new) * len(each) for each in texts)
    sums = zip(texts, clauses, letters, strict=True)
    return [each for each, so_far, long in sums if so_far <= most and long <= MOST_LETTERS]


async def find_others_ended(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance
) -> list[Fact]:
    """Return what each of several things that a person told ends: `moved to Leeds, and the gym is
    30 now`; nothing if it is one thing.
    """
    things = list_told_things(value, provenance)
    found = [await find_ended(db, scope, *each) for each in things]
    return list({each.id: each for each in found if each}.values())


async def end_others(db: Connection, new: Fact, known: Fact | None, now: datetime) -> list[str]:
    """End what else each of several things that were told takes the place of; returns its texts."""
    gone: list[str] = []
    for thing, rests_on in list_told_things(new.value, new.provenance):
        other = await find_ended(db, new.scope, thing, rests_on)
        newer = other and other.updated_at > new.provenance.said_at
        if other is None or newer or (known and other.id == known.id):
            continue
        half = await find_ended_half(thing, rests_on, other)
        gone.append(half.ended if half else other.value.text)
        if half:
            await shorten(db, other, half.rest, new.created_at)
        else:
            await close(db, other, f"{now.astimezone():%Y-%m-%dT%H:%M}", new.created_at)
    return gone


async def close(db: Connection, known: Fact, until: str, at: int) -> Fact:
    """Let a fact have held until a day."""
    validity = replace(known.value.validity, until=until)
    value = replace(known.value, validity=validity, pinned=False)
    ended = replace(known, value=value, updated_at=at)
    if ended.value != known.value and known.deleted_at is None:
        await save_change(db, ended, "changed", known, at)
    return ended


async def shorten(db: Connection, known: Fact, rest: str, at: int) -> None:
    """Keep of a fact what still holds; what of it has ended stays in its history."""
    key = derive_key(rest, known.provenance.author)
    value = replace(known.value, content=rest, summary="", key=key)
    await save_change(db, replace(known, value=value), "changed", known, at)


def list_told_things(
    value: FactValue, provenance: Provenance
) -> list[tuple[FactValue, Provenance]]:
    """List the things that a person told, each as a value of its own; none if it is one alone.

    A note of a model says less than the words that it rests on, which may be of more.
    """
    author = provenance.author
    told = value.content.removeprefix(f"{author}: ")
    things = split_things(told) if provenance.said in ("", told) else ()
    return [
        (
            replace(value, content=prefix_author(author, each), key=""),
            replace(provenance, said=each),
        )
        for each in (things if len(things) > 1 else ())
    ]


async def _find_corrected(
    db: aiosqlite.Connection, scope: Scope, new: str, provenance: Provenance
) -> Fact | None:
    """Return the fact that a correction without a subject is about.

    What was wrong must stand in that fact alone.
    """
    found = parse_correction(new)
    if not (found and found.wrong):
        return await _find_changed(db, scope, new, provenance)
    held = [
        each
        for each in await find_holding(db, scope, found.wrong)
        if each.is_of(provenance.author) and correct_words(new, get_text(each))
    ]
    return held[0] if len(held) == 1 and _is_of_conversation(held[0], provenance) else None


async def _find_changed(
    db: aiosqlite.Connection, scope: Scope, new: str, provenance: Provenance
) -> Fact | None:
    """Return what was told last, if words that name nothing give it another value, the same person
    told it, and no other fact has the one before.
    """
    corrects = parse_correction(new) is not None
    last = await _find_last(db, scope, provenance, DAY if corrects else HOUR)
    if last is None or not is_comparable(new, get_text(last)):
        return None
    text = get_text(last)
    wrong = await run_aside(partial(find_wrong, new, text), _weigh(new, (text,)))
    if not wrong or (not corrects and await _is_of_another(db, scope, provenance, new, last)):
        return None
    found = [each for each in await find_holding(db, scope, wrong) if each.is_of(provenance.author)]
    held = [each for each in found if is_comparable(get_text(each))]
    texts = [get_text(each) for each in held]
    choose = partial(_list_corrected, new, texts)
    same = [held[n].id for n in await run_aside(choose, _weigh(new, texts))]
    return last if same == [last.id] else None


async def _is_of_another(
    db: aiosqlite.Connection, scope: Scope, provenance: Provenance, new: str, last: Fact
) -> bool:
    """Tell if a model words a note so that it names what another fact is about, and not the last.

    What no fact names may be the last one in other words: `the subscription` for `Netflix`.
    """
    worded = provenance.worded if isinstance(provenance, NoteProvenance) else ""
    more = list_more_named(worded, new, get_text(last)) if worded else ()
    held = await find_holding(db, scope, " ".join(more)) if more else ()
    return any(each.id != last.id for each in held)


async def _find_last(
    db: aiosqlite.Connection, scope: Scope, provenance: Provenance, within: int
) -> Fact | None:
    """Return what anybody told last in a chat, within so many seconds."""
    told = await find_latest(db, scope)
    return next((each for each in told if _is_of_conversation(each, provenance, within)), None)


def _list_corrected(new: str, texts: Sequence[str]) -> list[int]:
    return [n for n, text in enumerate(texts) if correct_last(new, text)]


def _is_of_conversation(fact: Fact, provenance: Provenance, within: int = DAY) -> bool:
    same = fact.provenance.chat == provenance.chat
    return same and abs(provenance.said_at - fact.said_at) <= within


def get_text(fact: Fact) -> str:
    """Return the text of a fact without the name of who said it, which it has in a group."""
    return fact.value.content.removeprefix(f"{fact.provenance.author}: ")


def tells_of_before(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    """Tell if what happened was long over when a fact was said: `in 2009 I moved to York`.

    What corrects it may have happened at any time, and so may what is dated itself.
    """
    before = value.validity.is_long_before(datetime.fromtimestamp(known.said_at, UTC))
    if not before or known.value.validity.occurs:
        return False
    return not parse_statement(provenance.said or value.content).corrects


async def find_ended_half(
    value: FactValue, provenance: Provenance, known: Fact
) -> PartlyEnded | None:
    """Find what of a known fact has ended now that `value` was said, if the rest still holds."""
    length = _weigh(value.content, (known.value.content,))
    return await run_aside(partial(_find_half, value, provenance, known), length)


def _find_half(value: FactValue, provenance: Provenance, known: Fact) -> PartlyEnded | None:
    author = known.provenance.author
    new = value.content.removeprefix(f"{provenance.author}: ")
    old = known.value.content.removeprefix(f"{author}: ")
    if restates(new, old) or extends(new, old):
        return None
    said = provenance.said
    if rest := drop_ended_days(said or new, old):
        return PartlyEnded(old, prefix_author(author, rest))
    if ends_all(new, old, said):
        return None
    part = _separate(new, old, said) or find_ended_part(new, old, said)
    part = part or _end_but_name(new, old, said)
    return part and replace(part, rest=prefix_author(author, part.rest))


def correct_value(value: FactValue, known: Fact | None, provenance: Provenance) -> FactValue:
    """Return a known fact with the words that a person corrects: `I meant Friday, not Thursday`."""
    if known is None:
        return value
    author, old = provenance.author, get_text(known)
    new = provenance.said or value.content.removeprefix(f"{author}: ")
    text = correct_words(new, old) or correct_last(new, old)
    return replace(value, content=prefix_author(author, text)) if text else value


async def leaves_whole(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    """Tell if a known fact tells several things, and a new value neither ends nor repeats any."""
    length = _weigh(value.content, (known.value.content,))
    return await run_aside(partial(_leaves_whole, value, provenance, known), length)


def _leaves_whole(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    new, old = value.content.removeprefix(f"{provenance.author}: "), get_text(known)
    again = restates(new, old) or extends(new, old) or restates(old, new)
    said = provenance.said or new
    if again or correct_words(said, old) or correct_last(said, old):
        return False  # `no, 4412` is about the whole, whose words it corrects
    return leaves_all(new, old, provenance.said)


def _separate(new: str, old: str, said: str) -> PartlyEnded | None:
    """Separate the things that a fact tells, and keep who `Ann` is of what has ended."""
    part = separate_things(new, old, said)
    parted = part and parts_from_partner(parse_statement(said or new), parse_statement(part.ended))
    name = keep_introduction(part.ended, new) if part and not parted else ""
    return replace(part, rest=f"{name}. {part.rest}") if part and name else part


def _end_but_name(new: str, old: str, said: str) -> PartlyEnded | None:
    """Keep who `Ann` is, of a fact that names `my sister Ann` and ends, and what is hers."""
    if parts_from_partner(parse_statement(said or new), parse_statement(old)):
        return None  # who is no partner any more is not kept as one
    name, with_whom = keep_introduction(old, new), keep_others_name(old, new)
    if not (name or with_whom) or not takes_place_of(new, old, said):
        return None
    theirs = list_others_clauses(new, old) if name else ()
    return PartlyEnded(old, ". ".join((name or with_whom, *theirs)))
