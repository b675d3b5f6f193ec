"""Keeps what is so until a day, where what was said takes its place only from then on.

`I'm moving to York in March` leaves somebody in Ely until March; who stays after all, or moves in
April, is in Ely for longer.
"""

from calendar import monthrange
from datetime import date, datetime, timedelta

from msgspec.structs import replace

from indexer.store.connection import Connection
from indexer.text.dates.finder import has_mention
from memory.fact import Fact, FactValue
from memory.facts.ended import find_ended, get_text
from memory.facts.nearness import find_until
from memory.facts.rows import save_fact
from memory.text.assertion import is_negated
from memory.text.changes.change import takes_place_of
from memory.text.changes.times import is_dated
from memory.text.equivalence import adds_to, extends, restates
from memory.text.statement import CLAUSE, CLOCK, parse_statement


def find_last_day(value: FactValue, known: Fact, now: datetime) -> str:
    """Find the day until which a known fact holds, if `value` is so only from then on; "" if not.

    What has a day or an hour of its own is moved at once, unless that is said to be so only later:
    `the dentist is on the 10th`, `choir is on Fridays from January`.
    """
    texts = value.content, known.value.content
    same = restates(*texts) or extends(*texts) or adds_to(*texts)
    moved = not value.validity.since and _is_at_a_time(known)
    return "" if same or moved or _is_so_by_now(*texts) else _find_end(value, now)


def _find_end(value: FactValue, now: datetime) -> str:
    """Find the last day before what is to come: of a move in March that is the end of March."""
    start = find_start(value, now)
    if not start:
        return ""
    first, last = _list_ends(start)
    return (first - timedelta(days=1) if value.validity.since else last).isoformat()


def _list_ends(text: str) -> tuple[date, date]:
    """Return the first and the last day of a day, a month or a year."""
    year, *more = map(int, text.split("-"))
    if len(more) == 2:
        day = date(year, *more)
        return day, day
    first, last = (more[0], more[0]) if more else (1, 12)
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])


def _is_so_by_now(new: str, old: str) -> bool:
    """Tell if a date is that of something else: `I live in York now, the party is on Friday`."""
    clauses = CLAUSE.split(new)
    undated = [each for each in clauses if not has_mention(each)]
    said = ", ".join(undated) if len(undated) < len(clauses) else ""
    return bool(said) and takes_place_of(said, old)


def _is_at_a_time(known: Fact) -> bool:
    told = parse_statement(known.value.content)
    return bool(known.value.validity.occurs) or is_dated(told) or bool(CLOCK.search(told.text))


def find_start(value: FactValue, now: datetime) -> str:
    """Return the day or month to come from which a value is so; "" if it is so by now."""
    start = value.validity.since or value.validity.occurs.partition("/")[0]
    today = now.astimezone().date().isoformat()
    return start if start > today[: len(start)] else ""


async def hold_until(db: Connection, known: Fact, last: str) -> None:
    """Let a fact hold until a day; what is written to have ended sooner is left as it is."""
    validity = known.value.validity
    if validity.until and validity.until <= last:
        return
    value = replace(known.value, validity=replace(validity, until=last))
    await save_fact(db, replace(known, value=value))  # no step that /undo takes back by itself


async def move_end(db: Connection, plan: Fact, last: str, now: datetime) -> None:
    """Let what holds until a plan hold until `last`, for good if that is empty."""
    planned = _find_end(plan.value, now)
    if not planned:
        return
    for each in await find_until(db, plan.scope, planned):
        if not (each.is_of(plan.provenance.author) and _takes_place(plan, each)):
            continue  # it ends on that day by itself
        validity = replace(each.value.validity, until=last)
        changed = replace(each, value=replace(each.value, validity=validity))
        await save_fact(db, changed)


def find_new_end(value: FactValue, now: datetime) -> str:
    """Return until when that holds which a plan was to end, now that `value` is so instead.

    `We're not moving after all` leaves it as it was; `I live in Leeds now` ends it, too.
    """
    today = now.astimezone().date().isoformat()
    return _find_end(value, now) or ("" if is_negated(value.content) else today)


def _takes_place(plan: Fact, known: Fact) -> bool:
    return takes_place_of(get_text(plan), get_text(known), plan.provenance.said)


async def hold_again(db: Connection, plan: Fact, now: datetime) -> None:
    """Let a plan that is back end what it ended before."""
    last = _find_end(plan.value, now) if plan.deleted_at is None else ""
    known = await find_ended(db, plan.scope, plan.value, plan.provenance) if last else None
    if known:
        await hold_until(db, known, last)
