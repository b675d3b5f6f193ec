"""Selects passages for a prompt: the best of each file, then other good hits, then neighbours."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest

from msgspec import Struct, field

from indexer.documents import Hit
from indexer.scopes import Visibility
from indexer.search.store import Store

EXTRACTED = 8  # passages that an answer without a model is made of
SEARCHED = 12  # passages that are considered for a prompt
WORTH = 1 / 3  # of the best relevance: below it a passage is not worth its tokens


class PassageBudget(Struct):
    """Collects passages, each once, up to a budget in the unit that `measure` counts."""

    budget: int
    measure: Callable[[str], int]
    hits: list[Hit] = field(default_factory=list)

    def take(self, hits: Iterable[Hit]) -> None:
        """Take each hit that is new and fits; a later one may fit where an earlier did not."""
        taken = {hit.chunk.chunk_id for hit in self.hits}
        for hit in hits:
            size = self.measure(hit.chunk.text)
            if size <= self.budget and hit.chunk.chunk_id not in taken:
                self.hits.append(hit)
                self.budget -= size
                taken.add(hit.chunk.chunk_id)


class FoundPassages(Struct, frozen=True):
    """Relevant passages, the best first; the first `leading` are the best of each part searched."""

    hits: Sequence[Hit]
    leading: int = 1


def find_relevant(found: Sequence[Hit]) -> FoundPassages:
    """Return what is worth its tokens of the hits of one search."""
    return FoundPassages(keep_relevant(found))


def merge_searches(found: Sequence[Sequence[Hit]]) -> FoundPassages:
    """Merge the relevant hits of several searches in turn; each passage once."""
    kept = [keep_relevant(hits) for hits in found if hits]
    turns = chain.from_iterable(zip_longest(*kept))
    merged = {hit.chunk.chunk_id: hit for hit in turns if hit is not None}
    best = {hits[0].chunk.chunk_id for hits in kept}
    return FoundPassages(list(merged.values()), len(best))


async def gather_context(
    store: Store, visibility: Visibility, found: FoundPassages, room: PassageBudget
) -> list[Hit]:
    """Fill `room` with passages found, the best first, and then with their neighbours."""
    hits = found.hits
    room.take(hits[: found.leading])
    room.take(pick_best_per_file(hits))
    room.take(hits)
    taken = [hit.chunk.chunk_id for hit in room.hits]
    room.take(await store.load_neighbours(visibility, taken, 1, 1))
    return room.hits


def keep_relevant(hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits that are at least `WORTH` times as relevant as the best, in order."""
    least = WORTH * max(map(relevance, hits), default=0.0)
    return [hit for hit in hits if relevance(hit) >= least]


def relevance(hit: Hit) -> float:
    return sum(hit.explain.values())


def pick_best_per_file(hits: Sequence[Hit]) -> list[Hit]:
    """Return the best hit of each file, the best file first."""
    best: dict[str, Hit] = {}
    for hit in hits:
        best.setdefault(hit.file, hit)
    return list(best.values())
