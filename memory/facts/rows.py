"""Items as rows of the database, and their form in JSON.

Writes run inside a transaction of the writer.
"""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Protocol

import aiosqlite

from indexer.errors import UserError
from indexer.scopes import Scope
from indexer.store.connection import Connection
from indexer.store.corpus import build_scope_token
from indexer.store.terms import Terms, Wording, analyze_wording, delete_terms, insert_terms
from indexer.text.languages import detect_language
from memory.fact import Action, Fact, FactChange, FactValue, Provenance
from memory.facts.schema import FACTS_CORPUS

COLUMNS = (
    "item_id",
    "scope",
    "retention",
    "type",
    "title",
    "content",
    "summary",
    "tags",
    "importance",
    "pinned",
    "dedup_key",
    "created_at",
    "updated_at",
    "expires_at",
    "deleted_at",
    "origin",
    "chat",
    "turn",
    "said",
    "author",
)
UPSERT = (
    f"INSERT INTO memory_items ({', '.join(COLUMNS)})"  # noqa: S608 - our names
    f" VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT (item_id) DO UPDATE SET "
    + ", ".join(f"{column} = excluded.{column}" for column in COLUMNS[1:])
    + " RETURNING id"
)


class Columns(Protocol):
    """A row of the table, as sqlite3 has it, or its JSON in the history."""

    def __getitem__(self, name: str, /) -> Any: ...


def parse_fact(row: Columns) -> Fact:
    return Fact(
        row["item_id"],
        Scope(row["scope"]),
        FactValue(
            row["content"],
            row["title"],
            row["summary"],
            row["type"],
            row["retention"],
            row["importance"],
            tuple(json.loads(row["tags"])),
            row["dedup_key"],
            row["expires_at"],
            bool(row["pinned"]),
        ),
        row["created_at"],
        row["updated_at"],
        Provenance(row["origin"], row["chat"], row["turn"], row["said"], row["author"]),
        row["deleted_at"],
    )


def encode_columns(each: Fact) -> tuple[str | int | None, ...]:
    """In the order of COLUMNS."""
    says, ground = each.value, each.provenance
    return (
        each.id,
        each.scope.label,
        says.retention,
        says.type,
        says.title,
        says.content,
        says.summary,
        json.dumps(says.tags, ensure_ascii=False),
        says.importance,
        says.pinned,
        says.key,
        each.created_at,
        each.updated_at,
        says.expires_at,
        each.deleted_at,
        ground.origin,
        ground.chat,
        ground.turn,
        ground.said,
        ground.author,
    )


def parse_change(row: sqlite3.Row) -> FactChange:
    before = parse_fact(json.loads(row["before"])) if row["before"] else None
    scope = Scope(row["scope"])
    return FactChange(row["id"], row["item_id"], scope, row["action"], row["changed_at"], before)


def encode_change(each: FactChange) -> tuple[str | int, ...]:
    before = encode_json(each.before) if each.before else ""
    return each.number, each.fact_id, each.scope.label, each.action, each.changed_at, before


def build_terms(each: Fact) -> Terms:
    says = each.value
    main = f"{says.content}\n{says.summary}"
    side = " ".join((says.title, *says.tags))
    acl = [build_scope_token(each.scope), *build_filter_terms(says.type, says.retention, says.tags)]
    return analyze_wording(FACTS_CORPUS, Wording(main, side), acl, detect_language(main))


def build_filter_terms(
    type_: str = "", retention: str = "", tags: tuple[str, ...] = ()
) -> list[str]:
    """What a row is narrowed down by, as terms: filters must hold before any limit does."""
    named = [f"t:{type_}"] if type_ else []
    named += [f"r:{retention}"] if retention else []
    return [*named, *(f"g:{tag.encode().hex()}" for tag in tags)]


def encode_json(each: Fact) -> str:
    return json.dumps(dict(zip(COLUMNS, encode_columns(each), strict=True)), ensure_ascii=False)


async def load_fact(db: aiosqlite.Connection, scope: Scope, item: str) -> Fact:
    for each in await load_facts(db, scope, [item]):
        return each
    raise UserError("I do not have that note any more. /memory shows what there is.")


async def load_facts(db: aiosqlite.Connection, scope: Scope, items: Collection[str]) -> list[Fact]:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ?"
        " AND item_id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (scope.label, json.dumps(list(items))),
    )
    return [parse_fact(row) for row in rows]


async def find_last_change(db: aiosqlite.Connection, scope: Scope, at: int) -> FactChange | None:
    """What /undo takes back: the last change of an item whose time is not over at `at`."""
    rows = await db.execute_fetchall(
        "SELECT c.* FROM memory_changes c JOIN memory_items m USING (item_id)"
        " WHERE c.scope = ? AND (m.expires_at IS NULL OR m.expires_at > ?)"
        " ORDER BY c.id DESC LIMIT 1",
        (scope.label, at),
    )
    return next(map(parse_change, rows), None)


async def save_change(
    db: Connection, item: Fact, action: Action, before: Fact | None, at: int
) -> None:
    await save_fact(db, item)
    await log_change(db, FactChange(0, item.id, item.scope, action, at, before))


async def log_change(db: aiosqlite.Connection, change: FactChange) -> None:
    await db.execute(
        "INSERT INTO memory_changes (item_id, scope, action, changed_at, before)"
        " VALUES (?, ?, ?, ?, ?)",
        encode_change(change)[1:],
    )


async def save_fact(db: Connection, item: Fact) -> None:
    """Store an item; only one that is not deleted can be found.

    Where another item has its topic by now it stands beside that one, without the topic.
    """
    if item.deleted_at is None and await _is_taken(db, item):
        item = replace(item, value=replace(item.value, key=""))
    rows = await db.execute_fetchall(UPSERT, encode_columns(item))
    row = int(next(iter(rows))["id"])

    def index(db: sqlite3.Connection) -> None:
        delete_terms(db, FACTS_CORPUS, [row])
        if item.deleted_at is None:
            insert_terms(db, FACTS_CORPUS, {row: build_terms(item)})

    await db.run(index)


async def _is_taken(db: aiosqlite.Connection, item: Fact) -> bool:
    rows = await db.execute_fetchall(
        "SELECT 1 FROM memory_items WHERE scope = ? AND dedup_key = ? AND dedup_key <> ''"
        " AND deleted_at IS NULL AND item_id <> ?",
        (item.scope.label, item.value.key, item.id),
    )
    return bool(list(rows))
