"""Which item a new statement is about, inside a transaction of the writer.

A capture tells what was said an hour or a week ago. Meanwhile the person may have corrected that
or deleted it, and a capture that a crash cut off is told again.
"""

import json
from collections.abc import Sequence

import aiosqlite

from indexer.scopes import Scope
from indexer.store.corpus import build_scope_token
from indexer.store.terms import BOUNDARY
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from memory.fact import Fact, FactValue, Provenance
from memory.facts import rows as fact_rows
from memory.text.equivalence import derive_keys, extends, load_fillers, restates

RARE = 300  # items that have a word at most, for it to lead to likely twins
GLANCED_AT = 3000  # items whose terms are compared with those of what is new
TWINS = 12  # items that are compared in full, the latest


async def find_equivalent(
    db: aiosqlite.Connection, scope: Scope, says: FactValue, author: str
) -> Fact | None:
    """The item on the same topic, or one that says the same or a part of it."""
    known = await find_by_topic(db, scope, says, author)
    if known is not None:
        return known
    for twin in await _find_similar(db, scope, says):
        apart = says.key and twin.value.key and says.key != twin.value.key
        old = twin.value.content
        if not apart and (restates(says.content, old) or extends(says.content, old)):
            return twin
    return None


async def find_by_topic(
    db: aiosqlite.Connection, scope: Scope, says: FactValue, author: str
) -> Fact | None:
    """The item with its key; or with another value of the same thing, whoever named the topic."""
    if known := await _find_by_key(db, scope, says.key):
        return known
    keys = derive_keys(says.content, author)
    for key in keys:
        known = await _find_by_key(db, scope, key)
        if known and derive_keys(known.value.content, known.provenance.author) == keys:
            return known
    return None


async def _find_by_key(db: aiosqlite.Connection, scope: Scope, key: str) -> Fact | None:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items"
        " WHERE scope = ? AND dedup_key = ? AND dedup_key <> '' AND deleted_at IS NULL",
        (scope.label, key),
    )
    return next(map(fact_rows.parse_fact, rows), None)


async def _find_similar(db: aiosqlite.Connection, scope: Scope, says: FactValue) -> list[Fact]:
    """Items of which one says what the other does, as far as a glance at their terms tells."""
    words = list(dict.fromkeys(analyze(says.content, detect_language(says.content)).terms))
    if not words:
        return []
    expression = (
        f"{{main}} : ({await _build_expression(db, words)}) AND acl : {build_scope_token(scope)}"
    )
    rows = await db.execute_fetchall(
        "SELECT t.id, t.main FROM memory_items_terms t JOIN (SELECT rowid AS id"
        " FROM memory_items_fts WHERE memory_items_fts MATCH ? LIMIT ?) USING (id)",
        (expression, GLANCED_AT),
    )
    told = frozenset(words) - load_fillers()
    twins = [row["id"] for row in rows if _is_contained(told, row["main"])]
    found = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ?"
        " AND id IN (SELECT value FROM json_each(?)) ORDER BY id DESC",
        (scope.label, json.dumps(twins[-TWINS:])),
    )
    return [fact_rows.parse_fact(row) for row in found]


async def _build_expression(db: aiosqlite.Connection, words: Sequence[str]) -> str:
    """Any of the rare words, or all words where none is rare: few rows, without ranking them."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in words]
    counts = await db.execute_fetchall(
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM memory_items_fts"
        " WHERE memory_items_fts MATCH value LIMIT ?)) AS rows FROM json_each(?) ORDER BY key",
        (RARE + 1, json.dumps([f"{{main}} : {word}" for word in quoted])),
    )
    rare = [word for word, row in zip(quoted, counts, strict=True) if row["rows"] <= RARE]
    return " OR ".join(rare) if rare else " AND ".join(quoted)


def _is_contained(told: frozenset[str], main: str) -> bool:
    known = frozenset(main.partition(BOUNDARY)[0].split()) - load_fillers()
    return told <= known or known <= told


async def is_known(db: aiosqlite.Connection, item: Fact) -> bool:
    rows = await db.execute_fetchall("SELECT 1 FROM memory_items WHERE item_id = ?", (item.id,))
    twin = await find_equivalent(db, item.scope, item.value, item.provenance.author)
    return bool(list(rows)) or twin is not None


async def find_last_valid(
    db: aiosqlite.Connection, scope: Scope, says: FactValue, ground: Provenance, said: int
) -> int | None:
    """When what was said at `said` (epoch seconds) was last true; None if it was replaced since."""
    known = await find_equivalent(db, scope, says, ground.author)
    if known is not None and _agree(says, known.value):
        return max(said, known.updated_at)
    if known is not None and (
        _is_newer(known, said) or await _is_former_value(db, known, says, ground)
    ):
        return None
    deleted = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ? AND deleted_at >= ?", (scope.label, said)
    )
    gone = any(_supersedes(fact_rows.parse_fact(row), says, said) for row in deleted)
    return None if gone else said


def _agree(one: FactValue, other: FactValue) -> bool:
    return restates(one.content, other.content) or restates(other.content, one.content)


def _is_newer(known: Fact, said: int) -> bool:
    """Within one second what a person had remembered counts more than what is picked up."""
    return (known.updated_at, known.provenance.origin != "capture") > (said, False)


async def _is_former_value(
    db: aiosqlite.Connection, item: Fact, says: FactValue, ground: Provenance
) -> bool:
    """Whether the item said so once, by the same message: two words of one second have no order."""
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_changes WHERE item_id = ? ORDER BY id", (item.id,)
    )
    former = [each.before for each in map(fact_rows.parse_change, rows) if each.before]
    return any(each.provenance == ground and each.value.content == says.content for each in former)


def _supersedes(deleted: Fact, says: FactValue, said: int) -> bool:
    """By the deletion, or by a newer word on the topic that was deleted itself."""
    newer = bool(says.key) and says.key == deleted.value.key and deleted.updated_at > said
    return newer or restates(says.content, deleted.value.content)
