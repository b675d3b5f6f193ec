"""Items in and out as JSON lines: one item with its whole history per line.

What is exported and imported into an empty memory is exported the same again. What was deleted or
forgotten is not exported.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from indexer.errors import UserError
from indexer.scopes import Scope, Visibility
from memory.fact import Action, Fact, FactChange, stored_as, validate_value
from memory.facts.ledger import FactLedger, FactRecords
from memory.facts.reader import FactReader

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class HistoryStep:
    action: Action
    changed_at: int
    before: Fact | None


@dataclass(frozen=True, slots=True)
class FactExport:
    fact: Fact = field(metadata=stored_as("item"))
    history: tuple[HistoryStep, ...] = ()  # the first first


async def export_facts(items: FactReader, visibility: Visibility, now: datetime) -> list[str]:
    """A line for each item that may be seen."""
    found = await items.list_facts(visibility, now=now, limit=-1)
    steps: dict[str, list[HistoryStep]] = {}
    for change in await items.list_changes(visibility, now):
        step = HistoryStep(change.action, change.changed_at, change.before)
        steps.setdefault(change.fact_id, []).append(step)
    exports = (FactExport(fact, tuple(steps.get(fact.id, ()))) for fact in found)
    return [_adapter().dump_json(each, by_alias=True).decode() for each in exports]


async def import_facts(ledger: FactLedger, lines: Iterable[str], into: Scope | None = None) -> int:
    """Add the items of `lines` that are not known yet; returns how many. All or none.

    `into` is where they belong from now on; without it they keep the scopes they name.
    """
    return await ledger.add_all(list(_parse_lines(lines, into)))


def _parse_lines(lines: Iterable[str], into: Scope | None) -> Iterator[FactRecords]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _build_records(_adapter().validate_json(line), into)
            except (ValueError, UserError):
                raise UserError(
                    f"Line {number} is not an exported item; nothing was imported."
                ) from None


def _build_records(exported: FactExport, into: Scope | None) -> FactRecords:
    item = _move_to(exported.fact, into)
    changes = (
        FactChange(
            0,
            item.id,
            item.scope,
            step.action,
            step.changed_at,
            step.before and _move_to(step.before, into),
        )
        for step in exported.history
    )
    return FactRecords((item,), tuple(changes))


def _move_to(item: Fact, into: Scope | None) -> Fact:
    says = validate_value(item.value, item.updated_at)
    return replace(item, scope=into or item.scope, value=says, deleted_at=None)


@cache
def _adapter() -> "TypeAdapter[FactExport]":
    from pydantic import TypeAdapter  # slow to import, and rarely needed

    return TypeAdapter(FactExport)
