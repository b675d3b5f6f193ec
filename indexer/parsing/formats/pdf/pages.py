"""Extracts the lines of a PDF's pages, with their position and the size of their type."""

import re
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec.structs import replace

from indexer.documents import ParserProgress
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.aligned import insert_aligned_tables
from indexer.parsing.formats.pdf.annotations import Annotation, list_annotations
from indexer.parsing.formats.pdf.contents.page_objects import PageObjects, list_objects
from indexer.parsing.formats.pdf.contents.page_text import PageText
from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.formats.pdf.page_pictures import (
    PART,
    has_hidden_text,
    has_pictures,
    is_scan,
    measure_pictures,
)
from indexer.parsing.formats.pdf.placed import join_broken_rows
from indexer.parsing.formats.pdf.ruled.open_columns import rule_columns
from indexer.parsing.formats.pdf.ruled.strokes import Strokes, collect_strokes
from indexer.parsing.formats.pdf.table_continuation import join_continued_tables
from indexer.parsing.formats.pdf.tables import PdfTable, find_tables, insert_table
from indexer.parsing.formats.pdf.turned import set_upright
from indexer.parsing.formats.pdf.written_on import SpacedLine, place_notes, write_annotations
from indexer.parsing.limits import Limits
from indexer.parsing.protocol import clean

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

LINE = re.compile(r"[^\r\n]+")
PRINTED_ABOVE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}\b")
PRINTED_BELOW = re.compile(r"(?:https?|file)://\S+ \d+/\d+")
ASTRAL = re.compile("[\U00010000-\U0010ffff]")
SEMIBOLD = 600
BOLD = re.compile(rb"bold|black|heavy|demi|cmbx|-bd", re.I)
CPU_SHARE = 0.5  # of the time the process has: the text comes before its tables
LOOK = 16  # pages between two looks at that time, which take as long as a page on some systems


def strip_print_marks(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Remove what a browser prints around a page: date and title, address and page number."""
    lowest = min(lines, key=lambda line: line.top, default=None)
    if lowest is None or not PRINTED_BELOW.fullmatch(lowest.text):
        return lines
    highest = max(lines, key=lambda line: line.top)
    marks = {lowest, highest} if PRINTED_ABOVE.match(highest.text) else {lowest}
    return tuple(line for line in lines if line not in marks)


@contextmanager
def open_pdf(source: SourceFile) -> Iterator["PdfDocument"]:
    """Open the document; raise ParseError.

    A file that only restricts what its readers may do opens like any other.
    """
    import pypdfium2
    from pypdfium2 import raw

    try:
        document = pypdfium2.PdfDocument(source.data)
    except pypdfium2.PdfiumError as error:
        locked = getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD
        raise ParseError("password" if locked else "damaged", source.name) from None
    try:
        if len(document) > source.limits.pages:
            because = N_(": it has {count} pages, and I read at most {allowed}")
            because = because.fill(count=len(document), allowed=source.limits.pages)
            raise ParseError("too_large", source.name, because)
        yield document
    finally:
        document.close()


def read_pages(
    document: "PdfDocument", limits: Limits
) -> Generator[ParserProgress, None, list[ParsedPage]]:
    """Read all pages; `limits` say on how many tables are looked for, and for how long."""
    pages, left = list[ParsedPage](), limits.table_pages
    began = time.process_time()  # the process may have read other files before
    for index in range(len(document)):
        if index % LOOK == 0 and time.process_time() - began > CPU_SHARE * limits.cpu_seconds:
            left = 0
        page = read_page(document, index, look_for_tables=left > 0)
        left -= page.has_grid
        pages.append(page)
        yield ParserProgress(index + 1, len(document))
    return join_continued_tables(pages)


def read_page(document: "PdfDocument", index: int, *, look_for_tables: bool = True) -> ParsedPage:
    """Read one page; a broken one is marked and ends nothing."""
    import pypdfium2

    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return ParsedPage(index + 1, is_broken=True)
    try:
        with set_upright(page) as matrix:
            notes = list_annotations(page, matrix)
            read = _read_open_page(page, index + 1, notes, look_for_tables)
            return replace(read, lines=place_notes(read.lines, notes))
    except pypdfium2.PdfiumError:
        return ParsedPage(index + 1, is_broken=True)
    finally:
        page.close()  # pages left open are kept whole: nine times the memory for 600 pages


def _read_open_page(
    page: "PdfPage", number: int, written: Sequence[Annotation], look_for_tables: bool
) -> ParsedPage:
    text, objects = PageText(page), list_objects(page)
    try:
        strokes = collect_strokes(objects) if look_for_tables else Strokes()
        strokes = rule_columns(strokes, text)
        has_grid = strokes.may_be_table() and not page.get_rotation()
        tables = find_tables(page, text, strokes) if has_grid else []
        wanted = tables if look_for_tables and not page.get_rotation() else None
        lines = strip_print_marks(_read_lines(text, wanted, written))
        read = _look_at_pictures(objects, ParsedPage(number, lines, page.get_height()))
        if not look_for_tables or read.is_picture:
            return replace(read, is_searched=look_for_tables)
        for table in tables:
            read = insert_table(read, table)
        return replace(read, has_grid=has_grid)
    finally:
        text.close()


def _look_at_pictures(objects: PageObjects, read: ParsedPage) -> ParsedPage:
    """Return the page with what its pictures are: the page itself, or part of it."""
    covered = measure_pictures(objects) if has_pictures(objects) else 0.0
    if covered < PART or (read.lines and has_hidden_text(objects)):
        return read
    scan = is_scan(covered, read.lines, read.height)
    return replace(read, is_picture=scan, has_pictures=not scan)


def _read_lines(
    text: PageText, tables: Sequence[PdfTable] | None, written: Sequence[Annotation]
) -> tuple[Line, ...]:
    """Return the lines with what was `written` into the fields of a form.

    Tables without lines are looked for outside the `tables` with lines; not at all for None.
    """
    found = list(join_broken_rows(text, _extract_lines(text)))
    if all(each.is_note for each in written):
        if tables is None:
            return tuple(each for each, _ in found)
        return tuple(insert_aligned_tables(text, found, tables))
    spaced = [SpacedLine(line, text.read_middles(span, len(line.text))) for line, span in found]
    return write_annotations(spaced, written)


def _extract_lines(page: PageText) -> Iterator[tuple[Line, range]]:
    """Yield the lines, each with the places of its characters."""
    pairs, any_pairs = 0, ASTRAL.search(page.text)  # characters that PDFium counts twice
    for found in LINE.finditer(page.text):
        line = found.group()
        words = clean(line).strip()  # also PDFium's marks for joined hyphens
        if words:
            first = found.start() + pairs + len(line) - len(line.lstrip())
            span = range(first, found.end() + pairs)
            joined = len(words) < len(line.strip())
            yield _measure_line(page, words, span, joined=joined), span
        pairs += len(ASTRAL.findall(line)) if any_pairs else 0


def _measure_line(page: PageText, text: str, span: range, *, joined: bool) -> Line:
    """Measure a line of type, or several that hyphens have `joined`."""
    first, middle, last = span[0], span[len(span) // 2], span[-1]
    size, other = page.get_shown_size(first), page.get_shown_size(last)
    if size != other:  # else whatever the third is, this is what most of the line is set in
        size = sorted((size, other, page.get_shown_size(middle)))[1]
    left, top = page.get_corner(first)
    # Most lines are not bold: then one look is enough.
    bold = _is_bold(page, middle) and (_is_bold(page, first) or _is_bold(page, last))
    last_top = page.get_corner(last)[1] if joined else None
    return Line(text, top, left, round(size, 1), bold, last_top=last_top)


def _is_bold(page: PageText, at: int) -> bool:
    """Return whether the font is bold, by its weight or name: many files leave the weight out."""
    return page.get_weight(at) >= SEMIBOLD or BOLD.search(page.get_font(at)) is not None
