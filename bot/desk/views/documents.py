"""What is indexed, as /docs lists it, one row for each document."""

from dataclasses import dataclass

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.views.scope_names import Names, format_owner, load_names
from indexer.documents import Document

UPLOAD = "upload:"
LISTED = 200


@dataclass(frozen=True, slots=True)
class DocumentView:
    id: int
    name: str
    path: str  # on this machine; empty for what was sent in a chat, and for all but the owner
    scope: str
    whose: str  # to the owner: who that is, where it is one chat's own
    type: str
    pages: int  # 0 where the format has none
    passages: int
    size: int  # bytes
    indexed_at: int  # epoch seconds


@dataclass(frozen=True, slots=True)
class Documents:
    rows: tuple[DocumentView, ...]  # by name; at most `LISTED`
    total: int  # of those that were asked for
    reading: bool  # whether this chat has files on their way in


async def show(look: ViewContext, arguments: Arguments) -> Documents:
    """Those with `q` in their names."""
    turn, part = look.turn, arguments.get("q", "").strip().casefold()
    everything = await turn.services.store.list_documents(turn.visibility)
    found = [each for each in everything if part in each.name.casefold()]
    names = await load_names(turn)
    rows = tuple(_build_row(each, names) for each in found[:LISTED])
    return Documents(rows, len(found), turn.services.indexing.is_busy(turn.message.chat.key))


def _build_row(document: Document, names: Names | None) -> DocumentView:
    on_disk = names is not None and not document.file.startswith(UPLOAD)
    return DocumentView(
        id=document.id,
        name=document.name,
        path=document.file if on_disk else "",
        scope=document.scope.label,
        whose=format_owner(document.scope, names, format_person_plain),
        type=document.document_type,
        pages=document.pages,
        passages=document.chunks,
        size=document.size,
        indexed_at=document.indexed_at,
    )


view = View("documents", show)
