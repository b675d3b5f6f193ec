"""Export and import facts as JSON lines: one fact with its whole history per line.

An export imported into an empty memory is exported the same again. Deleted and forgotten facts
are not exported.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import DecodeError, Struct, field, json
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.i18n import _
from indexer.scopes import Scope, Visibility
from memory.fact import Action, Fact, FactChange, check_times, validate_value
from memory.facts.ledger import FactLedger, FactRecords
from memory.facts.reader import FactReader


class HistoryStep(Struct, frozen=True):
    action: Action
    changed_at: int
    before: Fact | None

    def __post_init__(self) -> None:
        check_times(self.changed_at)


class FactExport(Struct, frozen=True):
    fact: Fact = field(name="item")
    history: tuple[HistoryStep, ...] = ()  # the oldest first


async def export_facts(
    reader: FactReader, visibility: Visibility, now: datetime, message_keys: bool = True
) -> list[str]:
    """Return a line for each visible fact.

    With `message_keys` off, no line says in which message a fact was said: platforms count the
    messages of everybody, so a guest's keys tell how much others write.
    """
    found = await reader.list_facts(visibility, now=now, limit=-1)
    steps: dict[str, list[HistoryStep]] = {}
    for change in await reader.list_changes(visibility, now):
        step = HistoryStep(change.action, change.changed_at, change.before)
        steps.setdefault(change.fact_id, []).append(step)
    exports = [FactExport(fact, tuple(steps.get(fact.id, ()))) for fact in found]
    if not message_keys:
        exports = [_omit_message_keys(each) for each in exports]
    return [json.encode(each).decode() for each in exports]


def _omit_message_keys(exported: FactExport) -> FactExport:
    history = (
        replace(step, before=step.before and _omit_key(step.before)) for step in exported.history
    )
    return FactExport(_omit_key(exported.fact), tuple(history))


def _omit_key(fact: Fact) -> Fact:
    return replace(fact, provenance=replace(fact.provenance, turn=""))


async def import_facts(ledger: FactLedger, lines: Iterable[str], into: Scope | None = None) -> int:
    """Add the facts of `lines` that are new and return how many; one bad line adds none.

    They go into the scope `into`; without it each keeps its own scope.
    """
    return await ledger.add_all(list(_parse_lines(lines, into)))


def _parse_lines(lines: Iterable[str], into: Scope | None) -> Iterator[FactRecords]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _build_records(json.decode(line, type=FactExport), into)
            except (DecodeError, UserError):
                raise UserError(
                    _(
                        "Line {number} is not an exported fact. Nothing was imported.",
                        number=number,
                    )
                ) from None


def _build_records(exported: FactExport, into: Scope | None) -> FactRecords:
    fact = _move_to(exported.fact, into)
    changes = (
        FactChange(
            0,
            fact.id,
            fact.scope,
            step.action,
            step.changed_at,
            step.before and _move_to(step.before, into),
        )
        for step in exported.history
    )
    return FactRecords((fact,), tuple(changes))


def _move_to(fact: Fact, into: Scope | None) -> Fact:
    value = validate_value(fact.value, fact.updated_at)
    return replace(fact, scope=into or fact.scope, value=value, deleted_at=None)
