"""PDF: sections by the outline, else by headings found by their type, else one per page."""

from collections.abc import Iterator, Sequence

from indexer.documents import Parsed, ParserNotice, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.headings import split_by_headings
from indexer.parsing.formats.pdf.outline import Bookmark, read_outline
from indexer.parsing.formats.pdf.pages import ParsedPage, open_pdf, read_pages
from indexer.parsing.formats.pdf.running_heads import mark_running_heads
from indexer.parsing.formats.pdf.scans import recognize_scans
from indexer.parsing.formats.pdf.sections import split_by_outline, split_by_page
from indexer.parsing.formats.pdf.tables import insert_tables
from indexer.parsing.shared import ocr

SUFFIXES = (".pdf",)


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_pdf(source) as document:
        tables = source.limits.table_pages > 0
        pages = yield from read_pages(document, look_for_tables=tables)
        entries = read_outline(document)
        pages = yield from recognize_scans(document, pages, source.limits)
        pages = yield from insert_tables(document, pages, source)
    if not any(page.lines for page in pages):
        raise ParseError("no_text", source.name, _explain_no_text(pages))
    yield from split_sections(mark_running_heads(pages), entries, source.name)
    yield from _report_unread_pages(pages)


def split_sections(
    pages: Sequence[ParsedPage], entries: Sequence[Bookmark], name: str
) -> Iterator[Section]:
    if entries:
        yield from split_by_outline(pages, entries, name)
    else:
        yield from split_by_headings(pages, name) or split_by_page(pages)


def _explain_no_text(pages: Sequence[ParsedPage]) -> str:
    if any(page.is_picture for page in pages):
        return f": its pages are pictures{_advice()}"
    return ": its pages are empty"


def _advice() -> str:
    return "" if ocr.find_tesseract() else f". {ocr.ADVICE}"


def _report_unread_pages(pages: Sequence[ParsedPage]) -> Iterator[ParserNotice]:
    pictures = [page.number for page in pages if page.is_picture]
    if pictures:
        yield ParserNotice(
            f"I could not read {format_page_ranges(pictures)}: pictures of text{_advice()}."
        )
    broken = [page.number for page in pages if page.is_broken]
    if broken:
        yield ParserNotice(f"I could not read {format_page_ranges(broken)}: damaged.")


def format_page_ranges(numbers: Sequence[int]) -> str:
    """`pages 3-5, 9`"""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
    return ("page " if len(numbers) == 1 else "pages ") + ", ".join(words)
