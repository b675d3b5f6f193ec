"""Re-index facts that were analysed by earlier rules (see `indexer.store.reindex`)."""

import json
from collections.abc import Mapping, Sequence

from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.reindex import TOGETHER, RowGroup, reindex_group
from indexer.store.terms import Terms
from memory.fact import Fact
from memory.facts import rows as fact_rows
from memory.facts.schema import FACTS_CORPUS

_IDS = "SELECT id FROM memory_items WHERE deleted_at IS NULL AND id > :last ORDER BY id"


async def reindex_facts(database: Database) -> None:
    # Stored under this name.
    await reindex_group(
        database, RowGroup("items", FACTS_CORPUS, _IDS, TOGETHER, _load_facts, _build_terms)
    )


def _load_facts(db: Session, ids: Sequence[int]) -> dict[int, Fact]:
    rows = db.execute(
        "SELECT * FROM memory_items WHERE deleted_at IS NULL"
        " AND id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return {int(row["id"]): fact_rows.parse_fact(row) for row in rows}


async def _build_terms(facts: Mapping[int, Fact]) -> dict[int, Terms]:
    return {row: fact_rows.build_terms(fact) for row, fact in facts.items()}
