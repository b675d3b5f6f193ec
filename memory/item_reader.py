"""What a person or a prompt may see of items. Every question names who will see the answer."""

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime

from indexer.corpus import Statistics
from indexer.database import Database
from indexer.query import Reach, lookups, match, parse
from indexer.ranking import shown
from indexer.scopes import Visibility
from indexer.scoring import Scorer, candidate
from indexer.visible import Door
from memory import item_rows
from memory.item_schema import ITEMS_CORPUS
from memory.items import DAY, Change, Item, Retention, Type

CANDIDATES = 60
IMPORTANCE_WEIGHT = 0.05  # for each of the ten steps
RECENT = ((1, 0.3), (7, 0.15))  # days since the last change, and what they add
LONG_TERM, SHORT_TERM = 20, 10  # items of a brief

_LIVE = "m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > :now)"
_ROWS = f"SELECT m.* FROM memory_items m WHERE {_LIVE}"  # noqa: S608 - our own texts, as below
_FOUND_ROWS = (
    "SELECT m.*, t.main, t.side, t.common, t.length"  # noqa: S608 - as above
    f" FROM memory_items m JOIN memory_items_terms t ON t.id = m.id WHERE {_LIVE}"
)
_DELETED_ROWS = "SELECT m.* FROM memory_items m WHERE m.deleted_at IS NOT NULL"
_CHANGE_ROWS = (
    "SELECT c.* FROM memory_changes c JOIN memory_items m USING (item_id)"  # noqa: S608 - as above
    f" WHERE {_LIVE}"
)
# The best of each scope, by an index: a person with a hundred thousand items waits for nothing.
_WORTH = "pinned DESC, importance DESC, updated_at DESC"
_BEST_ROWS = (
    "SELECT m.* FROM json_each(:scopes) s CROSS JOIN memory_items m ON m.id IN ("  # noqa: S608 - as above
    " SELECT m.id FROM memory_items m WHERE m.scope = s.value AND m.retention = :retention"
    f" AND {_LIVE} ORDER BY {_WORTH} LIMIT :limit)"
)
_BEST = f" SELECT * FROM visible ORDER BY {_WORTH} LIMIT :limit"  # noqa: S608 - as above
_FOUND = """
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


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items are asked for; empty means any. An item must have all of `tags`."""

    type: Type | None = None
    retention: Retention | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemHit:
    item: Item
    score: float  # 0 to 1, higher is better


@dataclass(frozen=True, slots=True)
class ItemCounts:
    long_term: int
    short_term: int
    deleted: int


ANY = Filter()


class Items:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._door = Door(database.reader)

    async def search(
        self,
        visibility: Visibility,
        question: str,
        *,
        now: datetime,
        limit: int = 10,
        where: Filter = ANY,
    ) -> list[ItemHit]:
        """The items that answer best: relevant, important and recent ones first."""
        statistics = await self._statistics()
        query, reach = parse(question, statistics.languages), Reach(visibility)
        if not query.terms or not statistics.rows or reach.nowhere:
            return []
        rows = await self._door.select(
            visibility,
            _FOUND_ROWS,
            _FOUND,
            now=int(now.timestamp()),
            match=match(query, reach) + _narrowed(where),
            lookups=json.dumps(lookups(query)),
            candidates=max(CANDIDATES, 3 * limit),
        )
        having = json.loads(rows[0]["frequencies"]) if rows else []
        scorer = Scorer.of(query, having, statistics, ITEMS_CORPUS)
        scored = [(_score(row, scorer, now), item_rows.item(row)) for row in rows]
        best = sorted(scored, key=lambda pair: (-pair[0], pair[1].id))[:limit]
        return [ItemHit(item, shown(score)) for score, item in best]

    async def brief(
        self, visibility: Visibility, retention: Retention, now: datetime
    ) -> list[Item]:
        """The most important items, the newest first among equals, for a prompt."""
        limit = LONG_TERM if retention == "long_term" else SHORT_TERM
        rows = await self._door.select(
            visibility,
            _BEST_ROWS,
            _BEST,
            now=int(now.timestamp()),
            retention=retention,
            limit=limit,
        )
        return [item_rows.item(row) for row in rows]

    async def listing(
        self, visibility: Visibility, *, now: datetime, limit: int = 50, offset: int = 0
    ) -> list[Item]:
        """Items in the order in which they were first noted, pinned ones first; -1 for all."""
        rows = await self._door.select(
            visibility,
            _ROWS,
            " SELECT * FROM visible ORDER BY pinned DESC, id LIMIT :limit OFFSET :offset",
            now=int(now.timestamp()),
            limit=limit,
            offset=offset,
        )
        return [item_rows.item(row) for row in rows]

    async def get(self, visibility: Visibility, item: str, now: datetime) -> Item | None:
        rows = await self._door.select(
            visibility,
            _ROWS,
            " SELECT * FROM visible WHERE item_id = :item",
            now=int(now.timestamp()),
            item=item,
        )
        return next(map(item_rows.item, rows), None)

    async def history(self, visibility: Visibility, item: str, now: datetime) -> list[Change]:
        """Every change of an item, the latest first."""
        rows = await self._door.select(
            visibility,
            _CHANGE_ROWS,
            " SELECT * FROM visible WHERE item_id = :item ORDER BY id DESC",
            now=int(now.timestamp()),
            item=item,
        )
        return [item_rows.change(row) for row in rows]

    async def changes(self, visibility: Visibility, now: datetime) -> list[Change]:
        """The histories of all items, the first change first."""
        rows = await self._door.select(
            visibility,
            _CHANGE_ROWS,
            " SELECT * FROM visible ORDER BY id",
            now=int(now.timestamp()),
        )
        return [item_rows.change(row) for row in rows]

    async def deleted(self, visibility: Visibility, limit: int = 50) -> list[Item]:
        """What can still be restored, the latest first."""
        rows = await self._door.select(
            visibility,
            _DELETED_ROWS,
            " SELECT * FROM visible ORDER BY deleted_at DESC, id DESC LIMIT :limit",
            limit=limit,
        )
        return [item_rows.item(row) for row in rows]

    async def counts(self, visibility: Visibility, now: datetime) -> ItemCounts:
        live = await self._door.select(
            visibility,
            _ROWS,
            " SELECT retention, count(*) AS items FROM visible GROUP BY retention",
            now=int(now.timestamp()),
        )
        gone = await self._door.select(
            visibility, _DELETED_ROWS, " SELECT count(*) AS items FROM visible"
        )
        number = {row["retention"]: int(row["items"]) for row in live}
        return ItemCounts(
            number.get("long_term", 0), number.get("short_term", 0), int(gone[0]["items"])
        )

    async def _statistics(self) -> Statistics:
        rows = list(
            await self._database.reader.execute_fetchall(
                "SELECT language, added, removed, length FROM totals"
                " WHERE corpus = ? ORDER BY added - removed DESC, language",
                (ITEMS_CORPUS.name,),
            )
        )
        added, removed = (sum(row[name] for row in rows) for name in ("added", "removed"))
        length = sum(row["length"] for row in rows) / ITEMS_CORPUS.unit
        languages = tuple(row["language"] for row in rows if row["added"] > row["removed"])
        average = length / (added - removed) if added > removed else 0.0
        return Statistics(added - removed, average, languages, (added, removed))


def _score(row: sqlite3.Row, scorer: Scorer, now: datetime) -> float:
    relevance = sum(scorer.relevance(candidate(row)).values())
    age = (now.timestamp() - row["updated_at"]) / DAY
    recency = next((bonus for days, bonus in RECENT if age < days), 0.0)
    return relevance + IMPORTANCE_WEIGHT * float(row["importance"]) + recency


def _narrowed(where: Filter) -> str:
    marks = item_rows.marks(where.type or "", where.retention or "", where.tags)
    return "".join(f' AND acl : "{mark}"' for mark in marks)
