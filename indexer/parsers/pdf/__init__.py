"""PDF: sections by the outline, else by headings found by their type, else one per page."""

from collections.abc import Iterator

from indexer.documents import Notice, Parsed, Progress
from indexer.parse_errors import ParseError
from indexer.parsers import Source
from indexer.parsers.pdf.outline import read_outline
from indexer.parsers.pdf.pages import Page, open_pdf, read_page
from indexer.parsers.pdf.sections import by_outline, by_page

SUFFIXES = (".pdf",)


def parse(source: Source) -> Iterator[Parsed]:
    pages: list[Page] = []
    with open_pdf(source) as document:
        for number in range(len(document)):
            pages.append(read_page(document, number))
            yield Progress(number + 1, len(document))
        entries = read_outline(document)
    if not any(page.lines for page in pages):
        raise ParseError("no_text", source.name, ": its pages are pictures")
    yield from by_outline(pages, entries, source.name) if entries else by_page(pages)
    yield from _notices(pages)


def _notices(pages: list[Page]) -> Iterator[Notice]:
    pictures = [page.number for page in pages if page.is_picture]
    if pictures:
        yield Notice(f"I could not read {ranges(pictures)}: they are pictures of text.")
    broken = [page.number for page in pages if page.is_broken]
    if broken:
        yield Notice(f"I could not read {ranges(broken)}: they are damaged.")


def ranges(numbers: list[int]) -> str:
    """`pages 3-5, 9`"""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
    return ("page " if len(numbers) == 1 else "pages ") + ", ".join(words)
