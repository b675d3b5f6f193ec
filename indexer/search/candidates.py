"""Finds candidates by the words of a question, in the reader's thread and one database state.

The stored segments or FTS5 propose rows; their scores are computed from the visible rows.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from indexer.scopes import Visibility
from indexer.search.bm25 import Proposal, Scorer, read_candidate
from indexer.search.query import Query, SearchFilter, WantedRows, parse_query
from indexer.search.ranking import idf
from indexer.search.rerank import RankedRow, sort_by_score
from indexer.search.scoped_fts import ScopedFullText, load_lengths
from indexer.search.wider_query import correct_query, widen_query
from indexer.store.connection import hold_snapshot
from indexer.store.corpus import PASSAGES, TURNS, Corpus, Statistics, build_scope_token
from indexer.store.door import THESE_ROWS, select
from indexer.store.engine.session import Row, Session
from indexer.store.full_text import has_full_text
from indexer.store.rows import PASSAGE_ROWS, TURN_ROWS

if TYPE_CHECKING:
    from indexer.search.scoped_fts_arrays import ScopedArrays, VisibleRowsCache
    from indexer.search.stored_index import StoredIndex

_TOTALS = """
    SELECT language, added, removed, added - removed AS rows, length FROM totals
    WHERE corpus = ? ORDER BY rows DESC, language
"""
_SCOPE_TOTALS = """
    SELECT t.language, sum(t.rows) AS rows, sum(t.length) AS length
    FROM json_each(?) s CROSS JOIN scope_totals t
    WHERE t.scope = s.value AND t.corpus = ?
    GROUP BY t.language ORDER BY sum(t.rows) DESC, t.language
"""

FEW = 3000  # rows that FTS5 finds in less time than numpy takes to load
READERS = 64  # whose statistics are remembered
# Proposals for one question: by its words, by two kinds of synonyms, by compounds; for what a slip
# may be meant to be, and once more with that.
AT_ONCE = 6

_ROWS = {PASSAGES: PASSAGE_ROWS, TURNS: TURN_ROWS}


class Question(Struct, frozen=True):
    """A search in one corpus; `count` is the number of candidates wanted."""

    corpus: Corpus
    text: str
    within: SearchFilter
    count: int


class Candidates(Struct, frozen=True):
    """Candidates by words, the best first, with their query and their scorer."""

    query: Query
    scorer: Scorer
    ranked: list[RankedRow]


class Proposer:
    """Proposes rows by the stored segments or by FTS5; used by one thread.

    Whichever answers, the rows are the same.
    """

    def __init__(self, room: int) -> None:
        """`room` is the number of bytes for postings that are kept in memory."""
        self._room = room
        self._visible_rows: VisibleRowsCache | None = None
        self._stored: dict[Corpus, StoredIndex] = {}
        self._asked = Counter[Corpus]()
        self._state: tuple[Session, object] | None = None  # that `_statistics` are of
        self._statistics: dict[tuple[Corpus, Visibility], Statistics] = {}
        self._current = set[Corpus]()  # whose stored index has followed `_state`

    def read_statistics(self, db: Session, corpus: Corpus, visibility: Visibility) -> Statistics:
        """Return what the function of this name reads; once for a reader while nobody writes."""
        state = db.find_state()
        if self._state != (db, state) or len(self._statistics) >= READERS:
            self._state = (db, state)
            self._statistics.clear()
            self._current.clear()
        key = (corpus, visibility)
        if key not in self._statistics:
            self._statistics[key] = read_statistics(db, corpus, visibility)
        return self._statistics[key]

    def propose(self, db: Session, wanted: WantedRows, statistics: Statistics) -> Proposal:
        """Return the rows that plain BM25 ranks first; `statistics` are those of visible rows."""
        corpus, within = wanted.corpus, wanted.within
        if not wanted.query.terms or not statistics.rows:
            return Proposal([], [0] * len(wanted.query.terms))
        is_known = self._statistics.get((corpus, within.visibility)) is statistics
        if is_known and corpus in self._current:
            return self._stored[corpus].find_rows(db, wanted, statistics)
        whole = has_full_text(db, corpus)
        if self._is_first(corpus) and whole and _is_little(statistics):
            lengths = load_lengths(db, within.visibility, corpus)
            scoped = ScopedFullText(db, corpus, statistics, lengths)
            return scoped.propose(wanted.query, within, wanted.count)
        found = self._open_stored(corpus).propose(db, wanted, statistics, is_alone=not whole)
        if found is None:
            arrays = self._open_arrays(db, wanted, statistics)
            return arrays.propose(wanted.query, within, wanted.count)
        if is_known:
            self._current.add(corpus)
        return found

    def correct(
        self, db: Session, wanted: WantedRows, proposal: Proposal, statistics: Statistics
    ) -> tuple[WantedRows, Proposal]:
        """Propose rows for what misspelt words were meant to be, if some visible row has that."""

        def count_rows(query: Query) -> Sequence[int]:
            asked = replace(wanted, query=query, count=1)
            known = self._stored.get(wanted.corpus)
            with known.keep_nothing() if known else nullcontext():
                return self.propose(db, asked, statistics).document_frequencies

        having = proposal.document_frequencies
        query = correct_query(wanted.query, having, statistics.languages, count_rows)
        if query is wanted.query:
            return wanted, proposal
        wanted = replace(wanted, query=query)
        return wanted, self.propose(db, wanted, statistics)

    def _is_first(self, corpus: Corpus) -> bool:
        """Return whether this is the first question: whoever asks more is faster with numpy."""
        self._asked[corpus] += 1
        return self._asked[corpus] <= AT_ONCE

    def _open_stored(self, corpus: Corpus) -> "StoredIndex":
        from indexer.search.stored_index import PostingCache, StoredIndex

        if corpus not in self._stored:
            self._stored[corpus] = StoredIndex(corpus, PostingCache(self._room))
        return self._stored[corpus]

    def _open_arrays(
        self, db: Session, wanted: WantedRows, statistics: Statistics
    ) -> "ScopedArrays":
        from indexer.search.scoped_fts_arrays import ScopedArrays, VisibleRowsCache

        self._visible_rows = self._visible_rows or VisibleRowsCache()
        visible = self._visible_rows.load(db, wanted.corpus, wanted.within, statistics)
        return ScopedArrays(db, wanted.corpus, statistics, visible)


def _is_little(statistics: Statistics) -> bool:
    """Return whether FTS5 finds the rows in less time than numpy takes to load."""
    return statistics.rows < FEW and "numpy" not in sys.modules


class WordReading(Enum):
    """A way to read the words of a question."""

    AS_WRITTEN = "as written"
    CORRECTED = "corrected"  # one that no visible row has may be misspelt
    WIDER = "wider"  # related words, too


def find_candidates(
    db: Session,
    question: Question,
    proposer: Proposer,
    reading: WordReading = WordReading.AS_WRITTEN,
) -> Candidates:
    """Find candidates by the words of a question."""
    with hold_snapshot(db):
        seen = question.within.visibility
        statistics = proposer.read_statistics(db, question.corpus, seen)
        query = parse_query(question.text, statistics.languages)
        if reading is WordReading.WIDER:
            query = widen_query(query, statistics.languages)
        wanted = WantedRows(question.corpus, query, question.within, question.count)
        proposal = proposer.propose(db, wanted, statistics)
        if reading is WordReading.CORRECTED:
            wanted, proposal = proposer.correct(db, wanted, proposal, statistics)
        rows = select_visible(db, question, proposal.rows)
    query, having = wanted.query, proposal.document_frequencies
    scorer = Scorer.for_query(query, having, statistics, question.corpus)
    ranked = score_rows(rows, scorer)
    # The same rows whichever index proposed them: those that plain BM25 ranks first.
    ranked.sort(key=lambda each: (-each.parts["words"], each.row["id"]))
    return Candidates(query, scorer, sort_by_score(ranked[: question.count]))


def select_visible(db: Session, question: Question, rows: Sequence[int]) -> list[Row]:
    """Select those of `rows` that the reader may see."""
    if not rows:
        return []
    seen = question.within.visibility
    return list(select(db, seen, _ROWS[question.corpus], THESE_ROWS, rows=json.dumps(rows)))


def score_rows(rows: Sequence[Row], scorer: Scorer) -> list[RankedRow]:
    rarest = idf(1, scorer.statistics.rows)
    return [RankedRow.from_parts(row, scorer.score(read_candidate(row)), rarest) for row in rows]


def read_statistics(db: Session, corpus: Corpus, visibility: Visibility) -> Statistics:
    """Read the counts that BM25 needs, of the rows that a reader may see, and the version of all.

    A rarity or an average over all scopes would tell a reader what others have.
    """
    rows = db.execute(_TOTALS, (corpus.name,)).fetchall()
    version = _sum_version(rows)
    if not visibility.everything:
        tokens = json.dumps(list(map(build_scope_token, visibility.scopes)))
        rows = db.execute(_SCOPE_TOTALS, (tokens, corpus.name)).fetchall()
    count = sum(row["rows"] for row in rows)
    length = sum(row["length"] for row in rows) / corpus.unit
    return Statistics(
        rows=count,
        average=length / count if count else 0.0,
        languages=tuple(row["language"] for row in rows if row["rows"] > 0),
        version=version,
    )


def read_version(db: Session, corpus: Corpus) -> tuple[int, int]:
    """Read how many rows were ever added to a corpus, and removed from it."""
    return _sum_version(db.execute(_TOTALS, (corpus.name,)).fetchall())


def _sum_version(rows: Sequence[Row]) -> tuple[int, int]:
    return sum(row["added"] for row in rows), sum(row["removed"] for row in rows)
