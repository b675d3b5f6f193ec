"""Keeps what is so until a day, where what was said takes its place only from then on.

`I'm moving to York in March` leaves somebody in Ely until March; who stays after all, or moves in
April, is in Ely for longer.
"""

from datetime import datetime

from msgspec.structs import replace

from indexer.store.connection import Connection
from memory.fact import Fact, FactValue
from memory.facts.nearness import find_until
from memory.facts.rows import save_change
from memory.text.changes.event_change import CLOCK
from memory.text.changes.times import is_dated
from memory.text.equivalence import adds_to, extends, restates
from memory.text.statement import parse_statement


def find_last_day(value: FactValue, known: Fact, now: datetime) -> str:
    """Find the day until which a known fact holds, if `value` is so only from then on; "" if not.

    What has a day or an hour of its own is moved at once, unless that is said to be so only later:
    `the dentist is on the 10th`, `choir is on Fridays from January`.
    """
    texts = value.content, known.value.content
    same = restates(*texts) or extends(*texts) or adds_to(*texts)
    moved = not value.validity.since and _is_at_a_time(known)
    return "" if same or moved else find_start(value, now)


def _is_at_a_time(known: Fact) -> bool:
    told = parse_statement(known.value.content)
    return bool(known.value.validity.occurs) or is_dated(told) or bool(CLOCK.search(told.text))


def find_start(value: FactValue, now: datetime) -> str:
    """Return the day or month to come from which a value is so; "" if it is so by now."""
    start = value.validity.since or value.validity.occurs.partition("/")[0]
    today = now.astimezone().date().isoformat()
    return start if start > today[: len(start)] else ""


async def hold_until(db: Connection, known: Fact, last: str, at: int) -> None:
    """Let a fact hold until a day; what is written to have ended sooner is left as it is."""
    validity = known.value.validity
    if validity.until and validity.until <= last:
        return
    value = replace(known.value, validity=replace(validity, until=last))
    await save_change(db, replace(known, value=value), "changed", known, at)


async def move_end(db: Connection, plan: Fact, start: str, now: datetime) -> None:
    """Let what holds until a plan hold until `start`, for good if that is empty."""
    planned = find_start(plan.value, now)
    for each in await find_until(db, plan.scope, planned) if planned else ():
        validity = replace(each.value.validity, until=start)
        changed = replace(each, value=replace(each.value, validity=validity))
        await save_change(db, changed, "changed", each, int(now.timestamp()))
