"""Turns a PDF's tables into Markdown, on the pages whose drawn lines suggest one.

pdfplumber finds the cells; PDFium reads their text like the rest of the page, so that a table
replaces exactly the lines it holds.
"""

import time
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING

from indexer.documents import ParserProgress
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.pages import Line, ParsedPage
from indexer.parsing.formats.pdf.sections import normalize_letters
from indexer.parsing.formats.pdf.table_continuation import join_continued_tables
from indexer.parsing.shared.tables import format_markdown_table

if TYPE_CHECKING:
    from pdfplumber.page import Page as PlumbedPage
    from pdfplumber.table import Table as PlumbedTable
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

FILLED = 0.4  # of a table's cells; with fewer it is a form or a drawing
KEPT = 0.95  # of the letters in its place that a table must hold, and the other way round
WIDE = 0.6  # of the page
INSET = 1.0  # points; letters that touch a cell's border belong to one cell, not to both
CPU_SHARE = 0.5  # of the time the process has: the text comes before its tables


@dataclass(frozen=True, slots=True)
class PdfTable:
    """A table's cells and its position, in points from the page's lower left corner.

    A wide one is not part of a column: what stands above it is read before it.
    """

    rows: tuple[tuple[str, ...], ...]
    left: float
    bottom: float
    right: float
    top: float
    wide: bool = False

    def is_useful(self) -> bool:
        cells = [cell for row in self.rows for cell in row]
        filled = sum(1 for cell in cells if cell)
        columns = max((len(row) for row in self.rows), default=0)
        return len(self.rows) > 1 and columns > 1 and filled >= FILLED * len(cells)

    def holds(self, line: Line) -> bool:
        middle = line.top - line.size / 2
        return self.bottom <= middle <= self.top and self.left - 2 <= line.left <= self.right


def insert_tables(
    document: "PdfDocument", pages: Sequence[ParsedPage], source: SourceFile
) -> Generator[ParserProgress, None, list[ParsedPage]]:
    """Return the pages with the tables on those with ruled lines, as many as limits allow."""
    ruled = [page.number for page in pages if page.is_ruled][: source.limits.table_pages]
    changed = list(pages)
    if not ruled:
        return changed
    import pdfplumber

    with pdfplumber.open(BytesIO(source.data), pages=ruled) as plumbed:
        for done, page in enumerate(plumbed.pages):
            if time.process_time() > CPU_SHARE * source.limits.cpu_seconds:
                break
            yield ParserProgress(done, len(ruled), "pages with tables")
            at = page.page_number - 1
            for table in _find_tables(document, page):
                changed[at] = insert_table(changed[at], table)
            page.close()  # pages left open are kept whole: gigabytes for a manual
    return join_continued_tables(changed)


def insert_table(page: ParsedPage, table: PdfTable) -> ParsedPage:
    """Put `table` in the place of its lines; return the page unchanged where they disagree."""
    inside = [line for line in page.lines if table.holds(line) and not line.cells]
    cells = Counter(normalize_letters(" ".join(cell for row in table.rows for cell in row)))
    there = Counter(normalize_letters(" ".join(line.text for line in inside)))
    if not inside or not _have_same_letters(there, cells):
        return page
    drawn = replace(
        inside[0], text=format_markdown_table(table.rows), cells=table.rows, left=table.left
    )
    first = page.lines.index(inside[0])
    others = [(at, line) for at, line in enumerate(page.lines) if line not in inside]
    comes_before = [line.top > table.top if table.wide else at < first for at, line in others]
    before = [line for (_, line), early in zip(others, comes_before, strict=True) if early]
    after = [line for (_, line), early in zip(others, comes_before, strict=True) if not early]
    return replace(page, lines=(*before, drawn, *_find_missing_words(inside, table), *after))


def _have_same_letters(there: Counter[str], cells: Counter[str]) -> bool:
    common = (there & cells).total()
    return common >= KEPT * there.total() and common >= KEPT * cells.total()


def _find_missing_words(lines: Sequence[Line], table: PdfTable) -> list[Line]:
    """Return the words of the lines that no cell has, so that nothing on the page is lost."""
    held = Counter(
        normalize_letters(word) for row in table.rows for cell in row for word in cell.split()
    )
    missing = []
    for word in (word for line in lines for word in line.text.split()):
        bare = normalize_letters(word)
        if bare and not held[bare]:
            missing.append(word)
        held[bare] -= 1
    return [replace(lines[-1], text=" ".join(missing), cells=())] if missing else []


def _find_tables(document: "PdfDocument", plumbed: "PlumbedPage") -> list[PdfTable]:
    page = document[plumbed.page_number - 1]
    try:
        if page.get_rotation():
            return []
        text = page.get_textpage()
        try:
            found = [_read_table(page, text, each) for each in plumbed.find_tables()]
        finally:
            text.close()
    finally:
        page.close()
    return [table for table in found if table.is_useful()]


def _read_table(page: "PdfPage", text: "PdfTextPage", found: "PlumbedTable") -> PdfTable:
    left, _, _, top = page.get_mediabox()

    def cell(box: tuple[float, float, float, float] | None) -> str:
        if box is None:
            return ""
        x0, y0, x1, y1 = box  # from the upper left corner
        return " ".join(
            text.get_text_bounded(
                left + x0 + INSET, top - y1 + INSET, left + x1 - INSET, top - y0 - INSET
            ).split()
        )

    rows = tuple(tuple(cell(box) for box in row.cells) for row in found.rows)
    x0, y0, x1, y1 = found.bbox
    wide = x1 - x0 >= WIDE * page.get_width()
    return PdfTable(rows, left + x0, top - y1, left + x1, top - y0, wide)
