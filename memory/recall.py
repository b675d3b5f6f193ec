"""One search over everything that is remembered: passages, items and recorded conversations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from indexer.documents import Hit
from indexer.scopes import Visibility
from indexer.search.ranking import fuse_ranks
from indexer.search.store import Store
from indexer.store.rows import TurnHit
from memory.facts.reader import FactHit, FactReader


@dataclass(frozen=True, slots=True)
class RecallHit:
    """Something remembered; `ids` are those of the messages it comes from, where they are known."""

    source: str
    text: str
    relevance: float  # in its own store, 0 to 1, higher is better
    score: float = 0.0  # by reciprocal ranks: what orders the results of one search
    said_at: str = ""
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """Each store ranks its own; the rankings are merged by their places, not by their scores."""

    store: Store
    facts: FactReader

    async def search(
        self, visibility: Visibility, question: str, *, limit: int = 10, now: datetime
    ) -> list[RecallHit]:
        """What `visibility` allows and answers best, the best first."""
        passages = await self.store.search(visibility, question, limit=limit, now=now)
        items = await self.facts.search(visibility, question, limit=limit, now=now)
        turns = await self.store.search_transcripts(visibility, question, limit=limit, now=now)
        return merge_rankings(passages, items, turns)[:limit]


def merge_rankings(
    passages: Sequence[Hit], items: Sequence[FactHit], turns: Sequence[TurnHit]
) -> list[RecallHit]:
    """By reciprocal rank fusion; the same text counts for both places and is told once."""
    lists = [
        [_from_passage(each) for each in passages],
        [_from_fact(each) for each in items],
        [_from_turn(each) for each in turns],
    ]
    known: dict[str, RecallHit] = {}
    for each in (each for found in lists for each in found):
        known.setdefault(_identify(each), each)
    scores = fuse_ranks(*(list(dict.fromkeys(map(_identify, found))) for found in lists))
    scored = [replace(each, score=scores[key]) for key, each in known.items()]
    return sorted(scored, key=lambda each: -each.score)


def _identify(each: RecallHit) -> str:
    # A turn is cited by its message: "yes" said twice is two turns.
    return "\n".join((*each.ids, " ".join(each.text.split())))


def _from_passage(hit: Hit) -> RecallHit:
    source = (
        hit.file_name if hit.chunk.name == hit.file_name else f"{hit.file_name}, {hit.chunk.name}"
    )
    return RecallHit(source, hit.chunk.text, hit.score)


def _from_fact(hit: FactHit) -> RecallHit:
    statement = hit.fact.value
    return RecallHit(f"{statement.type} {hit.fact.id}", statement.content, hit.score)


def _from_turn(hit: TurnHit) -> RecallHit:
    turn = hit.turn
    source = f"conversation {turn.session}".strip()
    text = f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text
    return RecallHit(source, text, hit.score, said_at=turn.said_at, ids=(turn.message_id,))
