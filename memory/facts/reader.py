"""Read facts for a person or a prompt. Every query names who will see the result.

The SQL holds nothing that comes from a person.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Literal

from msgspec import Struct

from indexer.scopes import Visibility
from indexer.search.bm25 import Scorer, read_candidate
from indexer.search.candidates import (
    Proposer,
)
from indexer.search.query import Query, SearchFilter, WantedRows, parse_query
from indexer.search.ranking import scale_score
from indexer.search.rerank import Nearness, RankedRow, fuse, sort_by_score
from indexer.search.retriever import QueryVector, VectorSearch
from indexer.store.connection import hold_snapshot
from indexer.store.corpus import Statistics
from indexer.store.database import Database
from indexer.store.door import THESE_ROWS, VisibleReader, select
from indexer.store.engine.session import Row, Session
from memory.fact import DAY, Fact, FactChange, FactType, Retention
from memory.facts import rows as fact_rows
from memory.facts.schema import FACTS_CORPUS
from memory.facts.synonym_query import (
    add_synonyms,
    build_compound_queries,
    build_synonym_queries,
    rank_row,
)

LIVE = "m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > :now)"
ROWS = f"SELECT m.* FROM memory_items m WHERE {LIVE}"  # noqa: S608 - our own texts, as below
FOUND_ROWS = (
    "SELECT m.*, t.main, t.side, t.common, t.length"  # noqa: S608 - as above
    f" FROM memory_items m JOIN memory_items_terms t ON t.id = m.id WHERE {LIVE}"
)
# An expired fact was deleted by nobody, and one with a newer fact on its topic cannot come back.
DELETED_ROWS = (
    "SELECT m.* FROM memory_items m WHERE m.deleted_at IS NOT NULL"
    " AND (m.expires_at IS NULL OR m.expires_at > :now) AND NOT EXISTS ("
    " SELECT 1 FROM memory_items n WHERE n.scope = m.scope AND n.dedup_key = m.dedup_key"
    " AND n.dedup_key <> '' AND n.deleted_at IS NULL)"
)
# What is still stored, though nobody sees it: deleted, or expired and not yet removed.
BIN_ROWS = f"SELECT m.* FROM memory_items m WHERE NOT ({LIVE})"  # noqa: S608 - as above
CHANGE_ROWS = (
    "SELECT c.* FROM memory_changes c JOIN memory_items m USING (item_id)"  # noqa: S608 - as above
    f" WHERE {LIVE}"
)
# The best of each scope, by an index: a person with a hundred thousand facts does not wait.
WORTH = "pinned DESC, importance DESC, updated_at DESC"
BEST_ROWS = (
    "SELECT m.* FROM json_each(:scopes) s CROSS JOIN memory_items m WHERE m.id IN ("  # noqa: S608 - as above
    " SELECT m.id FROM memory_items m WHERE m.scope = s.value AND m.retention = :retention"
    f" AND {LIVE} ORDER BY {WORTH} LIMIT :limit)"
)
BEST = f" SELECT * FROM visible ORDER BY {WORTH} LIMIT :limit"  # noqa: S608 - as above
LATEST_TEXTS = " SELECT main FROM visible ORDER BY id DESC LIMIT :limit"

FactState = Literal["all", "holds", "ended", "pinned"]
FactOrder = Literal["added", "changed", "importance"]
STATES: Mapping[FactState, str] = {
    "all": "TRUE",
    "holds": "(holds_until = '' OR holds_until >= :today)",
    "ended": "holds_until <> '' AND holds_until < :today",
    "pinned": "pinned <> 0",
}
ORDERS: Mapping[FactOrder, str] = {
    "added": "pinned DESC, id",
    "changed": "updated_at DESC, id DESC",
    "importance": "pinned DESC, importance DESC, updated_at DESC, id DESC",
}

CANDIDATES = 60
GLANCED_AT = 2000  # facts, in which compounds of the words of a question are looked for
CACHE = 4 << 20  # bytes for what recent searches read of the index
NEAREST = 60  # facts by meaning
LEAST_NEAR = 0.6  # of the best cosine, for a fact without any word of the question
MEANING_WEIGHT = 0.6  # the rest is for words
WORTH_BESIDE_MEANING = 0.1
IMPORTANCE_WEIGHT = 0.05  # for each of the ten steps
RECENT = ((1, 0.3), (7, 0.15))  # days since the last change, and what they add


class FactFilter(Struct, frozen=True):
    """Limits a query by type, retention and tags; empty means any. A fact must have all `tags`."""

    type: FactType | None = None
    retention: Retention | None = None
    tags: tuple[str, ...] = ()


class FactListing(Struct, frozen=True):
    """Limits a list of facts to a type and a state; `state` and `order` are keys of these."""

    type: FactType | None = None
    state: FactState = "all"
    order: FactOrder = "added"


class FactHit(Struct, frozen=True):
    fact: Fact
    score: float  # 0 to 1, higher is better


class FactCounts(Struct, frozen=True):
    long_term: int
    short_term: int
    deleted: int  # or expired, and still stored


ANY = FactFilter()


class _Lookup(Struct, frozen=True):
    question: str
    within: SearchFilter
    count: int
    now: int  # epoch seconds


class _Candidates(Struct, frozen=True):
    ranked: list[RankedRow]  # visible rows
    scorer: Scorer


class FactReader:
    """Lives as long as the database."""

    def __init__(self, database: Database, meaning: VectorSearch | None = None) -> None:
        """`meaning` finds facts that say it in other words."""
        self._database = database
        self._meaning = meaning
        self._proposer = Proposer(CACHE)
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
        """Return the facts that answer best: relevant, important and recent ones first."""
        within = SearchFilter(visibility, marks=_build_marks(where))
        if within.matches_nothing:
            return []
        lookup = _Lookup(question, within, max(CANDIDATES, 3 * limit), int(now.timestamp()))
        vector = await self._embed(lookup)
        ranked = await self._database.reader.run(partial(self._rank, lookup=lookup, vector=vector))
        scored = [(_score(each, now), each) for each in ranked]
        best = sorted(scored, key=lambda pair: (-pair[0], pair[1].row["item_id"]))[:limit]
        return [
            FactHit(
                fact_rows.parse_fact(each.row),
                min(score, 1.0) if each.model else scale_score(score),
            )
            for score, each in best
        ]

    async def has_facts(self, visibility: Visibility) -> bool:
        """Return whether the reader may see any facts, which costs far less than a search."""

        def count(db: Session) -> int:
            return self._proposer.read_statistics(db, FACTS_CORPUS, visibility).rows

        return await self._database.reader.run(count) > 0

    async def _embed(self, lookup: _Lookup) -> QueryVector | None:
        """Embed the question; None if the search goes by words alone."""
        if self._meaning is None:
            return None
        return await self._meaning.embed_question(FACTS_CORPUS, lookup.question)

    def _rank(self, db: Session, lookup: _Lookup, vector: QueryVector | None) -> list[RankedRow]:
        """Find and rank facts by words and by meaning, in the reader's thread."""
        found = self._find_candidates(db, lookup)
        if self._meaning is None or vector is None:
            return found.ranked
        return self._add_nearest(db, self._meaning, lookup, found, vector)

    def _add_nearest(
        self,
        db: Session,
        meaning: VectorSearch,
        lookup: _Lookup,
        found: _Candidates,
        vector: QueryVector,
    ) -> list[RankedRow]:
        """Return the candidates with the facts that are nearest in meaning, by both together."""
        known = {each.row["id"] for each in found.ranked}
        cosines = meaning.load_cosines(db, vector, lookup.within, sorted(known), NEAREST)
        if not cosines:
            return found.ranked
        least = LEAST_NEAR * max(cosines.values(), default=0.0)
        more = [row for row, cosine in cosines.items() if row not in known and cosine >= least]
        visible = select(
            db,
            lookup.within.visibility,
            FOUND_ROWS,
            THESE_ROWS,
            now=lookup.now,
            rows=json.dumps(sorted(more)),
        )
        added = [rank_row(row, found.scorer) for row in visible]
        nearness = Nearness(meaning.model, cosines, MEANING_WEIGHT)
        return fuse(sort_by_score([*found.ranked, *added]), nearness, "convex")

    def _find_candidates(self, db: Session, lookup: _Lookup) -> _Candidates:
        """Find visible candidate rows, in the reader's thread."""
        visibility = lookup.within.visibility
        with hold_snapshot(db):
            statistics = self._proposer.read_statistics(db, FACTS_CORPUS, visibility)
            query = parse_query(lookup.question, statistics.languages)
            wanted = WantedRows(FACTS_CORPUS, query, lookup.within, lookup.count)
            proposal = self._proposer.propose(db, wanted, statistics)
            wanted, proposal = self._proposer.correct(db, wanted, proposal, statistics)
            ids = json.dumps(proposal.rows)
            rows = select(db, visibility, FOUND_ROWS, THESE_ROWS, now=lookup.now, rows=ids)
            others = [
                self._find_by_synonyms(db, lookup, statistics, weight, each)
                for weight, each in (
                    *build_synonym_queries(lookup.question),
                    *build_compound_queries(lookup.question, partial(self._list_texts, db, lookup)),
                )
            ]
        query, having = wanted.query, proposal.document_frequencies
        scorer = Scorer.for_query(query, having, statistics, FACTS_CORPUS)
        found = [rank_row(row, scorer) for row in rows]
        # The same facts whichever index proposed them.
        found.sort(key=lambda each: (-each.parts["words"], each.row["id"]))
        return _Candidates(add_synonyms(found[: lookup.count], others, scorer), scorer)

    def _list_texts(self, db: Session, lookup: _Lookup) -> list[str]:
        """List the terms of the latest visible facts."""
        visibility, now = lookup.within.visibility, lookup.now
        rows = select(db, visibility, FOUND_ROWS, LATEST_TEXTS, now=now, limit=GLANCED_AT)
        return [row["main"] for row in rows]

    def _find_by_synonyms(
        self,
        db: Session,
        lookup: _Lookup,
        statistics: Statistics,
        weight: float,
        query: Query,
    ) -> list[tuple[Row, float]]:
        """Find the visible rows that have synonyms, each with what these are worth."""
        wanted = WantedRows(FACTS_CORPUS, query, lookup.within, lookup.count)
        proposal = self._proposer.propose(db, wanted, statistics)
        scorer = Scorer.for_query(query, proposal.document_frequencies, statistics, FACTS_CORPUS)
        ids = json.dumps(proposal.rows)
        rows = select(
            db, lookup.within.visibility, FOUND_ROWS, THESE_ROWS, now=lookup.now, rows=ids
        )
        scored = [(row, weight * scorer.score(read_candidate(row))["words"]) for row in rows]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]["id"]))[: lookup.count]

    async def list_top(
        self, visibility: Visibility, retention: Retention, now: datetime, limit: int
    ) -> list[Fact]:
        """Return the most important facts, the newest first among equals, for a prompt."""
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
        self, visibility: Visibility, *, now: datetime, limit: int = 50
    ) -> list[Fact]:
        """Return facts in the order of their addition, pinned ones first; `limit` -1: all."""
        rows = await self._door.select(
            visibility,
            ROWS,
            " SELECT * FROM visible ORDER BY pinned DESC, id LIMIT :limit",
            now=int(now.timestamp()),
            limit=limit,
        )
        return [fact_rows.parse_fact(row) for row in rows]

    async def load_page(
        self, visibility: Visibility, where: FactListing, now: datetime, *, limit: int, offset: int
    ) -> tuple[list[Fact], int]:
        """Return at most `limit` facts after the first `offset`, and how many there are of them."""
        chosen = f" FROM visible WHERE (:type = '' OR type = :type) AND {STATES[where.state]}"
        values = {"now": int(now.timestamp()), "type": where.type or "", "today": f"{now:%Y-%m-%d}"}
        rows = await self._door.select(
            visibility,
            ROWS,
            f" SELECT *{chosen} ORDER BY {ORDERS[where.order]} LIMIT :limit OFFSET :offset",
            **values,
            limit=limit,
            offset=offset,
        )
        ((count,),) = await self._door.select(
            visibility, ROWS, f" SELECT count(*){chosen}", **values
        )
        return [fact_rows.parse_fact(row) for row in rows], int(count)

    async def get(self, visibility: Visibility, fact_id: str, now: datetime) -> Fact | None:
        rows = await self._door.select(
            visibility,
            ROWS,
            " SELECT * FROM visible WHERE item_id = :fact",
            now=int(now.timestamp()),
            fact=fact_id,
        )
        return next(map(fact_rows.parse_fact, rows), None)

    async def list_history(
        self, visibility: Visibility, fact_id: str, now: datetime
    ) -> list[FactChange]:
        """Return every change of a fact, the latest first."""
        rows = await self._door.select(
            visibility,
            CHANGE_ROWS,
            " SELECT * FROM visible WHERE item_id = :fact ORDER BY id DESC",
            now=int(now.timestamp()),
            fact=fact_id,
        )
        return [fact_rows.parse_change(row) for row in rows]

    async def list_replaced(
        self, visibility: Visibility, now: datetime, limit: int
    ) -> list[FactChange]:
        """Return the changes in which facts got another value, the latest first."""
        chosen = " SELECT * FROM visible WHERE action = 'changed' ORDER BY id DESC LIMIT :limit"
        at = int(now.timestamp())
        rows = await self._door.select(visibility, CHANGE_ROWS, chosen, now=at, limit=limit)
        return [fact_rows.parse_change(row) for row in rows]

    async def list_changes(self, visibility: Visibility, now: datetime) -> list[FactChange]:
        """Return the changes of all facts, the oldest first."""
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
        """Return facts that can still be restored, the latest first; `limit` -1: all."""
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
            " SELECT retention, count(*) AS facts FROM visible GROUP BY retention",
            now=int(now.timestamp()),
        )
        gone = await self._door.select(
            visibility,
            BIN_ROWS,
            " SELECT count(*) AS facts FROM visible",
            now=int(now.timestamp()),
        )
        number = {row["retention"]: int(row["facts"]) for row in live}
        return FactCounts(
            number.get("long_term", 0), number.get("short_term", 0), int(gone[0]["facts"])
        )


def _score(each: RankedRow, now: datetime) -> float:
    row = each.row
    age = (now.timestamp() - row["updated_at"]) / DAY
    recency = next((bonus for days, bonus in RECENT if age < days), 0.0)
    worth = IMPORTANCE_WEIGHT * float(row["importance"]) + recency
    # A score of words and meaning together is 1 at most, that of words alone some ten.
    return each.score + (WORTH_BESIDE_MEANING * worth if each.model else worth)


def _build_marks(where: FactFilter) -> tuple[str, ...]:
    return tuple(fact_rows.build_filter_terms(where.type or "", where.retention or "", where.tags))
