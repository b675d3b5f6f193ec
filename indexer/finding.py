"""From a question to the candidates with what they are worth.

An index in memory or FTS5 proposes rows by their words, a model of meaning may add the nearest;
what each is worth is worked out from the visible rows, exactly and for both kinds.
"""

import asyncio
import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import aiosqlite

from indexer.corpus import PASSAGES, TURNS, Corpus, Statistics
from indexer.query import Query, Reach, lookups, match, parse
from indexer.ranking import RankingSettings, idf
from indexer.rows import PASSAGE_ROWS, TURN_ROWS
from indexer.scoring import Proposal, Scorer, candidate
from indexer.selection import Nearness, Ranked, by_session, by_speaker, fused, ordered
from indexer.visible import Door

# FTS5 takes a term that half of the rows have for worth nothing, so it is asked for more.
BY_DATABASE = 2
DEPTH = 30  # rows by words, and as many by meaning, that are put together at least

_ROWS = {PASSAGES: PASSAGE_ROWS, TURNS: TURN_ROWS}
# Every row tells the version of its corpus, so that one round trip finds out what is stale.
_VERSION = """
    (SELECT total(added) || ' ' || total(removed) FROM totals WHERE corpus = '{name}') AS version
"""
_THESE = " SELECT visible.*, {version} FROM json_each(:rows) JOIN visible ON visible.id = value"
_FOUND = """
    , found AS MATERIALIZED (
        SELECT rowid AS id, bm25({fts}, {main}, {side}, 1, 0) AS rank
        FROM {fts} WHERE {fts} MATCH :match ORDER BY rank LIMIT :candidates
    )
    SELECT visible.*, {version}, (
        SELECT json_group_array((SELECT count(*) FROM {fts} WHERE {fts} MATCH value))
        FROM json_each(:lookups)
    ) AS frequencies
    FROM found JOIN visible ON visible.id = found.id
"""


class Live(Protocol):
    """An index in memory of the corpus it is named after."""

    @property
    def name(self) -> str: ...

    async def propose(
        self, query: Query, reach: Reach, count: int, version: tuple[int, int]
    ) -> Proposal | None: ...


@dataclass(frozen=True, slots=True)
class Meant:
    """What a question means to a model, and the rows within reach that may be nearest to it."""

    corpus: Corpus
    vector: bytes
    near: Sequence[int]


class Meaning(Protocol):
    """Nearness in meaning, by the vectors of one model."""

    @property
    def model(self) -> str: ...

    async def meant(self, corpus: Corpus, question: str, reach: Reach) -> Meant | None:
        """None where the model does not understand the question or is not there."""

    async def cosines(self, meant: Meant, rows: Sequence[int], count: int) -> Mapping[int, float]:
        """Those of `rows` and of the `count` nearest; rows without a vector are left out."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as one corpus takes it."""

    corpus: Corpus
    text: str
    query: Query
    reach: Reach
    statistics: Statistics


@dataclass(frozen=True, slots=True)
class Looked:
    """Visible rows worth a look, and how many rows have each term of the question."""

    asked: Asked
    rows: Sequence[sqlite3.Row]
    having: Sequence[int]

    @property
    def fresh(self) -> bool:
        """Whether the statistics that led to these rows still held when they were read."""
        told = " ".join(f"{float(count)}" for count in self.asked.statistics.version)
        return bool(self.rows) and self.rows[0]["version"] == told


class Finder:
    """Finds candidates for persons; lives as long as its reader."""

    def __init__(
        self,
        reader: aiosqlite.Connection,
        ranking: RankingSettings,
        live: Sequence[Live] = (),
        meaning: Meaning | None = None,
    ) -> None:
        self._reader = reader
        self._door = Door(reader)
        self._ranking = ranking
        self._live = {index.name: index for index in live}
        self._meaning = meaning
        self._known: dict[str, Statistics] = {}

    async def find(self, corpus: Corpus, question: str, reach: Reach, count: int) -> list[Ranked]:
        """The candidates with their relevance, the best first: `count`, or some more."""
        if reach.nowhere:
            return []
        depth = max(count, DEPTH) if self._meaning else count
        # The model thinks in a process of its own, so words are looked up meanwhile.
        looked, meant = await asyncio.gather(
            self._look(corpus, question, reach, depth), self._meant(corpus, question, reach)
        )
        asked = looked.asked
        scorer = Scorer.of(asked.query, looked.having, asked.statistics, corpus)
        ranked = _scored(looked.rows, scorer)
        # The same rows whoever proposed them: those that plain BM25 puts first.
        ranked.sort(key=lambda each: (-each.parts["words"], each.row["id"]))
        found = ordered(ranked[:depth])
        if self._meaning is None or meant is None or not asked.query.terms:
            return _said(asked, found)
        known = [each.row["id"] for each in found]
        cosines = await self._meaning.cosines(meant, known, DEPTH)
        weight = {PASSAGES: self._ranking.passage_weight, TURNS: self._ranking.turn_weight}[corpus]
        near = Nearness(self._meaning.model, cosines, weight)
        return await self._with_meaning(asked, near, found, scorer)

    async def _meant(self, corpus: Corpus, question: str, reach: Reach) -> Meant | None:
        return await self._meaning.meant(corpus, question, reach) if self._meaning else None

    async def _look(self, corpus: Corpus, question: str, reach: Reach, count: int) -> Looked:
        """By the statistics of the last question if they still hold, else by new ones."""
        for known in (self._known.get(corpus.name), None):
            statistics = known or await self._statistics(corpus)
            query = parse(question, statistics.languages)
            asked = Asked(corpus, question, query, reach, statistics)
            looked = await self._by_words(asked, count)
            if looked.fresh or known is None:
                break
        self._known[corpus.name] = asked.statistics
        return looked

    async def _with_meaning(
        self, asked: Asked, near: Nearness, found: list[Ranked], scorer: Scorer
    ) -> list[Ranked]:
        if not near.cosines:
            return _said(asked, found)
        known = {each.row["id"] for each in found}
        more = await self._these(asked, sorted(near.cosines.keys() - known))
        ranked = _said(asked, ordered([*found, *_scored(more, scorer)]))
        return fused(ranked, near, self._ranking.fusion)

    async def _by_words(self, asked: Asked, count: int) -> Looked:
        if not asked.query.terms or not asked.statistics.rows:
            return Looked(asked, [], [])
        live = self._live.get(asked.corpus.name)
        version = asked.statistics.version
        proposal = await live.propose(asked.query, asked.reach, count, version) if live else None
        if proposal is None:
            return await self._by_database(asked, BY_DATABASE * count)
        return Looked(asked, await self._these(asked, proposal.rows), proposal.having)

    async def _these(self, asked: Asked, rows: Sequence[int]) -> Sequence[sqlite3.Row]:
        corpus = asked.corpus
        these = _THESE.format(version=_VERSION.format(name=corpus.name))
        return await self._door.select(
            asked.reach.visibility, _ROWS[corpus], these, rows=json.dumps(rows)
        )

    async def _by_database(self, asked: Asked, count: int) -> Looked:
        corpus = asked.corpus
        weights = {"main": corpus.main, "side": corpus.side}
        version = _VERSION.format(name=corpus.name)
        rows = await self._door.select(
            asked.reach.visibility,
            _ROWS[corpus],
            _FOUND.format(version=version, fts=corpus.fts, **weights),
            match=match(asked.query, asked.reach),
            lookups=json.dumps(lookups(asked.query)),
            candidates=count,
        )
        having = json.loads(rows[0]["frequencies"]) if rows else [0] * len(asked.query.terms)
        return Looked(asked, rows, having)

    async def _statistics(self, corpus: Corpus) -> Statistics:
        """Counts over all scopes: what BM25 needs, and no text."""
        rows = list(
            await self._reader.execute_fetchall(
                "SELECT language, added, removed, length FROM totals"
                " WHERE corpus = ? ORDER BY added - removed DESC, language",
                (corpus.name,),
            )
        )
        added, removed = (sum(row[name] for row in rows) for name in ("added", "removed"))
        length = sum(row["length"] for row in rows) / corpus.unit
        return Statistics(
            rows=added - removed,
            average=length / (added - removed) if added > removed else 0.0,
            languages=tuple(row["language"] for row in rows if row["added"] > row["removed"]),
            version=(added, removed),
        )


def _scored(rows: Sequence[sqlite3.Row], scorer: Scorer) -> list[Ranked]:
    rarest = idf(1, scorer.statistics.rows)
    return [Ranked.of(row, scorer.relevance(candidate(row)), rarest) for row in rows]


def _said(asked: Asked, ranked: list[Ranked]) -> list[Ranked]:
    """For turns, with who said them and in which session."""
    return by_session(by_speaker(ranked, asked.text)) if asked.corpus == TURNS else ranked
