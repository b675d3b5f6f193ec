"""Items that were indexed by other rules are analysed again (see `indexer.store.reindex`)."""

import json
import sqlite3
from collections.abc import Mapping, Sequence

from indexer.store.database import Database
from indexer.store.reindex import TOGETHER, Part, renew
from indexer.store.terms import Terms
from memory.fact import Item
from memory.facts import rows as item_rows
from memory.facts.schema import ITEMS_CORPUS

_IDS = "SELECT id FROM memory_items WHERE deleted_at IS NULL AND id > :last ORDER BY id"


async def renew_items(database: Database) -> None:
    await renew(database, Part("items", ITEMS_CORPUS, _IDS, TOGETHER, _items, _terms))


def _items(db: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Item]:
    rows = db.execute(
        "SELECT * FROM memory_items WHERE deleted_at IS NULL"
        " AND id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return {int(row["id"]): item_rows.item(row) for row in rows}


async def _terms(items: Mapping[int, Item]) -> dict[int, Terms]:
    return {row: item_rows.terms(item) for row, item in items.items()}
