"""The hits of a search with the parts of their scores, as `multis search --explain` shows."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from msgspec import Struct

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.rendering.passages import format_location
from bot.turns.command import Turn
from bot.views.scope_names import Names, format_owner, load_names
from indexer.documents import Hit, Reason, SearchReport
from indexer.scopes import Visibility
from indexer.search.context import EXTRACTED, SEARCHED, keep_relevant

LIMIT = 10
LEFT_OUT = 20
# Far less relevant than the best, and so not worth a prompt; another person's own.
LeftOut = Reason | Literal["weak", "private"]


class HitView(Struct, frozen=True):
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
    left_out: LeftOut | Literal[""] = ""  # the reason, if it is


class SearchView(Struct, frozen=True):
    question: str
    found: tuple[HitView, ...]
    left_out: tuple[HitView, ...]  # at most `LEFT_OUT`, the best first


async def show(context: ViewContext, arguments: Arguments) -> SearchView:
    """Search without a trace in the ranking, unlike /search.

    With `answer`, the search is the one that an answer to the question begins with.
    """
    turn, question = context.turn, arguments.get("q", "").strip()
    if arguments.get("answer") == "1":
        kept, left_out = await _search_for_answer(turn, question)
    else:
        report = await _explain(turn, turn.visibility, question, LIMIT)
        kept, left_out = report.hits, report.left_out
    build = partial(_build_hit, names=await load_names(turn))
    return SearchView(
        question,
        tuple(build(hit, "") for hit in kept),
        tuple(build(hit, reason) for hit, reason in left_out[:LEFT_OUT]),
    )


async def _search_for_answer(
    turn: Turn, question: str
) -> tuple[Sequence[Hit], Sequence[tuple[Hit, LeftOut]]]:
    """Return what an answer would be made of, and what it would leave out.

    Of what the owner may see, others' own documents come last: no answer is made of them.
    """
    has_model = turn.services.model is not None
    report = await _explain(turn, turn.recall, question, SEARCHED if has_model else EXTRACTED)
    kept = keep_relevant(report.hits) if has_model else report.hits
    weak: list[tuple[Hit, LeftOut]] = [(hit, "weak") for hit in report.hits if hit not in kept]
    seen = await _explain(turn, turn.visibility, question, LIMIT) if turn.private_owner else None
    hits = seen.hits if seen else ()
    private: list[tuple[Hit, LeftOut]] = [
        (hit, "private") for hit in hits if not turn.recall.allows(hit.scope)
    ]
    return kept, [*weak, *report.left_out, *private]


async def _explain(turn: Turn, visibility: Visibility, question: str, limit: int) -> SearchReport:
    store = turn.services.store
    return await store.explain(visibility, question, limit=limit, now=turn.now)


def _build_hit(hit: Hit, left_out: LeftOut | Literal[""], *, names: Names | None) -> HitView:
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
        left_out=left_out,
    )


view = View("search", show)
