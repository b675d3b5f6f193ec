"""Retrieves hits for a question, by words and by meaning: candidates, scored, the best chosen."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import LEXICAL, Hit, Reason, SearchReport
from indexer.scopes import Visibility
from indexer.search.candidates import (
    Candidates,
    Proposer,
    Question,
    WordReading,
    find_candidates,
    score_rows,
    select_document,
    select_visible,
)
from indexer.search.query import SearchFilter
from indexer.search.ranking import RankingSettings
from indexer.search.rerank import (
    Nearness,
    RankedRow,
    boost_sessions,
    boost_speaker,
    boost_used,
    fuse,
    list_left_out,
    pick_distinct,
    sort_by_score,
)
from indexer.store.connection import Reader
from indexer.store.corpus import PASSAGES, TURNS, Corpus
from indexer.store.engine.session import Session
from indexer.store.rows import TurnHit, build_hit, build_turn_hit

T = TypeVar("T")

CANDIDATES = 3  # times the limit
REPEATED = 30  # times the limit, if too many of the candidates were duplicates
DEPTH = 30  # at least so many rows by words, and as many by meaning, are combined


class QueryVector(Struct, frozen=True):
    """A question's vector, for one corpus."""

    corpus: Corpus
    vector: bytes


class VectorSearch(Protocol):
    """Nearness in meaning, by the vectors of one model."""

    @property
    def model(self) -> str: ...

    async def embed_question(self, corpus: Corpus, question: str) -> QueryVector | None:
        """Embed a question; None if the model does not support its language or is not available."""

    def load_cosines(
        self,
        db: Session,
        query_vector: QueryVector,
        within: SearchFilter,
        rows: Sequence[int],
        count: int,
    ) -> Mapping[int, float]:
        """Load the cosines of `rows` and of the `count` nearest, as far as they have vectors.

        It runs in the reader's thread; the nearest are within the filter.
        """


class Retriever:
    """Finds hits for readers; lives as long as its database reader."""

    def __init__(
        self,
        reader: Reader,
        ranking: RankingSettings,
        meaning: VectorSearch | None = None,
    ) -> None:
        self._reader = reader
        self._ranking = ranking
        self._meaning = meaning
        self._proposer = Proposer(ranking.cache_mb << 20)

    async def search_passages(
        self, visibility: Visibility, question: str, limit: int, now: datetime
    ) -> list[Hit]:
        """Find the best passages, the best first; none for a question without words."""
        choose = partial(_choose_hits, settings=self._ranking, now=now, limit=limit)
        return list((await self._search(visibility, question, limit, choose)).hits)

    async def search_document(
        self, visibility: Visibility, document: int, question: str, limit: int, now: datetime
    ) -> list[Hit]:
        """Find the best passages of one document, by its id, the best first."""
        choose = partial(_choose_hits, settings=self._ranking, now=now, limit=limit)
        within = SearchFilter(visibility, document=document)
        search = Question(PASSAGES, question, within, REPEATED * limit)
        report, _found = await self._find(search, choose)
        return list(report.hits)

    async def explain_passages(
        self, visibility: Visibility, question: str, limit: int, now: datetime
    ) -> SearchReport:
        """Find what `search_passages` finds, and the candidates that it leaves out."""
        choose = partial(_choose_hits, settings=self._ranking, now=now, limit=limit, explain=True)
        return await self._search(visibility, question, limit, choose)

    async def _search(
        self,
        visibility: Visibility,
        question: str,
        limit: int,
        choose: Callable[[Sequence[RankedRow]], tuple[SearchReport, int]],
    ) -> SearchReport:
        """Search, and once more deeper if too many of the candidates were duplicates."""
        report = SearchReport((), ())
        for times in (CANDIDATES, REPEATED):
            search = Question(PASSAGES, question, SearchFilter(visibility), times * limit)
            report, found = await self._find(search, choose)
            if len(report.hits) == limit or found < search.count:
                break
        return report

    async def search_turns(
        self, visibility: Visibility, question: str, limit: int, conversation: str | None
    ) -> list[TurnHit]:
        """Find the best turns of recorded conversations, or of the one of that name."""
        within = SearchFilter(visibility, conversation)
        search = Question(TURNS, question, within, CANDIDATES * limit)
        return await self._find(search, partial(_choose_turns, limit=limit))

    async def _find(self, question: Question, choose: Callable[[list[RankedRow]], T]) -> T:
        """Return what `choose` makes of the candidates: `count` or some more, the best first.

        It runs in the reader's thread: a search by words and by meaning takes a single round trip.
        """
        if question.within.matches_nothing:
            return choose([])
        vector = await self._embed(question)
        return await self._reader.run(lambda db: choose(self._rank(db, question, vector)))

    async def _embed(self, question: Question) -> QueryVector | None:
        """Embed a question; None if the search goes by words alone."""
        if self._meaning is None or self._is_as_specified(question):
            return None
        return await self._meaning.embed_question(question.corpus, question.text)

    async def find_by_words(self, visibility: Visibility, words: str, count: int) -> Candidates:
        """Return passages by words alone, with their query: `count` candidates or some more."""
        search = Question(PASSAGES, words, SearchFilter(visibility), count)
        return await self._reader.run(lambda db: find_candidates(db, search, self._proposer))

    def _is_as_specified(self, question: Question) -> bool:
        """Return whether passages are ranked by the specification's formula, which has words."""
        return self._ranking.is_as_specified and question.corpus == PASSAGES

    def _rank(self, db: Session, question: Question, vector: QueryVector | None) -> list[RankedRow]:
        if self._meaning is None or vector is None:
            return _boost_turns(question, self._find_candidates(db, question).ranked)
        deep = replace(question, count=max(question.count, DEPTH))
        found = self._find_candidates(db, deep)
        if not found.query.terms:
            return _boost_turns(question, found.ranked)
        return self._add_nearest(db, deep, found, self._meaning, vector)

    def _find_candidates(self, db: Session, question: Question) -> Candidates:
        """Find candidates by the words of a question; passages by related ones if there are none.

        The specification's formula knows only the words that were asked, as they are written.
        """
        if self._is_as_specified(question):
            return find_candidates(db, question, self._proposer)
        found = find_candidates(db, question, self._proposer, WordReading.CORRECTED)
        if found.ranked or question.corpus != PASSAGES:
            return found
        return find_candidates(db, question, self._proposer, WordReading.WIDER)

    def _add_nearest(
        self,
        db: Session,
        question: Question,
        found: Candidates,
        meaning: VectorSearch,
        vector: QueryVector,
    ) -> list[RankedRow]:
        """Return the candidates with the rows that are nearest in meaning, ranked by both."""
        ids = [each.row["id"] for each in found.ranked]
        inside = question.within.document is not None
        rows = select_document(db, question) if inside else []
        asked = dict.fromkeys((*ids, *(row["id"] for row in rows)))
        cosines = meaning.load_cosines(db, vector, question.within, list(asked), DEPTH)
        if not cosines:
            return _boost_turns(question, found.ranked)
        others = sorted(cosines.keys() & asked.keys() if inside else cosines.keys())
        nearest = select_visible(db, question, [each for each in others if each not in ids])
        more = score_rows(nearest, found.scorer)
        weight = {PASSAGES: self._ranking.passage_weight, TURNS: self._ranking.turn_weight}
        near = Nearness(meaning.model, cosines, weight[question.corpus])
        ranked = _boost_turns(question, sort_by_score([*found.ranked, *more]))
        return fuse(ranked, near, self._ranking.fusion)


def _boost_turns(question: Question, ranked: list[RankedRow]) -> list[RankedRow]:
    """Boost turns by their speaker and session; other rows are unchanged."""
    if question.corpus != TURNS:
        return ranked
    return boost_sessions(boost_speaker(ranked, question.text))


def _choose_hits(
    found: Sequence[RankedRow],
    *,
    settings: RankingSettings,
    now: datetime,
    limit: int,
    explain: bool = False,
) -> tuple[SearchReport, int]:
    """Choose the hits among the candidates, and return how many candidates there were.

    What was left out is reported where it is to `explain` them.
    """
    ranked = boost_used(found, settings, now)
    chosen = _choose_rows(ranked, settings, limit)
    others = _list_others(ranked, chosen, settings, limit) if explain else ()
    left_out = [(_build_hit(each), reason) for each, reason in others]
    return SearchReport([_build_hit(each) for each in chosen], left_out), len(found)


def _list_others(
    ranked: Sequence[RankedRow], chosen: Sequence[RankedRow], settings: RankingSettings, limit: int
) -> Iterable[tuple[RankedRow, Reason]]:
    if settings.is_as_specified:
        return ((each, "limit") for each in ranked[limit:])
    return list_left_out(ranked, chosen)


def _choose_rows(
    ranked: Sequence[RankedRow], settings: RankingSettings, limit: int
) -> Sequence[RankedRow]:
    return ranked[:limit] if settings.is_as_specified else pick_distinct(ranked, limit)


def _choose_turns(found: Sequence[RankedRow], *, limit: int) -> list[TurnHit]:
    return [_build_turn_hit(each) for each in found[:limit]]


def _build_turn_hit(each: RankedRow) -> TurnHit:
    return replace(build_turn_hit(each.row, each.scaled_score, each.parts), cosine=each.cosine)


def _build_hit(each: RankedRow) -> Hit:
    ranker = f"hybrid:{each.model}" if each.model else LEXICAL
    found = build_hit(each.row, each.scaled_score, each.parts)
    return replace(found, ranker=ranker, bm25=each.bm25, cosine=each.cosine, rarest=each.rarest)
