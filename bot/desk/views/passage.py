"""One passage that an answer cites, with its neighbours."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.messages import UserError
from bot.rendering.passages import format_location
from bot.views.scope_names import format_owner, load_names
from indexer.documents import Hit
from indexer.i18n import _

AROUND = re.compile(r"[1-9]\d?")  # passages before and after that can be asked for


@dataclass(frozen=True, slots=True)
class PassageView:
    where: str  # file, headings, pages
    text: str
    scope: str
    whose: str  # for the owner: whose it is, if it is one chat's own
    before: tuple[str, ...]
    after: tuple[str, ...]


async def show(context: ViewContext, arguments: Arguments) -> PassageView:
    turn = context.turn
    store, wanted = turn.services.store, arguments.get("id", "")
    asked = arguments.get("around", "")
    around = int(asked) if AROUND.fullmatch(asked) else 1
    hit = await store.load_passage(turn.visibility, wanted)
    if hit is None:
        raise UserError(_("That passage is no longer here. Ask again to find the current one."))
    current = hit.chunk.chunk_id
    before = await store.load_neighbours(turn.visibility, [current], around, 0)
    after = await store.load_neighbours(turn.visibility, [current], 0, around)
    return PassageView(
        where=format_location(hit),
        text=hit.chunk.text,
        scope=hit.scope.label,
        whose=format_owner(hit.scope, await load_names(turn), format_person_plain),
        before=_list_texts(before),
        after=_list_texts(after),
    )


def _list_texts(hits: Sequence[Hit]) -> tuple[str, ...]:
    return tuple(hit.chunk.text for hit in hits)


view = View("passage", show)
