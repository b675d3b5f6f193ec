"""The indexed documents, page by page: found by name, filtered and sorted."""

from datetime import timedelta
from typing import cast, get_args

from msgspec import Struct

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext, parse_number
from bot.views.scope_names import Names, format_owner, load_names
from indexer.documents import UPLOAD, Document
from indexer.search.document_list import DocumentFilter, Order, State

ABSENT = ("waiting", "failed")  # states of files that are in no row
LIMIT = 50  # documents of a page
DELETED = 200  # that are offered to be restored
LONGEST_AGE = 36_500  # days


class DocumentView(Struct, frozen=True):
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


class UnreadView(Struct, frozen=True):
    """A file that could not be read; the owner can have it read again."""

    id: str
    name: str
    reason: str  # a sentence
    at: int  # epoch seconds


class DeletedView(Struct, frozen=True):
    """A document whose deletion the owner can undo."""

    id: str
    name: str
    deleted_at: int  # epoch seconds


class WatchedView(Struct, frozen=True):
    """A folder whose files are indexed as they change."""

    folder: str
    scope: str


class Documents(Struct, frozen=True):
    rows: tuple[DocumentView, ...]  # at most `LIMIT`
    total: int  # of those that match
    offset: int  # of the first row
    limit: int  # rows of a page
    types: tuple[str, ...]  # that there are to choose from
    scopes: tuple[str, ...]  # likewise; `user:` stands for the own scope of any chat
    waiting: tuple[str, ...]  # names of files to be read, the first of them now; at most `LIMIT`
    waiting_count: int
    unread: tuple[UnreadView, ...]  # for the owner
    deleted: tuple[DeletedView, ...]
    watched: tuple[WatchedView, ...]  # for the owner


async def show(context: ViewContext, arguments: Arguments) -> Documents:
    """Return a page of the documents that the arguments choose, and of what is not in the index."""
    turn = context.turn
    offset = parse_number(arguments.get("offset", ""), 0)
    limit = 0 if arguments.get("state") in ABSENT else LIMIT
    found = await turn.services.store.load_document_page(
        turn.visibility, _parse_filter(context, arguments), limit=limit, offset=offset
    )
    names = await load_names(turn)
    waiting = _list_waiting(context, arguments)
    return Documents(
        rows=tuple(_build_row(each, names) for each in found.documents),
        total=found.matching if limit else 0,
        offset=offset,
        limit=LIMIT,
        types=tuple(found.types),
        scopes=tuple(dict.fromkeys(map(_generalize, found.scopes))),
        waiting=tuple(waiting[:LIMIT]),
        waiting_count=len(waiting),
        unread=await _list_unread(context, arguments),
        deleted=await _list_deleted(context),
        watched=_list_watched(context),
    )


def _list_waiting(context: ViewContext, arguments: Arguments) -> list[str]:
    """List the names of files to be read: of the owner all, of others those of this chat."""
    turn = context.turn
    if _leaves_out(arguments, "waiting"):
        return []
    names = turn.services.indexing.list_waiting("" if turn.private_owner else turn.message.chat.key)
    if turn.private_owner:
        names += [name for folder in turn.services.followed for name in folder.list_waiting()]
    return [name for name in names if _has_part(name, arguments)]


async def _list_unread(context: ViewContext, arguments: Arguments) -> tuple[UnreadView, ...]:
    if not context.turn.private_owner or _leaves_out(arguments, "failed"):
        return ()
    found = await context.turn.services.originals.unread.list_all()
    return tuple(
        UnreadView(each.code, each.name, each.reason, each.at)
        for each in found
        if _has_part(each.name, arguments)
    )


def _leaves_out(arguments: Arguments, state: str) -> bool:
    """Return whether the arguments choose among documents alone, or another state than this."""
    others = any(arguments.get(each) for each in ("scope", "type", "days"))
    return others or arguments.get("state", "") not in ("", state)


def _has_part(name: str, arguments: Arguments) -> bool:
    return arguments.get("q", "").strip().casefold() in name.casefold()


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
    return tuple(DeletedView(each.code, each.name, each.at) for each in found[:DELETED])


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
