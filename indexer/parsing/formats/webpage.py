"""A page fetched from the web: its main text. The suffix is what a fetched page is named with."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import Source
from indexer.parsing.formats.maintext import main_text
from indexer.parsing.shared.html_events import events, tree
from indexer.parsing.shared.markup import blocks
from indexer.parsing.shared.sections import Block, Heading, assemble

SUFFIXES = (".webpage",)


def parse(source: Source) -> Iterator[Parsed]:
    yield from assemble(page_blocks(source.data), source.name.removesuffix(SUFFIXES[0]))


def page_blocks(data: bytes) -> Iterator[Heading | Block]:
    """The page's title, if no main heading says it, and its main text."""
    page = tree(data)
    title = page.css_first("head > title")
    told = title.text().strip() if title is not None else ""
    main = main_text(page)
    if told and (main is None or main.css_first("h1") is None):
        yield Heading(1, told)
    if main is not None:
        yield from blocks(events(main))
