"""Parses HTML files: all of their text, sections by its headings."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.html_events import iter_events, parse_html
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (".html", ".htm", ".xhtml")


def parse(source: SourceFile) -> Iterator[Parsed]:
    yield from assemble(extract_page_blocks(source.data), source.name)


def extract_page_blocks(data: bytes) -> Iterator[Heading | TextBlock]:
    """Yield what the page shows, below its title where it has no main heading."""
    page = parse_html(data)
    title = page.css_first("head > title")
    if title is not None and title.text().strip() and page.css_first("h1") is None:
        yield Heading(1, title.text())
    if page.body is not None:
        yield from build_blocks(iter_events(page.body))
