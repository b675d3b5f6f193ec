"""One document: its outline, its passages page by page, and who was shown some of them."""

from msgspec import Struct

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext, parse_number
from bot.messages import UserError
from bot.rendering.passages import format_pages
from bot.views.documents import GONE
from bot.views.scope_names import format_owner, load_names
from indexer.documents import Document, Hit
from indexer.search.outline import OutlineEntry

PASSAGES = 20  # of a page
TITLES = 400
DEEPEST = 4


class TitleView(Struct, frozen=True):
    text: str
    depth: int
    pages: str  # as people read them; empty where the format has none


class PassageLine(Struct, frozen=True):
    id: str
    heading: str
    pages: str
    text: str


class UseView(Struct, frozen=True):
    """Counts the passages of it that the readers of a scope were shown."""

    scope: str
    whose: str
    shown: int
    last: int  # epoch seconds


class DocumentDetails(Struct, frozen=True):
    id: str
    name: str
    notices: tuple[str, ...]  # sentences about what could not be read
    outline: tuple[TitleView, ...]  # at most `TITLES`
    passages: tuple[PassageLine, ...]
    offset: int  # of the first of these passages
    limit: int
    total: int  # passages
    uses: tuple[UseView, ...]


async def show(context: ViewContext, arguments: Arguments) -> DocumentDetails:
    """Return the document with the code `document`; a `UserError` if the viewer may not see it."""
    turn, outlines = context.turn, context.turn.services.outlines
    code = arguments.get("document", "")
    found = await turn.services.store.find_document_by_code(turn.visibility, code)
    if found is None:
        raise UserError(GONE)
    offset = parse_number(arguments.get("offset", ""), 0)
    span = (offset + 1, offset + PASSAGES)
    passages = await outlines.load_passages(
        turn.visibility, found.id, span, paged=False, limit=PASSAGES
    )
    outline = await outlines.load_outline(turn.visibility, found.id)
    return DocumentDetails(
        id=found.code,
        name=found.name,
        notices=found.notices,
        outline=tuple(_build_title(each) for each in outline if each.depth < DEEPEST)[:TITLES],
        passages=tuple(map(_build_passage, passages)),
        offset=offset,
        limit=PASSAGES,
        total=found.chunks,
        uses=await _list_uses(context, found),
    )


async def _list_uses(context: ViewContext, found: Document) -> tuple[UseView, ...]:
    turn, names = context.turn, await load_names(context.turn)
    uses = await turn.services.outlines.list_uses(turn.visibility, found.id)
    return tuple(
        UseView(
            each.scope.label,
            format_owner(each.scope, names, format_person_plain),
            each.shown,
            each.last,
        )
        for each in uses
    )


def _build_title(entry: OutlineEntry) -> TitleView:
    return TitleView(entry.text, entry.depth, format_pages(entry.pages) if entry.pages else "")


def _build_passage(hit: Hit) -> PassageLine:
    chunk = hit.chunk
    pages = format_pages(chunk.pages) if chunk.pages else ""
    return PassageLine(chunk.chunk_id, " › ".join(chunk.path), pages, chunk.text)


view = View("document", show)
