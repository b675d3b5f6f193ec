"""Finds facts that share a rare word with a text, inside a transaction of the writer.

FTS5 looks them up. Where there is no FTS5, the terms of the scope's own facts are looked through:
few scopes have more than a thousand.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import aiosqlite
from msgspec import Struct

from indexer.scopes import Scope
from indexer.store.corpus import WHOLE, build_scope_token
from indexer.store.engine.session import Row
from indexer.store.terms import BOUNDARY
from memory.facts.schema import FACTS_CORPUS

RARE = 300  # facts that contain a word at most, for it to select candidates
GLANCED_AT = 3000  # facts whose terms are compared with those of the new value


class Sought(Struct, frozen=True):
    """Words that facts may have; `names` are looked for among the common words of facts too.

    `Ben is 7` is too short to be known for English, and `ben` is common in Dutch.
    """

    words: Sequence[str]
    stems: Sequence[str] = ()
    names: Sequence[str] = ()


async def list_terms_of_sharing(
    db: aiosqlite.Connection, scope: Scope, sought: Sought
) -> list[Row]:
    """Return the ids and terms of facts that share a rare word, a stem or a name."""
    if not await _has_full_text(db):
        return await _look_through(db, scope, sought)
    begun = [f'"{stem}" *' for stem in sought.stems]  # of letters alone
    terms = " OR ".join((f"({await _build_expression(db, sought.words)})", *begun))
    named = [f"{{common}} : {each}" for each in await _list_rare(db, "common", sought.names)]
    found = " OR ".join((f"{{main}} : ({terms})", *named))
    expression = f"({found}) AND acl : {build_scope_token(scope)}"  # not translated: FTS5
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
    rare = await _list_rare(db, "main", words)
    return " OR ".join(rare) if rare else " AND ".join(map(_quote, words))


async def _list_rare(
    db: aiosqlite.Connection, column: Literal["main", "common"], words: Sequence[str]
) -> list[str]:
    """List the words, quoted, that a column of few facts has."""
    quoted = list(map(_quote, words))
    counts = await db.execute_fetchall(
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM memory_items_fts"
        " WHERE memory_items_fts MATCH value LIMIT ?)) AS rows FROM json_each(?) ORDER BY key",
        (RARE + 1, json.dumps([f"{{{column}}} : {word}" for word in quoted])),
    )
    return [word for word, row in zip(quoted, counts, strict=True) if row["rows"] <= RARE]


def _quote(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


async def _look_through(db: aiosqlite.Connection, scope: Scope, sought: Sought) -> list[Row]:
    """Select as FTS5 does, among the latest facts of the scope."""
    token = build_scope_token(scope)
    rows = list(
        await db.execute_fetchall(
            "SELECT id, main, common FROM memory_items_terms WHERE acl >= ? AND acl < ?"
            " ORDER BY id DESC LIMIT ?",
            (token, token + "!", GLANCED_AT),
        )
    )
    found = set[int]((*_look_for_words(rows, sought), *_look_for_names(rows, sought.names)))
    return [row for row in rows if row["id"] in found]


def _look_for_words(rows: Sequence[Row], sought: Sought) -> Iterator[int]:
    terms = [frozenset(row["main"].replace(BOUNDARY, " ").split()) for row in rows]
    wanted, begun = frozenset(sought.words), tuple(sought.stems)
    rare = _choose_rare(wanted, terms)
    for row, each in zip(rows, terms, strict=True):
        if (rare & each if rare else wanted <= each) or any(x.startswith(begun) for x in each):
            yield row["id"]


def _look_for_names(rows: Sequence[Row], names: Sequence[str]) -> Iterator[int]:
    words = [frozenset(row["common"].split()) for row in rows]
    rare = _choose_rare(frozenset(names), words)
    for row, each in zip(rows, words, strict=True):
        if rare & each:
            yield row["id"]


def _choose_rare(wanted: frozenset[str], terms: Sequence[frozenset[str]]) -> frozenset[str]:
    counts = Counter(term for each in terms for term in each & wanted)
    return frozenset(word for word in wanted if counts[word] <= RARE)
