"""Facts as rows of the database and as JSON of the history.

Writes run inside a transaction of the writer.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any, Protocol

import aiosqlite
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.i18n import _
from indexer.scopes import Scope
from indexer.store.connection import Connection
from indexer.store.corpus import build_scope_token
from indexer.store.engine.session import Row, Session
from indexer.store.terms import Terms, Wording, analyze_wording, delete_terms, insert_terms
from indexer.text.languages import detect_language
from memory.fact import (
    Action,
    Fact,
    FactChange,
    FactValue,
    Provenance,
    parse_validity,
)
from memory.facts.schema import FACTS_CORPUS
from memory.messages import clamp_time

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
    "said_at",
    "holds_from",
    "holds_until",
    "occurs",
)
# Of columns that a step of history written by an earlier version does not have.
NEWER: Mapping[str, Any] = {"said_at": 0, "holds_from": "", "holds_until": "", "occurs": ""}
UPSERT = (
    f"INSERT INTO memory_items ({', '.join(COLUMNS)})"  # noqa: S608 - our names
    f" VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT (item_id) DO UPDATE SET "
    + ", ".join(f"{column} = excluded.{column}" for column in COLUMNS[1:])  # not translated: SQL
    + " RETURNING id"
)


class Columns(Protocol):
    """A row of the table, from sqlite3 or from the JSON of the history."""

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
            _parse_time(row["expires_at"]),
            bool(row["pinned"]),
            parse_validity(row["holds_from"], row["holds_until"], row["occurs"]),
        ),
        clamp_time(row["created_at"]),
        clamp_time(row["updated_at"]),
        Provenance(
            row["origin"],
            row["chat"],
            row["turn"],
            row["said"],
            row["author"],
            clamp_time(row["said_at"]),
        ),
        _parse_time(row["deleted_at"]),
    )


def _parse_time(moment: int | None) -> int | None:
    return None if moment is None else clamp_time(moment)


def encode_columns(each: Fact) -> tuple[str | int | None, ...]:
    """Return the values of COLUMNS, in their order."""
    value, provenance = each.value, each.provenance
    return (
        each.id,
        each.scope.label,
        value.retention,
        value.type,
        value.title,
        value.content,
        value.summary,
        json.dumps(value.tags, ensure_ascii=False),
        value.importance,
        value.pinned,
        value.key,
        each.created_at,
        each.updated_at,
        value.expires_at,
        each.deleted_at,
        provenance.origin,
        provenance.chat,
        provenance.turn,
        provenance.said,
        provenance.author,
        provenance.said_at,
        value.validity.since,
        value.validity.until,
        value.validity.occurs,
    )


def parse_change(row: Row) -> FactChange:
    scope, at = Scope(row["scope"]), clamp_time(row["changed_at"])
    before = _parse_before(row) if row["before"] else None
    return FactChange(row["id"], row["item_id"], scope, row["action"], at, before)


def _parse_before(row: Row) -> Fact:
    """Parse what a fact was; which fact, the row alone says: an import has steps of others."""
    own = {"item_id": row["item_id"], "scope": row["scope"]}
    return parse_fact({**NEWER, **json.loads(row["before"]), **own})


def encode_change(each: FactChange) -> tuple[str | int, ...]:
    before = encode_json(each.before) if each.before else ""
    return each.number, each.fact_id, each.scope.label, each.action, each.changed_at, before


def build_terms(each: Fact) -> Terms:
    value = each.value
    main = f"{value.content}\n{value.summary}"
    side = " ".join((value.title, *value.tags))
    acl = [
        build_scope_token(each.scope),
        *build_filter_terms(value.type, value.retention, value.tags),
    ]
    return analyze_wording(FACTS_CORPUS, Wording(main, side), acl, detect_language(main))


def build_filter_terms(
    type_: str = "", retention: str = "", tags: tuple[str, ...] = ()
) -> list[str]:
    """Return the filters of a row as index terms, so that they apply before any limit."""
    named = [f"t:{type_}"] if type_ else []
    named += [f"r:{retention}"] if retention else []
    return [*named, *(f"g:{tag.encode().hex()}" for tag in tags)]


def encode_json(each: Fact) -> str:
    return json.dumps(dict(zip(COLUMNS, encode_columns(each), strict=True)), ensure_ascii=False)


async def load_fact(db: aiosqlite.Connection, scope: Scope, fact_id: str) -> Fact:
    for each in await load_facts(db, scope, [fact_id]):
        return each
    raise UserError(_("That fact no longer exists. /memory lists all facts."))


async def load_facts(
    db: aiosqlite.Connection, scope: Scope, fact_ids: Collection[str]
) -> list[Fact]:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ?"
        " AND item_id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (scope.label, json.dumps(list(fact_ids))),
    )
    return [parse_fact(row) for row in rows]


async def find_last_change(
    db: aiosqlite.Connection, scope: Scope, at: int, only_of: str | None
) -> FactChange | None:
    """Return the last change of a fact that is not expired at `at`, which /undo takes back.

    `only_of` is the author who must have said the fact, as it is and as it was; None for anybody.
    """
    rows = await db.execute_fetchall(
        "SELECT c.* FROM memory_changes c JOIN memory_items m USING (item_id)"
        " WHERE c.scope = :scope AND c.undone = 0 AND (m.expires_at IS NULL OR m.expires_at > :at)"
        " AND (CAST(:author AS TEXT) IS NULL OR m.author = :author AND"
        " (c.before = '' OR json_extract(c.before, '$.author') = :author))"
        " ORDER BY c.id DESC LIMIT 1",
        {"scope": scope.label, "at": at, "author": only_of},
    )
    return next(map(parse_change, rows), None)


async def save_change(
    db: Connection, fact: Fact, action: Action, before: Fact | None, at: int
) -> None:
    await save_fact(db, fact)
    await log_change(db, FactChange(0, fact.id, fact.scope, action, at, before))


async def log_restoration(db: aiosqlite.Connection, deletion: FactChange, at: int) -> None:
    """Note that a deletion was undone: both stay in the history, and neither is undone again."""
    await db.execute("UPDATE memory_changes SET undone = 1 WHERE id = ?", (deletion.number,))
    await db.execute(
        "INSERT INTO memory_changes (item_id, scope, action, changed_at, before, undone)"
        " SELECT item_id, scope, 'restored', ?, '', 1 FROM memory_changes WHERE id = ?",
        (at, deletion.number),
    )


async def log_change(db: aiosqlite.Connection, change: FactChange) -> None:
    await db.execute(
        "INSERT INTO memory_changes (item_id, scope, action, changed_at, before)"
        " VALUES (?, ?, ?, ?, ?)",
        encode_change(change)[1:],
    )


async def save_fact(db: Connection, fact: Fact) -> None:
    """Insert or update a fact and its index; a deleted one is not indexed.

    If another fact has its topic by now, this one is stored without the topic.
    """
    if fact.deleted_at is None and await _is_taken(db, fact):
        fact = replace(fact, value=replace(fact.value, key=""))
    rows = await db.execute_fetchall(UPSERT, encode_columns(fact))
    row = int(next(iter(rows))["id"])

    def index(db: Session) -> None:
        delete_terms(db, FACTS_CORPUS, [row])
        if fact.deleted_at is None:
            insert_terms(db, FACTS_CORPUS, {row: build_terms(fact)})

    await db.run(index)


async def _is_taken(db: aiosqlite.Connection, fact: Fact) -> bool:
    rows = await db.execute_fetchall(
        "SELECT 1 FROM memory_items WHERE scope = ? AND dedup_key = ? AND dedup_key <> ''"
        " AND deleted_at IS NULL AND item_id <> ?",
        (fact.scope.label, fact.value.key, fact.id),
    )
    return bool(list(rows))
