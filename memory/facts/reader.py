"""What a person or a prompt may see of items. Every question names who will see the answer.

The SQL holds nothing that comes from a person.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from indexer.scopes import Visibility
from indexer.search.bm25 import Scorer, read_candidate
from indexer.search.candidates import read_statistics
from indexer.search.query import (
    BooleanQuery,
    Query,
    SearchFilter,
    format_match,
    format_terms,
    parse_query,
)
from indexer.search.ranking import scale_score
from indexer.search.retriever import IndexSource
from indexer.store.database import Database
from indexer.store.door import VisibleReader
from memory.fact import DAY, Fact, FactChange, FactType, Retention
from memory.facts import rows as fact_rows
from memory.facts.schema import FACTS_CORPUS

LIVE = "m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > :now)"
ROWS = f"SELECT m.* FROM memory_items m WHERE {LIVE}"  # noqa: S608 - our own texts, as below
FOUND_ROWS = (
    "SELECT m.*, t.main, t.side, t.common, t.length"  # noqa: S608 - as above
    f" FROM memory_items m JOIN memory_items_terms t ON t.id = m.id WHERE {LIVE}"
)
# What ended by itself nobody deleted, and what has a newer one on its topic cannot come back.
DELETED_ROWS = (
    "SELECT m.* FROM memory_items m WHERE m.deleted_at IS NOT NULL"
    " AND (m.expires_at IS NULL OR m.expires_at > :now) AND NOT EXISTS ("
    " SELECT 1 FROM memory_items n WHERE n.scope = m.scope AND n.dedup_key = m.dedup_key"
    " AND n.dedup_key <> '' AND n.deleted_at IS NULL)"
)
CHANGE_ROWS = (
    "SELECT c.* FROM memory_changes c JOIN memory_items m USING (item_id)"  # noqa: S608 - as above
    f" WHERE {LIVE}"
)
# The best of each scope, by an index: a person with a hundred thousand items waits for nothing.
WORTH = "pinned DESC, importance DESC, updated_at DESC"
BEST_ROWS = (
    "SELECT m.* FROM json_each(:scopes) s CROSS JOIN memory_items m ON m.id IN ("  # noqa: S608 - as above
    " SELECT m.id FROM memory_items m WHERE m.scope = s.value AND m.retention = :retention"
    f" AND {LIVE} ORDER BY {WORTH} LIMIT :limit)"
)
BEST = f" SELECT * FROM visible ORDER BY {WORTH} LIMIT :limit"  # noqa: S608 - as above
PROPOSED = " SELECT visible.* FROM json_each(:rows) JOIN visible ON visible.id = value"
FOUND = """
    , found AS MATERIALIZED (
        SELECT rowid AS id, bm25(memory_items_fts, 1, 3, 1, 0) AS rank
        FROM memory_items_fts WHERE memory_items_fts MATCH :match
        ORDER BY rank LIMIT :candidates
    )
    SELECT visible.*, (
        SELECT json_group_array(
            (SELECT count(*) FROM memory_items_fts WHERE memory_items_fts MATCH value)
        ) FROM json_each(:lookups)
    ) AS frequencies
    FROM found JOIN visible ON visible.id = found.id
"""


CANDIDATES = 60
IMPORTANCE_WEIGHT = 0.05  # for each of the ten steps
RECENT = ((1, 0.3), (7, 0.15))  # days since the last change, and what they add
LONG_TERM, SHORT_TERM = 20, 10  # items of a brief


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Which items are asked for; empty means any. An item must have all of `tags`."""

    type: FactType | None = None
    retention: Retention | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactHit:
    fact: Fact
    score: float  # 0 to 1, higher is better


@dataclass(frozen=True, slots=True)
class FactCounts:
    long_term: int
    short_term: int
    deleted: int


ANY = FactFilter()


@dataclass(frozen=True, slots=True)
class _Lookup:
    query: Query
    reach: SearchFilter
    where: FactFilter
    count: int
    now: int  # epoch seconds


class FactReader:
    """Lives as long as the database."""

    def __init__(self, database: Database, live: IndexSource | None = None) -> None:
        """`live` is the index of ITEMS_CORPUS in memory; without it FTS5 proposes."""
        self._database = database
        self._live = live
        self._door = VisibleReader(database.reader)

    async def search(
        self,
        visibility: Visibility,
        question: str,
        *,
        now: datetime,
        limit: int = 10,
        where: FactFilter = ANY,
    ) -> list[FactHit]:
        """The items that answer best: relevant, important and recent ones first."""
        statistics = await self._database.reader.run(lambda db: read_statistics(db, FACTS_CORPUS))
        query, reach = parse_query(question, statistics.languages), SearchFilter(visibility)
        if not query.terms or not statistics.rows or reach.matches_nothing:
            return []
        asked = _Lookup(query, reach, where, max(CANDIDATES, 3 * limit), int(now.timestamp()))
        rows, having = await self._find_candidates(asked, statistics.version)
        scorer = Scorer.for_query(query, having, statistics, FACTS_CORPUS)
        scored = [(_score(row, scorer, now), fact_rows.parse_fact(row)) for row in rows]
        best = sorted(scored, key=lambda pair: (-pair[0], pair[1].id))[:limit]
        return [FactHit(item, scale_score(score)) for score, item in best]

    async def _find_candidates(
        self, asked: _Lookup, version: tuple[int, int]
    ) -> tuple[Sequence[sqlite3.Row], Sequence[int]]:
        """Visible rows worth a look, and how many rows have each term of the question."""
        visibility, query = asked.reach.visibility, asked.query
        if self._live and asked.where == ANY:
            index = await self._live.follow_to(version)
            proposal = index.propose(query, asked.reach, asked.count) if index else None
            if proposal is not None:
                ids = json.dumps(proposal.rows)
                rows = await self._door.select(
                    visibility, FOUND_ROWS, PROPOSED, now=asked.now, rows=ids
                )
                return rows, proposal.document_frequencies
        rows = await self._door.select(
            visibility,
            FOUND_ROWS,
            FOUND,
            now=asked.now,
            match=format_match(BooleanQuery(query), asked.reach) + _build_filter(asked.where),
            lookups=json.dumps(format_terms(query)),
            candidates=asked.count,
        )
        return rows, json.loads(rows[0]["frequencies"]) if rows else []

    async def list_top(
        self, visibility: Visibility, retention: Retention, now: datetime
    ) -> list[Fact]:
        """The most important items, the newest first among equals, for a prompt."""
        limit = LONG_TERM if retention == "long_term" else SHORT_TERM
        rows = await self._door.select(
            visibility,
            BEST_ROWS,
            BEST,
            now=int(now.timestamp()),
            retention=retention,
            limit=limit,
        )
        return [fact_rows.parse_fact(row) for row in rows]

    async def list_facts(
        self, visibility: Visibility, *, now: datetime, limit: int = 50, offset: int = 0
    ) -> list[Fact]:
        """Items in the order in which they were first noted, pinned ones first; -1 for all."""
        rows = await self._door.select(
            visibility,
            ROWS,
            " SELECT * FROM visible ORDER BY pinned DESC, id LIMIT :limit OFFSET :offset",
            now=int(now.timestamp()),
            limit=limit,
            offset=offset,
        )
        return [fact_rows.parse_fact(row) for row in rows]

    async def get(self, visibility: Visibility, item: str, now: datetime) -> Fact | None:
        rows = await self._door.select(
            visibility,
            ROWS,
            " SELECT * FROM visible WHERE item_id = :item",
            now=int(now.timestamp()),
            item=item,
        )
        return next(map(fact_rows.parse_fact, rows), None)

    async def list_history(
        self, visibility: Visibility, item: str, now: datetime
    ) -> list[FactChange]:
        """Every change of an item, the latest first."""
        rows = await self._door.select(
            visibility,
            CHANGE_ROWS,
            " SELECT * FROM visible WHERE item_id = :item ORDER BY id DESC",
            now=int(now.timestamp()),
            item=item,
        )
        return [fact_rows.parse_change(row) for row in rows]

    async def list_changes(self, visibility: Visibility, now: datetime) -> list[FactChange]:
        """The histories of all items, the first change first."""
        rows = await self._door.select(
            visibility,
            CHANGE_ROWS,
            " SELECT * FROM visible ORDER BY id",
            now=int(now.timestamp()),
        )
        return [fact_rows.parse_change(row) for row in rows]

    async def list_deleted(
        self, visibility: Visibility, now: datetime, limit: int = 50
    ) -> list[Fact]:
        """What can still be restored, the latest first; -1 for all."""
        rows = await self._door.select(
            visibility,
            DELETED_ROWS,
            " SELECT * FROM visible ORDER BY deleted_at DESC, id DESC LIMIT :limit",
            now=int(now.timestamp()),
            limit=limit,
        )
        return [fact_rows.parse_fact(row) for row in rows]

    async def count(self, visibility: Visibility, now: datetime) -> FactCounts:
        live = await self._door.select(
            visibility,
            ROWS,
            " SELECT retention, count(*) AS items FROM visible GROUP BY retention",
            now=int(now.timestamp()),
        )
        gone = await self._door.select(
            visibility,
            DELETED_ROWS,
            " SELECT count(*) AS items FROM visible",
            now=int(now.timestamp()),
        )
        number = {row["retention"]: int(row["items"]) for row in live}
        return FactCounts(
            number.get("long_term", 0), number.get("short_term", 0), int(gone[0]["items"])
        )


def _score(row: sqlite3.Row, scorer: Scorer, now: datetime) -> float:
    relevance = sum(scorer.score(read_candidate(row)).values())
    age = (now.timestamp() - row["updated_at"]) / DAY
    recency = next((bonus for days, bonus in RECENT if age < days), 0.0)
    return relevance + IMPORTANCE_WEIGHT * float(row["importance"]) + recency


def _build_filter(where: FactFilter) -> str:
    marks = fact_rows.build_filter_terms(where.type or "", where.retention or "", where.tags)
    return "".join(f' AND acl : "{mark}"' for mark in marks)
