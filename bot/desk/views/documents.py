"""The indexed documents, one row each, as /docs lists them."""

from dataclasses import dataclass

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.views.scope_names import Names, format_owner, load_names
from indexer.documents import Document

UPLOAD = "upload:"
LIMIT = 200


@dataclass(frozen=True, slots=True)
class DocumentView:
    id: str  # its code
    name: str
    path: str  # on this machine; empty for an upload, and for everybody but the owner
    scope: str
    whose: str  # for the owner: whose it is, if it is one chat's own
    type: str
    pages: int  # 0 where the format has none
    passages: int
    size: int  # bytes
    indexed_at: int  # epoch seconds


@dataclass(frozen=True, slots=True)
class Documents:
    rows: tuple[DocumentView, ...]  # by name; at most `LIMIT`
    total: int  # of those that match
    reading: bool  # whether files of this chat are being indexed


async def show(context: ViewContext, arguments: Arguments) -> Documents:
    """Return the documents whose names contain `q`."""
    turn, part = context.turn, arguments.get("q", "").strip().casefold()
    everything = await turn.services.store.list_documents(turn.visibility)
    found = [each for each in everything if part in each.name.casefold()]
    names = await load_names(turn)
    rows = tuple(_build_row(each, names) for each in found[:LIMIT])
    return Documents(rows, len(found), turn.services.indexing.is_busy(turn.message.chat.key))


def _build_row(document: Document, names: Names | None) -> DocumentView:
    on_disk = names is not None and not document.file.startswith(UPLOAD)
    return DocumentView(
        id=document.code,
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
