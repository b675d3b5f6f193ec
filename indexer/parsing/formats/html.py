"""Web pages: all text of the file, sections by its headings."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import Source
from indexer.parsing.shared.html_events import events, tree
from indexer.parsing.shared.markup import blocks
from indexer.parsing.shared.sections import Block, Heading, assemble

SUFFIXES = (".html", ".htm", ".xhtml")


def parse(source: Source) -> Iterator[Parsed]:
    yield from assemble(page_blocks(source.data), source.name)


def page_blocks(data: bytes) -> Iterator[Heading | Block]:
    """What the page shows; its title stands above the rest where no main heading does."""
    page = tree(data)
    title = page.css_first("head > title")
    if title is not None and title.text().strip() and page.css_first("h1") is None:
        yield Heading(1, title.text())
    if page.body is not None:
        yield from blocks(events(page.body))
