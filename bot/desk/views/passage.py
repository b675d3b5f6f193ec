"""One passage that an answer cites, with what stands round it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.desk.views import Arguments, Look, View
from bot.messages import UserError
from bot.passages import where
from indexer.documents import Hit

ROUND = 1  # passages before and after


@dataclass(frozen=True, slots=True)
class Passage:
    where: str  # file, headings, pages
    text: str
    scope: str
    before: tuple[str, ...]
    after: tuple[str, ...]


async def show(look: Look, arguments: Arguments) -> Passage:
    turn = look.turn
    store, wanted = turn.services.store, arguments.get("id", "")
    hit = await store.passage(turn.visibility, wanted)
    if hit is None:
        raise UserError("That passage is no longer here. Ask again to find the current one.")
    current = hit.chunk.chunk_id
    before = await store.neighbours(turn.visibility, [current], ROUND, 0)
    after = await store.neighbours(turn.visibility, [current], 0, ROUND)
    return Passage(where(hit), hit.chunk.text, hit.scope.label, _texts(before), _texts(after))


def _texts(hits: Sequence[Hit]) -> tuple[str, ...]:
    return tuple(hit.chunk.text for hit in hits)


view = View("passage", show)
