"""Keeps what is so until a day, where what was said takes its place only from then on.

`I'm moving to York in March` leaves somebody in Ely until March; who stays after all, or moves in
April, is in Ely for longer.
"""

from datetime import datetime

from msgspec.structs import replace

from indexer.scopes import Scope
from indexer.store.connection import Connection
from memory.fact import Fact, FactValue
from memory.facts.rows import parse_fact, save_change
from memory.text.equivalence import adds_to, extends, restates


def find_last_day(value: FactValue, known: Fact, now: datetime) -> str:
    """Find the day until which a known fact holds, if `value` is so only from then on; "" if not.

    An event is no state: `the dentist is on the 10th` moves it at once.
    """
    start = find_start(value, now)
    texts = value.content, known.value.content
    same = restates(*texts) or extends(*texts) or adds_to(*texts)
    return "" if same or known.value.validity.occurs else start


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
    for each in await _find_until(db, plan.scope, planned) if planned else ():
        validity = replace(each.value.validity, until=start)
        changed = replace(each, value=replace(each.value, validity=validity))
        await save_change(db, changed, "changed", each, int(now.timestamp()))


async def _find_until(db: Connection, scope: Scope, last: str) -> list[Fact]:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ? AND holds_until = ? AND deleted_at IS NULL"
        " ORDER BY id",
        (scope.label, last),
    )
    return list(map(parse_fact, rows))
