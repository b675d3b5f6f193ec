"""From a question to the candidates with what they are worth, by words and by meaning."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from sqlite3 import Connection
from typing import Protocol, TypeVar

from indexer.search.candidates import BehindError, Found, Index, Question, look, scored, these
from indexer.search.query import Reach
from indexer.search.ranking import RankingSettings
from indexer.search.rerank import Nearness, Ranked, by_session, by_speaker, fused, ordered
from indexer.store.connection import Reader
from indexer.store.corpus import PASSAGES, TURNS, Corpus

LOOKS = 3  # with an index in memory, until commits come too fast to be followed
T = TypeVar("T")

DEPTH = 30  # rows by words, and as many by meaning, that are put together at least


class Live(Protocol):
    """Keeps an index in memory of the corpus it is named after."""

    @property
    def name(self) -> str: ...

    @property
    def index(self) -> Index | None:
        """As far as it has come; None while it loads."""

    async def at(self, version: tuple[int, int]) -> Index | None:
        """With what was committed until `version`; None while that is too much to wait for."""


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


class Finder:
    """Finds candidates for persons; lives as long as its reader."""

    def __init__(
        self,
        reader: Reader,
        ranking: RankingSettings,
        live: Sequence[Live] = (),
        meaning: Meaning | None = None,
    ) -> None:
        self._reader = reader
        self._ranking = ranking
        self._live = {each.name: each for each in live}
        self._meaning = meaning

    async def find(self, question: Question, choose: Callable[[list[Ranked]], T]) -> T:
        """What `choose` makes of the candidates: `count` or some more, the best first.

        It does so in the reader's thread where it can: one way there and back for a whole search.
        """
        if question.reach.nowhere:
            return choose([])
        if self._meaning is None:
            return await self._look(question, lambda found: choose(_said(question, found.ranked)))
        deep = replace(question, count=max(question.count, DEPTH))
        return choose(await self._by_both(deep, self._meaning))

    async def _look(self, question: Question, then: Callable[[Found], T]) -> T:
        live = self._live.get(question.corpus.name)
        index = live.index if live else None
        for _ in range(LOOKS):
            try:
                return await self._reader.run(_looking(question, index, then))
            except BehindError as behind:
                index = await live.at(behind.version) if live else None
        return await self._reader.run(_looking(question, None, then))

    async def _by_both(self, question: Question, meaning: Meaning) -> list[Ranked]:
        # The model thinks in a process of its own, so words are looked up meanwhile.
        found, meant = await asyncio.gather(
            self._look(question, _itself),
            meaning.meant(question.corpus, question.text, question.reach),
        )
        if meant is None or not found.query.terms:
            return _said(question, found.ranked)
        known = [each.row["id"] for each in found.ranked]
        cosines = await meaning.cosines(meant, known, DEPTH)
        if not cosines:
            return _said(question, found.ranked)
        more = await self._reader.run(
            lambda db: scored(
                these(db, question, sorted(cosines.keys() - set(known))), found.scorer
            )
        )
        weight = {PASSAGES: self._ranking.passage_weight, TURNS: self._ranking.turn_weight}
        near = Nearness(meaning.model, cosines, weight[question.corpus])
        ranked = _said(question, ordered([*found.ranked, *more]))
        return fused(ranked, near, self._ranking.fusion)


def _looking(
    question: Question, index: Index | None, then: Callable[[Found], T]
) -> Callable[[Connection], T]:
    return lambda db: then(look(db, question, index))


def _itself(found: Found) -> Found:
    return found


def _said(question: Question, ranked: list[Ranked]) -> list[Ranked]:
    """For turns, with who said them and in which session."""
    if question.corpus != TURNS:
        return ranked
    return by_session(by_speaker(ranked, question.text))
