"""Lists the documents that a reader may see, page by page: found by name, filtered and sorted."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct

from indexer.documents import Document, build_document_code
from indexer.scopes import CHAT, Visibility
from indexer.store.connection import Reader
from indexer.store.door import select
from indexer.store.engine.session import Row, Session
from indexer.store.rows import FILE_ROWS, build_document

State = Literal["", "whole", "part"]  # any; all of it was read; some could not be read
Order = Literal["name", "size", "pages", "indexed"]

_LIGHT_ROWS = """
    SELECT f.id, f.path, f.name, f.scope, f.document_type, f.pages, f.size, f.updated_at, f.kind,
        f.notices
    FROM files f
"""
NOTHING_LOST = "[]"
_LISTED = " SELECT * FROM visible WHERE kind = 'document'"
_THESE = " SELECT * FROM visible WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(:ids))"


class DocumentFilter(Struct, frozen=True):
    """Chooses documents and their order; empty means any."""

    part: str = ""  # of the name
    scope: str = ""  # a label, or `user:` for the own scope of any chat
    type: str = ""
    since: int = 0  # epoch seconds
    state: State = ""
    order: Order = "name"
    descending: bool = False


class DocumentPage(Struct, frozen=True):
    """Some of the documents of a filter; the counts are of all that the reader may see."""

    documents: Sequence[Document]
    matching: int
    types: Mapping[str, int]
    scopes: Mapping[str, int]


async def load_page(
    reader: Reader, visibility: Visibility, where: DocumentFilter, limit: int, offset: int
) -> DocumentPage:
    """Load at most `limit` documents after the first `offset` of the filter."""

    def load(db: Session) -> DocumentPage:
        rows = select(db, visibility, _LIGHT_ROWS, _LISTED)
        found = sorted(filter_rows(rows, where), key=_KEYS[where.order])
        if where.descending:
            found.reverse()
        wanted = [int(row["id"]) for row in found[offset : offset + limit]]
        return DocumentPage(
            _load_documents(db, visibility, wanted),
            len(found),
            dict(sorted(Counter(row["document_type"] for row in rows).items())),
            dict(sorted(Counter(row["scope"] for row in rows).items())),
        )

    return await reader.run(load)


async def load_by_code(reader: Reader, visibility: Visibility, code: str) -> Document | None:
    """Load the document with a code, without loading all others; None if it is not visible."""

    def load(db: Session) -> Document | None:
        rows = select(db, visibility, _LIGHT_ROWS, _LISTED)
        wanted = (int(row["id"]) for row in rows if build_document_code(row["path"]) == code)
        return next(iter(_load_documents(db, visibility, list(islice(wanted, 1)))), None)

    return await reader.run(load)


def filter_rows(rows: Sequence[Row], where: DocumentFilter) -> list[Row]:
    """Return the rows that the filter lets through."""
    part = where.part.casefold()
    return [
        row
        for row in rows
        if part in row["name"].casefold()
        and where.type in ("", row["document_type"])
        and row["updated_at"] >= where.since
        and where.state in ("", "whole" if row["notices"] == NOTHING_LOST else "part")
        and (where.scope in ("", row["scope"]) or _is_any_chat(where.scope, row["scope"]))
    ]


def _is_any_chat(wanted: str, scope: str) -> bool:
    return wanted == CHAT and scope.startswith(CHAT)


def _load_documents(db: Session, visibility: Visibility, ids: Sequence[int]) -> list[Document]:
    rows = select(db, visibility, FILE_ROWS, _THESE, ids=json.dumps(list(ids)))
    known = {int(row["id"]): build_document(row) for row in rows}
    return [known[each] for each in ids if each in known]


_KEYS: Mapping[Order, Callable[[Row], tuple[int | str, ...]]] = {
    "name": lambda row: (row["name"].casefold(), row["path"]),
    "size": lambda row: (row["size"], row["path"]),
    "pages": lambda row: (row["pages"], row["path"]),
    "indexed": lambda row: (row["updated_at"], row["path"]),
}
