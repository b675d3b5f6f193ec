"""One passage that an answer cites, with its neighbours."""

import re
from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.messages import UserError
from bot.rendering.passages import format_location
from bot.views.scope_names import format_owner, load_names
from indexer.documents import Hit
from indexer.i18n import _

AROUND = re.compile(r"[1-9]\d?")  # passages before and after that can be asked for
LONGEST = 20_000  # characters before, and as many after: what is shown must first be laid out


class PassagePart(Struct, frozen=True):
    """A passage before or after the one that was asked for."""

    heading: str
    text: str


class PassageView(Struct, frozen=True):
    id: str  # its current one
    where: str  # file, headings, pages
    name: str  # of the file
    type: str  # of the document
    first: int  # page; 0 where the format has none
    last: int
    heading: str
    text: str
    scope: str
    whose: str  # for the owner: whose it is, if it is one chat's own
    before: tuple[PassagePart, ...]
    after: tuple[PassagePart, ...]


async def show(context: ViewContext, arguments: Arguments) -> PassageView:
    turn = context.turn
    store = turn.services.store
    hit = await store.load_passage(turn.visibility, arguments.get("id", ""))
    if hit is None:
        raise UserError(_("That passage is no longer here. Ask again to find the current one."))
    current, around = hit.chunk.chunk_id, _parse_around(arguments)
    first, last = hit.chunk.pages or (0, 0)
    before = await store.load_neighbours(turn.visibility, [current], around, 0)
    after = await store.load_neighbours(turn.visibility, [current], 0, around)
    return PassageView(
        id=current,
        where=format_location(hit),
        name=hit.file_name,
        type=hit.document_type,
        first=first,
        last=last,
        heading=_format_heading(hit),
        text=hit.chunk.text,
        scope=hit.scope.label,
        whose=format_owner(hit.scope, await load_names(turn), format_person_plain),
        before=_list_parts(_choose_nearest(before[::-1])[::-1]),
        after=_list_parts(_choose_nearest(after)),
    )


def _parse_around(arguments: Arguments) -> int:
    asked = arguments.get("around", "")
    return int(asked) if AROUND.fullmatch(asked) else 1


def _choose_nearest(hits: Sequence[Hit]) -> Sequence[Hit]:
    """Return the first of `hits`, which are ordered by nearness, up to `LONGEST` characters."""
    lengths = accumulate(len(hit.chunk.text) for hit in hits)
    return [hit for hit, length in zip(hits, lengths, strict=True) if length <= LONGEST]


def _list_parts(hits: Sequence[Hit]) -> tuple[PassagePart, ...]:
    return tuple(PassagePart(_format_heading(hit), hit.chunk.text) for hit in hits)


def _format_heading(hit: Hit) -> str:
    return " › ".join(hit.chunk.path)


view = View("passage", show)
