"""Find the fact that a new value is about, inside a transaction of the writer.

A capture reports what was said an hour or a week ago. The person may have corrected or deleted
that meanwhile, and a capture that a crash interrupted is repeated.
"""

import aiosqlite
from msgspec.structs import replace

from indexer.scopes import Scope
from indexer.store.terms import BOUNDARY
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from memory.fact import Fact, FactValue, Provenance
from memory.facts import rows as fact_rows
from memory.facts.ended import find_ended, tells_of_before
from memory.facts.nearness import load_rows
from memory.facts.sharing import Sought, list_terms_of_sharing
from memory.text.assertion import is_meant
from memory.text.changes.change import drop_doubts
from memory.text.changes.decision import is_about_topic
from memory.text.changes.topic import (
    gives_value_of_another,
    names_another_kind,
    names_others,
)
from memory.text.changes.whose import is_apart
from memory.text.equivalence import (
    derive_key,
    derive_keys,
    extends,
    has_same_words,
    load_fillers,
    restates,
)
from memory.text.grounding import is_same_note
from memory.text.statement import is_addition, strip_repetition


async def find_equivalent(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance
) -> Fact | None:
    """Return the fact on the same topic, one that says the same or a part of it, or one that
    does not hold any more, now that this was said.
    """
    author = provenance.author
    known = await find_by_topic(db, scope, value, provenance)
    if known is not None and not _adds(value, provenance, known):
        return known
    for twin in await _find_similar(db, scope, value):
        if not _may_change(author, twin):
            continue
        apart = value.key and twin.value.key and value.key != twin.value.key
        old, new = twin.value.content, strip_repetition(value.content)
        if apart:
            continue
        if says_same(new, old) or (extends(new, old) and _is_sure(value, provenance, twin)):
            return twin
    return await find_ended(db, scope, value, provenance)


def _is_sure(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    """Tell if a value is meant, and is so today, as far as it repeats a known fact."""
    doubted = not drop_doubts(value.content, known.value.content)
    if is_apart(provenance.said or value.content, known.value.content):
        return False  # `no yoga this Tuesday`, which has all words of `yoga is on Tuesdays`
    meant = is_meant(provenance.said or value.content)
    return meant and not doubted and not tells_of_before(value, provenance, known)


def says_same(new: str, old: str) -> bool:
    """Tell if `new` says nothing that `old` does not say, in any order of words."""
    return restates(new, old) or (has_same_words(new, old) and is_same_note(new, old))


def _adds(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    """Return whether the person said that it holds besides what is known on its topic."""
    return is_addition(provenance.said or value.content) and not extends(
        value.content, known.value.content
    )


async def find_by_topic(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance
) -> Fact | None:
    """Return the fact with the same key, or with another value of the same attribute."""
    if not is_meant(provenance.said or value.content):
        return None
    author = provenance.author
    known = await find_by_key(db, scope, value.key)
    if known and _may_change(author, known) and not _is_apart(value, known, provenance):
        return known
    keys = derive_keys(value.content, author)
    for key in keys:
        known = await find_by_key(db, scope, key)
        if known and _may_change(author, known):
            own = derive_keys(known.value.content, known.provenance.author)
            if own == keys and not gives_value_of_another(value.content, known.value.content):
                return known
    return None


def _is_apart(value: FactValue, known: Fact, provenance: Provenance) -> bool:
    """Tell if two texts on one topic are about different people or things, whatever it is called.

    The topic is a model's word: `school` is of the son and of the daughter. What was captured
    under it may besides say something else of the same thing: what it is, and where it stands.
    """
    new = value.content.removeprefix(f"{provenance.author}: ")
    old = known.value.content.removeprefix(f"{known.provenance.author}: ")
    if names_others(new, old) or gives_value_of_another(new, old):
        return True
    if is_apart(provenance.said or new, old):
        return True
    if names_another_kind(new, old, value.key):
        return True
    if tells_of_before(value, provenance, known):
        return True
    derived = value.key == derive_key(value.content, provenance.author)
    if derived or provenance.origin != "capture":
        return False
    sure = drop_doubts(new, old)
    return not (sure and _is_same_statement(sure, old, provenance.said))


def _is_same_statement(new: str, old: str, said: str) -> bool:
    """Tell if `new` says of the topic what `old` says of it, with another value or the same."""
    if says_same(new, old) or extends(new, old):
        return True
    return is_about_topic(new, old, said)


def _may_change(author: str, known: Fact) -> bool:
    """Return whether what `author` says may change a fact: in a group, only their own."""
    return known.is_of(author)


async def find_by_key(db: aiosqlite.Connection, scope: Scope, key: str) -> Fact | None:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items"
        " WHERE scope = ? AND dedup_key = ? AND dedup_key <> '' AND deleted_at IS NULL",
        (scope.label, key),
    )
    return next(map(fact_rows.parse_fact, rows), None)


async def _find_similar(db: aiosqlite.Connection, scope: Scope, value: FactValue) -> list[Fact]:
    """Return facts whose terms contain those of `value` or are contained in them."""
    stated = strip_repetition(value.content)
    words = list(dict.fromkeys(analyze(stated, detect_language(stated)).terms))
    if not words:
        return []
    new = frozenset(words) - load_fillers()
    rows = await list_terms_of_sharing(db, scope, Sought(words))
    twins = [row["id"] for row in rows if _is_contained(new, row["main"])]
    return await load_rows(db, scope, twins)


def _is_contained(new: frozenset[str], main: str) -> bool:
    known = frozenset(main.partition(BOUNDARY)[0].split()) - load_fillers()
    return new <= known or known <= new


async def is_known(db: aiosqlite.Connection, fact: Fact) -> bool:
    rows = await db.execute_fetchall("SELECT 1 FROM memory_items WHERE item_id = ?", (fact.id,))
    twin = await find_equivalent(db, fact.scope, fact.value, fact.provenance)
    return bool(list(rows)) or twin is not None


async def find_last_valid(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance, said: int
) -> int | None:
    """Return when a value from `said` last held (epoch seconds); None if it was replaced since."""
    known = await find_equivalent(db, scope, value, provenance)
    if known is not None and _agree(value, known.value):
        return max(said, known.updated_at)
    if known is not None and (
        _is_newer(known, said) or await _is_former_value(db, known, value, provenance)
    ):
        return None
    deleted = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ? AND deleted_at >= ?", (scope.label, said)
    )
    gone = any(_supersedes(fact_rows.parse_fact(row), value, said) for row in deleted)
    return None if gone else said


async def still_holds(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance, now: int
) -> bool:
    """Tell if nothing known takes back a value that rests on words of `provenance.said_at`.

    What this answer itself, which began at `now`, has made of such words does not count.
    """
    known = await find_equivalent(db, scope, value, provenance)
    if known and known.updated_at >= now and known.said_at <= provenance.said_at:
        return True
    return await find_last_valid(db, scope, value, provenance, provenance.said_at) is not None


def _agree(one: FactValue, other: FactValue) -> bool:
    return restates(one.content, other.content) or restates(other.content, one.content)


def _is_newer(known: Fact, said: int) -> bool:
    """Within one second, /remember and tools count more than a capture."""
    return (known.updated_at, known.provenance.origin != "capture") > (said, False)


async def _is_former_value(
    db: aiosqlite.Connection, fact: Fact, value: FactValue, provenance: Provenance
) -> bool:
    """Check the history for this value from the same message: two in one second have no order."""
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_changes WHERE item_id = ? ORDER BY id", (fact.id,)
    )
    former = [each.before for each in map(fact_rows.parse_change, rows) if each.before]
    return any(
        replace(provenance.get_stored(), said_at=each.provenance.said_at) == each.provenance
        and each.value.content == value.content
        for each in former
    )


def _supersedes(deleted: Fact, value: FactValue, said: int) -> bool:
    """Check whether the deletion, or a newer value that was deleted itself, replaces `value`."""
    newer = bool(value.key) and value.key == deleted.value.key and deleted.updated_at > said
    return newer or restates(value.content, deleted.value.content)
