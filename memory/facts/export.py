"""Items in and out as JSON lines: one item with its whole history per line.

What is exported and imported into an empty memory is exported the same again. What was deleted or
forgotten is not exported.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from indexer.errors import UserError
from indexer.scopes import Scope, Visibility
from memory.fact import Action, Change, Item, checked
from memory.facts.ledger import ItemLedger, Kept
from memory.facts.reader import Items

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Step:
    action: Action
    changed_at: int
    before: Item | None


@dataclass(frozen=True, slots=True)
class Exported:
    item: Item
    history: tuple[Step, ...] = ()  # the first first


async def exported(items: Items, visibility: Visibility, now: datetime) -> list[str]:
    """A line for each item that may be seen."""
    found = await items.listing(visibility, now=now, limit=-1)
    steps: dict[str, list[Step]] = {}
    for change in await items.changes(visibility, now):
        step = Step(change.action, change.changed_at, change.before)
        steps.setdefault(change.item, []).append(step)
    return [
        _adapter().dump_json(Exported(item, tuple(steps.get(item.id, ())))).decode()
        for item in found
    ]


async def imported(ledger: ItemLedger, lines: Iterable[str], into: Scope | None = None) -> int:
    """Add the items of `lines` that are not known yet; returns how many. All or none.

    `into` is where they belong from now on; without it they keep the scopes they name.
    """
    return await ledger.add_all(list(_read(lines, into)))


def _read(lines: Iterable[str], into: Scope | None) -> Iterator[Kept]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _kept(_adapter().validate_json(line), into)
            except (ValueError, UserError):
                raise UserError(
                    f"Line {number} is not an exported item; nothing was imported."
                ) from None


def _kept(exported: Exported, into: Scope | None) -> Kept:
    item = _in(exported.item, into)
    changes = (
        Change(
            0,
            item.id,
            item.scope,
            step.action,
            step.changed_at,
            step.before and _in(step.before, into),
        )
        for step in exported.history
    )
    return Kept((item,), tuple(changes))


def _in(item: Item, into: Scope | None) -> Item:
    says = checked(item.statement, item.updated_at)
    return replace(item, scope=into or item.scope, statement=says, deleted_at=None)


@cache
def _adapter() -> "TypeAdapter[Exported]":
    from pydantic import TypeAdapter  # slow to import, and rarely needed

    return TypeAdapter(Exported)
