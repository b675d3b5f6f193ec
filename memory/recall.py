"""Search passages, facts and recorded conversations together."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import Hit
from indexer.i18n import _
from indexer.scopes import Visibility
from indexer.search.ranking import fuse_ranks
from indexer.search.store import Store
from indexer.store.rows import TurnHit
from memory.conversations.recorder import ASSISTANT
from memory.conversations.search import drop_questions
from memory.facts.reader import FactHit, FactReader


class RecallHit(Struct, frozen=True):
    """A passage, fact or turn; `ids` are those of its messages, where they are known.

    Of a turn, `by_model` tells that the model said it.
    """

    source: str
    text: str
    relevance: float  # in its own store, 0 to 1, higher is better
    score: float = 0.0  # by reciprocal ranks; the results of a search are in its order
    said_at: str = ""
    ids: tuple[str, ...] = ()
    by_model: bool = False


class Recall(Struct, frozen=True):
    """Merges the rankings of the stores by rank: their scores are not comparable."""

    store: Store
    facts: FactReader

    async def search(
        self, visibility: Visibility, question: str, *, limit: int = 10, now: datetime
    ) -> list[RecallHit]:
        """Return the best results that `visibility` allows, the best first."""
        passages = await self.store.search(visibility, question, limit=limit, now=now)
        facts = await self.facts.search(visibility, question, limit=limit, now=now)
        said = await self.store.search_transcripts(visibility, question, limit=limit)
        turns = drop_questions(said)
        return merge_rankings(passages, facts, turns)[:limit]


def merge_rankings(
    passages: Sequence[Hit], facts: Sequence[FactHit], turns: Sequence[TurnHit]
) -> list[RecallHit]:
    """Merge by reciprocal rank fusion; a text found twice counts twice and is listed once."""
    lists = [
        [_from_passage(each) for each in passages],
        [_from_fact(each) for each in facts],
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
    value = hit.fact.value
    return RecallHit(f"{value.type} {hit.fact.id}", value.content, hit.score)


def _from_turn(hit: TurnHit) -> RecallHit:
    turn = hit.turn
    source = (
        _("conversation {session}", session=turn.session) if turn.session else _("conversation")
    )
    text = f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text
    return RecallHit(
        source,
        text,
        hit.score,
        said_at=turn.said_at,
        ids=(turn.message_id,),
        by_model=turn.speaker == ASSISTANT,
    )
