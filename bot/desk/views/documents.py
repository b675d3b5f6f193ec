"""The indexed documents, page by page: found by name, filtered and sorted."""

from dataclasses import dataclass
from datetime import timedelta
from typing import cast, get_args

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext, parse_number
from bot.views.scope_names import Names, format_owner, load_names
from indexer.documents import Document
from indexer.search.document_list import DocumentFilter, Order, State

UPLOAD = "upload:"
LIMIT = 50  # documents of a page
DELETED = 200  # that are offered to be restored
LONGEST_AGE = 36_500  # days


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
    in_part: bool  # whether some of it could not be read


@dataclass(frozen=True, slots=True)
class DeletedView:
    """A document whose deletion the owner can undo."""

    id: str
    name: str
    deleted_at: int  # epoch seconds


@dataclass(frozen=True, slots=True)
class WatchedView:
    """A folder whose files are indexed as they change."""

    folder: str
    scope: str


@dataclass(frozen=True, slots=True)
class Documents:
    rows: tuple[DocumentView, ...]  # at most `LIMIT`
    total: int  # of those that match
    offset: int  # of the first row
    limit: int  # rows of a page
    types: tuple[str, ...]  # that there are to choose from
    scopes: tuple[str, ...]  # likewise; `user:` stands for the own scope of any chat
    reading: bool  # whether files of this chat are being indexed
    deleted: tuple[DeletedView, ...]
    watched: tuple[WatchedView, ...]  # for the owner


async def show(context: ViewContext, arguments: Arguments) -> Documents:
    """Return a page of the documents that the arguments choose."""
    turn = context.turn
    offset = parse_number(arguments.get("offset", ""), 0)
    found = await turn.services.store.load_document_page(
        turn.visibility, _parse_filter(context, arguments), limit=LIMIT, offset=offset
    )
    names = await load_names(turn)
    return Documents(
        rows=tuple(_build_row(each, names) for each in found.documents),
        total=found.matching,
        offset=offset,
        limit=LIMIT,
        types=tuple(found.types),
        scopes=tuple(dict.fromkeys(map(_generalize, found.scopes))),
        reading=turn.services.indexing.is_busy(turn.message.chat.key),
        deleted=await _list_deleted(context),
        watched=_list_watched(context),
    )


def _parse_filter(context: ViewContext, arguments: Arguments) -> DocumentFilter:
    order, days = arguments.get("order", ""), parse_number(arguments.get("days", ""), 0)
    state = arguments.get("state", "")
    since = context.turn.now - timedelta(days=min(days, LONGEST_AGE)) if days else None
    return DocumentFilter(
        part=arguments.get("q", "").strip(),
        scope=arguments.get("scope", ""),
        type=arguments.get("type", ""),
        state=cast("State", state) if state in get_args(State) else "",
        since=int(since.timestamp()) if since else 0,
        order=cast("Order", order) if order in get_args(Order) else "name",
        descending=arguments.get("descending") == "1",
    )


def _generalize(scope: str) -> str:
    return "user:" if scope.startswith("user:") else scope


async def _list_deleted(context: ViewContext) -> tuple[DeletedView, ...]:
    if not context.turn.private_owner:
        return ()
    found = await context.turn.services.originals.deleted.list_all()
    return tuple(DeletedView(each.code, each.name, each.deleted_at) for each in found[:DELETED])


def _list_watched(context: ViewContext) -> tuple[WatchedView, ...]:
    if not context.turn.private_owner:
        return ()
    watched = context.turn.services.settings.documents.watch
    return tuple(WatchedView(each.folder, each.scope) for each in watched)


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
        in_part=bool(document.notices),
    )


view = View("documents", show)
