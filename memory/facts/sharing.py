"""Finds facts that share a rare word with a text, inside a transaction of the writer.

FTS5 looks them up. Where there is no FTS5, the terms of the scope's own facts are looked through:
few scopes have more than a thousand.
"""

import json
from collections import Counter
from collections.abc import Sequence

import aiosqlite

from indexer.scopes import Scope
from indexer.store.corpus import WHOLE, build_scope_token
from indexer.store.engine.session import Row
from indexer.store.terms import BOUNDARY
from memory.facts.schema import FACTS_CORPUS

RARE = 300  # facts that contain a word at most, for it to select candidates
GLANCED_AT = 3000  # facts whose terms are compared with those of the new value


async def list_terms_of_sharing(
    db: aiosqlite.Connection, scope: Scope, words: Sequence[str], stems: Sequence[str] = ()
) -> list[Row]:
    """Return the ids and terms of facts that share a rare one of `words`, or one of `stems`."""
    if not await _has_full_text(db):
        return await _look_through(db, scope, words, stems)
    begun = [f'"{stem}" *' for stem in stems]  # of letters alone
    terms = " OR ".join((f"({await _build_expression(db, words)})", *begun))
    expression = (
        f"{{main}} : ({terms}) AND acl : {build_scope_token(scope)}"  # not translated: FTS5
    )
    rows = await db.execute_fetchall(
        "SELECT t.id, t.main FROM memory_items_terms t JOIN (SELECT rowid AS id"
        " FROM memory_items_fts WHERE memory_items_fts MATCH ? LIMIT ?) USING (id)",
        (expression, GLANCED_AT),
    )
    return list(rows)


async def _has_full_text(db: aiosqlite.Connection) -> bool:
    rows = await db.execute_fetchall(
        "SELECT 1 FROM full_text WHERE corpus = ? AND last = ?", (FACTS_CORPUS.name, WHOLE)
    )
    return bool(list(rows))


async def _build_expression(db: aiosqlite.Connection, words: Sequence[str]) -> str:
    """Match any of the rare words, or all words if none is rare: few rows, without ranking."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in words]
    counts = await db.execute_fetchall(
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM memory_items_fts"
        " WHERE memory_items_fts MATCH value LIMIT ?)) AS rows FROM json_each(?) ORDER BY key",
        (RARE + 1, json.dumps([f"{{main}} : {word}" for word in quoted])),
    )
    rare = [word for word, row in zip(quoted, counts, strict=True) if row["rows"] <= RARE]
    return " OR ".join(rare) if rare else " AND ".join(quoted)


async def _look_through(
    db: aiosqlite.Connection, scope: Scope, words: Sequence[str], stems: Sequence[str]
) -> list[Row]:
    """Select as FTS5 does, among the latest facts of the scope."""
    token = build_scope_token(scope)
    rows = list(
        await db.execute_fetchall(
            "SELECT id, main FROM memory_items_terms WHERE acl >= ? AND acl < ?"
            " ORDER BY id DESC LIMIT ?",
            (token, token + "!", GLANCED_AT),
        )
    )
    terms = [frozenset(row["main"].replace(BOUNDARY, " ").split()) for row in rows]
    counts = Counter(term for each in terms for term in each)
    wanted = frozenset(words)
    rare = frozenset(word for word in wanted if counts[word] <= RARE)
    begun = tuple(stems)
    return [
        row
        for row, each in zip(rows, terms, strict=True)
        if (rare & each if rare else wanted <= each) or any(x.startswith(begun) for x in each)
    ]
