"""PDF: sections by the outline, else by headings found by their type, else one per page."""

from collections.abc import Iterator, Sequence

from indexer.documents import Notice, Parsed, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import Source
from indexer.parsing.formats.pdf.headings import by_headings
from indexer.parsing.formats.pdf.outline import Entry, read_outline
from indexer.parsing.formats.pdf.pages import Page, open_pdf, read_pages
from indexer.parsing.formats.pdf.running_heads import running_aside
from indexer.parsing.formats.pdf.scans import recognised
from indexer.parsing.formats.pdf.sections import by_outline, by_page
from indexer.parsing.formats.pdf.tables import with_tables
from indexer.parsing.shared import ocr

SUFFIXES = (".pdf",)


def parse(source: Source) -> Iterator[Parsed]:
    with open_pdf(source) as document:
        tables = source.limits.table_pages > 0
        pages = yield from read_pages(document, look_for_tables=tables)
        entries = read_outline(document)
        pages = yield from recognised(document, pages, source.limits)
        pages = yield from with_tables(document, pages, source)
    if not any(page.lines for page in pages):
        raise ParseError("no_text", source.name, _why_none(pages))
    yield from sections(running_aside(pages), entries, source.name)
    yield from _notices(pages)


def sections(pages: Sequence[Page], entries: Sequence[Entry], name: str) -> Iterator[Section]:
    if entries:
        yield from by_outline(pages, entries, name)
    else:
        yield from by_headings(pages, name) or by_page(pages)


def _why_none(pages: Sequence[Page]) -> str:
    if any(page.is_picture for page in pages):
        return f": its pages are pictures{_advice()}"
    return ": its pages are empty"


def _advice() -> str:
    return "" if ocr.tesseract() else f". {ocr.ADVICE}"


def _notices(pages: Sequence[Page]) -> Iterator[Notice]:
    pictures = [page.number for page in pages if page.is_picture]
    if pictures:
        yield Notice(f"I could not read {ranges(pictures)}: pictures of text{_advice()}.")
    broken = [page.number for page in pages if page.is_broken]
    if broken:
        yield Notice(f"I could not read {ranges(broken)}: damaged.")


def ranges(numbers: Sequence[int]) -> str:
    """`pages 3-5, 9`"""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
    return ("page " if len(numbers) == 1 else "pages ") + ", ".join(words)
