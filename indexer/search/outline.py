"""Loads outline, passages and fingerprint of one document, as far as a reader may see it."""

import json
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from indexer.documents import HEADINGS, Hit, Pages, read_headings
from indexer.paths import format_name
from indexer.scopes import Scope, Visibility
from indexer.store.connection import Reader
from indexer.store.door import VisibleReader
from indexer.store.engine.session import Row
from indexer.store.rows import PASSAGE_ROWS, build_hit

_SECTIONS = """
    SELECT c.file_id, c.position, c.section_path, c.name, c.page_start, c.page_end, c.metadata,
        c.scope
    FROM chunks c
"""
_OUTLINE = """
    SELECT section_path, name, min(page_start) AS first, max(page_end) AS last,
        max(json_extract(metadata, '$.headings')) AS headings
    FROM visible WHERE file_id = :file GROUP BY section_path, name ORDER BY min(position)
"""
_BY_PAGE = """
    SELECT * FROM visible WHERE file_id = :file AND page_start <= :last AND page_end >= :first
    ORDER BY position LIMIT :limit
"""
_BY_POSITION = """
    SELECT * FROM visible WHERE file_id = :file
    ORDER BY position
    LIMIT CASE WHEN :limit < :last - :first + 1 THEN :limit ELSE :last - :first + 1 END
    OFFSET :first - 1
"""
_USES = """
    SELECT c.file_id, a.chunk_id, a.scope, a.accessed_at
    FROM chunks c JOIN access_history a ON a.chunk_id = c.chunk_id
"""
_BY_READER = """
    SELECT scope, count(*) AS shown, max(accessed_at) AS last FROM visible WHERE file_id = :file
    GROUP BY scope ORDER BY last DESC
"""
_FINGERPRINTS = "SELECT f.id, f.hash, f.scope FROM files f"


class OutlineEntry(Struct, frozen=True):
    """A line of an outline; `depth` is 0 for the outermost."""

    text: str
    depth: int
    pages: Pages | None = None


class Uses(Struct, frozen=True):
    """Counts the passages of a document that the readers of a scope were shown."""

    scope: Scope
    shown: int
    last: int  # epoch seconds


PlacedSection = tuple[tuple[str, ...], Pages | None]  # a section's path and its pages


class Outlines:
    """Reads for persons; lives as long as its reader."""

    def __init__(self, reader: Reader) -> None:
        self._door = VisibleReader(reader)

    async def load_outline(self, visibility: Visibility, file_id: int) -> list[OutlineEntry]:
        """Load the titles of a document's sections in order; empty if the reader may not see it."""
        rows = await self._door.select(visibility, _SECTIONS, _OUTLINE, file=file_id)
        return build_outline(placed for row in rows for placed in _list_sections(row))

    async def load_passages(
        self, visibility: Visibility, file_id: int, span: Pages, *, paged: bool, limit: int
    ) -> list[Hit]:
        """Load the passages of the pages `span`, in order; the first `limit` of them.

        Where the document is not `paged`, the span counts its passages, from 1.
        """
        first, last = span
        sql = _BY_PAGE if paged else _BY_POSITION
        rows = await self._door.select(
            visibility, PASSAGE_ROWS, sql, file=file_id, first=first, last=last, limit=limit
        )
        return list(map(build_hit, rows))

    async def list_uses(self, visibility: Visibility, file_id: int) -> list[Uses]:
        """List who was shown passages of a document, the latest first, as far as may be seen."""
        rows = await self._door.select(visibility, _USES, _BY_READER, file=file_id)
        return [Uses(Scope(row["scope"]), row["shown"], row["last"]) for row in rows]

    async def load_fingerprint(self, visibility: Visibility, file_id: int) -> str:
        """Load the SHA-256 of the indexed document; empty if the reader may not see it."""
        rows = await self._door.select(
            visibility, _FINGERPRINTS, " SELECT hash FROM visible WHERE id = :file", file=file_id
        )
        return next((str(row["hash"]) for row in rows), "")


def build_outline(sections: Iterable[PlacedSection]) -> list[OutlineEntry]:
    """List each heading once, in order of first occurrence, with the pages of all below it."""
    found: dict[tuple[str, ...], Pages | None] = {}
    for path, pages in sections:
        for depth in range(len(path)):
            above = path[: depth + 1]
            found[above] = _join_pages(found.get(above), pages)
    return [OutlineEntry(path[-1], len(path) - 1, pages) for path, pages in found.items()]


def _join_pages(one: Pages | None, other: Pages | None) -> Pages | None:
    known: Sequence[Pages] = [each for each in (one, other) if each]
    return (min(first for first, _ in known), max(last for _, last in known)) if known else None


def _list_sections(row: Row) -> Iterator[PlacedSection]:
    """Yield the section of a row, or those that its passage was made of."""
    path, pages = _read_path(row), _read_pages(row)
    joined = read_headings({HEADINGS: row["headings"]}) if row["headings"] else []
    for title, own in joined:
        yield (*path[:-1], title), own
    if not joined:
        yield path, pages


def _read_path(row: Row) -> tuple[str, ...]:
    return tuple(json.loads(row["section_path"])) or (format_name(row["name"]),)


def _read_pages(row: Row) -> Pages | None:
    return None if row["first"] is None else (row["first"], row["last"])
