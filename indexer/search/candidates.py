"""Finds candidates by the words of a question, in the reader's thread and one database state.

An index in memory or FTS5 proposes rows; their scores are computed from the visible rows.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from indexer.search.bm25 import Proposal, Scorer, read_candidate
from indexer.search.fts import FullText
from indexer.search.query import Query, SearchFilter, parse_query
from indexer.search.ranking import idf
from indexer.search.rerank import RankedRow, sort_by_score
from indexer.store.connection import hold_snapshot
from indexer.store.corpus import PASSAGES, TURNS, Corpus, Statistics
from indexer.store.door import select
from indexer.store.rows import PASSAGE_ROWS, TURN_ROWS

# FTS5 gives a term that half of the rows contain no weight, so more rows are requested.
BY_DATABASE = 2

_ROWS = {PASSAGES: PASSAGE_ROWS, TURNS: TURN_ROWS}
_THESE = " SELECT visible.* FROM json_each(:rows) JOIN visible ON visible.id = value"


class Index(Protocol):
    """An index in memory, as it was at one version of its corpus."""

    @property
    def version(self) -> tuple[int, int]: ...

    def propose(self, query: Query, within: SearchFilter, count: int) -> Proposal | None:
        """Return candidate rows; None if it cannot answer such a query."""


@dataclass(frozen=True, slots=True)
class Question:
    """A search in one corpus; `count` is the number of candidates wanted."""

    corpus: Corpus
    text: str
    within: SearchFilter
    count: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidates by words, the best first, with their query and their scorer."""

    query: Query
    scorer: Scorer
    ranked: list[RankedRow]


class StaleIndexError(Exception):
    """The index is not at the database's version, which is `version`."""

    def __init__(self, version: tuple[int, int]) -> None:
        super().__init__(version)
        self.version = version


def find_candidates(db: sqlite3.Connection, question: Question, index: Index | None) -> Candidates:
    """Find candidates by the words of a question; without an index FTS5 proposes the same rows.

    Raises StaleIndexError, but never without an index.
    """
    with hold_snapshot(db):
        statistics = read_statistics(db, question.corpus)
        if index is not None and index.version != statistics.version:
            raise StaleIndexError(statistics.version)
        query = parse_query(question.text, statistics.languages)
        proposal = _propose(db, question, query, index, statistics.rows)
        rows = select_visible(db, question, proposal.rows)
    scorer = Scorer.for_query(query, proposal.document_frequencies, statistics, question.corpus)
    ranked = score_rows(rows, scorer)
    # The same rows whichever index proposed them: those that plain BM25 ranks first.
    ranked.sort(key=lambda each: (-each.parts["words"], each.row["id"]))
    return Candidates(query, scorer, sort_by_score(ranked[: question.count]))


def select_visible(
    db: sqlite3.Connection, question: Question, rows: Sequence[int]
) -> list[sqlite3.Row]:
    """Select those of `rows` that the reader may see."""
    seen = question.within.visibility
    return list(select(db, seen, _ROWS[question.corpus], _THESE, rows=json.dumps(rows)))


def score_rows(rows: Sequence[sqlite3.Row], scorer: Scorer) -> list[RankedRow]:
    rarest = idf(1, scorer.statistics.rows)
    return [RankedRow.from_parts(row, scorer.score(read_candidate(row)), rarest) for row in rows]


def _propose(
    db: sqlite3.Connection, question: Question, query: Query, index: Index | None, rows: int
) -> Proposal:
    """Propose rows; `rows` is the number of rows in the corpus."""
    if not query.terms or not rows:
        return Proposal([], [])
    proposal = index.propose(query, question.within, question.count) if index else None
    if proposal is not None:
        return proposal
    full_text = FullText(db, question.corpus, rows)
    return full_text.propose(query, question.within, BY_DATABASE * question.count)


def read_statistics(db: sqlite3.Connection, corpus: Corpus) -> Statistics:
    """Read the counts that BM25 needs, over all scopes; they contain no text."""
    rows = db.execute(
        "SELECT language, added, removed, length FROM totals"
        " WHERE corpus = ? ORDER BY added - removed DESC, language",
        (corpus.name,),
    ).fetchall()
    added, removed = (sum(row[name] for row in rows) for name in ("added", "removed"))
    length = sum(row["length"] for row in rows) / corpus.unit
    return Statistics(
        rows=added - removed,
        average=length / (added - removed) if added > removed else 0.0,
        languages=tuple(row["language"] for row in rows if row["added"] > row["removed"]),
        version=(added, removed),
    )
