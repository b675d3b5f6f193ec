"""Lists what of a person's facts has changed lately or was told again, the latest first."""

from collections.abc import Sequence

from msgspec import Struct

from memory.fact import Fact
from memory.facts.current_state import Asker
from memory.facts.former_state import CHANGES, find_later, replaces
from memory.facts.reader import FactReader
from memory.text.changes.revision import tells_anew


class FactTurn(Struct, frozen=True):
    """A fact before and after a change; `ended` if nothing took the place of what it says."""

    before: Fact
    after: Fact
    ended: bool = False


async def list_recent_changes(facts: FactReader, asker: Asker, most: int) -> list[FactTurn]:
    """List what the asker's own facts were before, and what took their place; the latest first."""
    turns: list[FactTurn] = []
    changes = await facts.list_replaced(asker.visibility, asker.now, CHANGES)
    for place, each in enumerate(changes):
        if each.before is None or each.before.provenance.author != asker.author:
            continue
        after = await find_later(facts, asker, changes[:place], each)
        if after and (turn := _compare(each.before, after)):
            turns.append(turn)
        if len(turns) == most:
            break
    return turns


def _compare(before: Fact, after: Fact) -> FactTurn | None:
    if before.value.content == after.value.content:
        ended = bool(after.value.validity.until) and not before.value.validity.until
        return FactTurn(before, after, ended=True) if ended else None
    return FactTurn(before, after) if replaces(after, before) else None


def put_newest_first(facts: Sequence[Fact], found: Sequence[Fact]) -> list[Fact]:
    """Put before each fact what of those found was told later of the same thing, the last first.

    Nobody said that the earlier has ended: both are shown, with their dates.
    """
    ordered: dict[str, Fact] = {}
    for fact in facts:
        later = (each for each in found if _is_told_anew(each, fact))
        newest = sorted(later, key=lambda each: -each.said_at)
        ordered |= {each.id: each for each in (*newest, fact) if each.id not in ordered}
    return list(ordered.values())


def _is_told_anew(fact: Fact, earlier: Fact) -> bool:
    later = fact.said_at > earlier.said_at
    return later and tells_anew(fact.value.content, earlier.value.content)
