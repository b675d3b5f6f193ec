"""The hits of a search with the parts of their scores, as `multis search --explain` shows."""

from dataclasses import dataclass

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.rendering.passages import format_location
from bot.views.scope_names import Names, format_owner, load_names
from indexer.documents import Hit

LIMIT = 10


@dataclass(frozen=True, slots=True)
class HitView:
    id: str
    where: str
    text: str
    scope: str
    whose: str  # for the owner: whose it is, if it is one chat's own
    score: float  # 0 to 1
    ranker: str
    bm25: float
    cosine: float | None
    parts: dict[str, float]  # of the ranking score; they add up to it


@dataclass(frozen=True, slots=True)
class SearchView:
    question: str
    found: tuple[HitView, ...]


async def show(context: ViewContext, arguments: Arguments) -> SearchView:
    """Search without a trace in the ranking, unlike /search."""
    turn, question = context.turn, arguments.get("q", "").strip()
    hits = await turn.services.store.search(turn.visibility, question, limit=LIMIT, now=turn.now)
    names = await load_names(turn)
    return SearchView(question, tuple(_build_hit(hit, names) for hit in hits))


def _build_hit(hit: Hit, names: Names | None) -> HitView:
    return HitView(
        id=hit.chunk.chunk_id,
        where=format_location(hit),
        text=hit.chunk.text,
        scope=hit.scope.label,
        whose=format_owner(hit.scope, names, format_person_plain),
        score=hit.score,
        ranker=hit.ranker,
        bm25=hit.bm25,
        cosine=hit.cosine,
        parts=dict(hit.explain),
    )


view = View("search", show)
