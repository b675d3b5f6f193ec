"""Reads a PDF's outline (its bookmarks): the title of each part, and where it begins."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from pypdfium2 import PdfBookmark, PdfDocument

ENTRIES = 20_000


class Bookmark(Struct, frozen=True):
    title: str
    level: int  # from 1
    page: int | None  # index from 0; None where the destination leads nowhere
    top: float | None  # points above the page's lower edge; None for the page as a whole


def read_outline(document: "PdfDocument") -> list[Bookmark]:
    """Return the bookmarks in order; none for an outline that is broken."""
    import pypdfium2

    found: list[Bookmark] = []
    try:
        for bookmark in document.get_toc(max_depth=15):
            title = " ".join(bookmark.get_title().split())
            if title:
                found.append(_read_entry(bookmark, title, len(document)))
            if len(found) >= ENTRIES:
                break
    except pypdfium2.PdfiumError:
        return []
    return _fill_missing_pages(found)


def _read_entry(bookmark: "PdfBookmark", title: str, pages: int) -> Bookmark:
    destination = bookmark.get_dest()
    page = destination.get_index() if destination else None
    if destination is None or page is None or not 0 <= page < pages:
        return Bookmark(title, bookmark.level + 1, None, None)
    return Bookmark(title, bookmark.level + 1, page, _read_top(*destination.get_view()))


def _read_top(mode: int, values: Sequence[float]) -> float | None:
    """Return a destination's vertical position, which each of the eight kinds has elsewhere."""
    from pypdfium2 import raw

    places = {raw.PDFDEST_VIEW_XYZ: 1, raw.PDFDEST_VIEW_FITH: 0, raw.PDFDEST_VIEW_FITBH: 0}
    place = 3 if mode == raw.PDFDEST_VIEW_FITR else places.get(mode, len(values))
    return values[place] if place < len(values) else None


def _fill_missing_pages(entries: list[Bookmark]) -> list[Bookmark]:
    """Let a bookmark that leads nowhere begin where the next one does; drop those at the end."""
    known: list[Bookmark] = []
    for entry in reversed(entries):
        if entry.page is None and known:
            entry = Bookmark(entry.title, entry.level, known[-1].page, known[-1].top)
        if entry.page is not None:
            known.append(entry)
    return known[::-1]
