"""Parses HTML files: all of their text, of pages that a browser saved the main text.

Sections are by its headings.
"""

import re
from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile, webpage
from indexer.parsing.shared.bold_headings import promote_bold_headings
from indexer.parsing.shared.html_events import HEADINGS, iter_events, parse_html
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (".html", ".htm", ".xhtml")
ALL_HEADINGS = f"{HEADINGS}, [role=heading]"
SAVED = re.compile(rb"<!-- saved from url=", re.I)
BEGINNING = 1024  # bytes in which browsers note that they saved a page


def parse(source: SourceFile) -> Iterator[Parsed]:
    saved = SAVED.search(source.data[:BEGINNING])
    extract = webpage.extract_page_blocks if saved else extract_page_blocks
    yield from assemble(extract(source.data), source.name)


def extract_page_blocks(data: bytes | str) -> Iterator[Heading | TextBlock]:
    """Yield what the page shows, below its title where it has no main heading."""
    page = parse_html(data)
    title = page.css_first("head > title")
    if title is not None and title.text().strip() and page.css_first("h1") is None:
        yield Heading(1, title.text())
    if page.body is None:
        return
    events = iter_events(page.body)
    has_headings = page.body.css_first(ALL_HEADINGS) is not None
    yield from build_blocks(events if has_headings else promote_bold_headings(events, level=2))
