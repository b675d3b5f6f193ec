"""Items as rows of the database, and their form in JSON."""

import json
import sqlite3
from typing import Any, Protocol

from indexer.scopes import Scope
from indexer.store.corpus import scope_token
from indexer.store.terms import Terms, Wording, terms_of
from indexer.text.languages import language_of
from memory.fact import Change, Ground, Item, Statement
from memory.facts.schema import ITEMS_CORPUS

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


def item(row: Columns) -> Item:
    return Item(
        row["item_id"],
        Scope(row["scope"]),
        Statement(
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
        Ground(row["origin"], row["chat"], row["turn"], row["said"], row["author"]),
        row["deleted_at"],
    )


def values(each: Item) -> tuple[str | int | None, ...]:
    """In the order of COLUMNS."""
    says, ground = each.statement, each.ground
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


def change(row: sqlite3.Row) -> Change:
    before = item(json.loads(row["before"])) if row["before"] else None
    scope = Scope(row["scope"])
    return Change(row["id"], row["item_id"], scope, row["action"], row["changed_at"], before)


def change_values(each: Change) -> tuple[str | int, ...]:
    before = encode(each.before) if each.before else ""
    return each.number, each.item, each.scope.label, each.action, each.changed_at, before


def terms(each: Item) -> Terms:
    says = each.statement
    main = f"{says.content}\n{says.summary}"
    side = " ".join((says.title, *says.tags))
    acl = [scope_token(each.scope), *marks(says.type, says.retention, says.tags)]
    return terms_of(ITEMS_CORPUS, Wording(main, side), acl, language_of(main))


def marks(type_: str = "", retention: str = "", tags: tuple[str, ...] = ()) -> list[str]:
    """What a row is narrowed down by, as terms: filters must hold before any limit does."""
    named = [f"t:{type_}"] if type_ else []
    named += [f"r:{retention}"] if retention else []
    return [*named, *(f"g:{tag.encode().hex()}" for tag in tags)]


def encode(each: Item) -> str:
    return json.dumps(dict(zip(COLUMNS, values(each), strict=True)), ensure_ascii=False)
