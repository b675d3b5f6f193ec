"""Parses a page fetched from the web: its main text. Fetched pages are named with the suffix.

Elements and roles that mark the main text are tried first; without them, a part that is mostly
links is furniture. In doubt a part is kept: a word too many does less harm than one lost.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.html_events import iter_events, parse_html
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

FURNITURE = (
    "nav, aside, form, dialog, button, select, body > header, body > footer, [hidden],"
    " [aria-hidden=true], [role=navigation], [role=banner], [role=contentinfo], [role=search],"
    " [role=complementary], [role=dialog], [role=alertdialog], [role=menu]"
)
MAIN = "main, [role=main], article, [itemprop=articleBody]"
LISTS_OF_LINKS = "div, ul, ol, section, footer, header"
ENOUGH = 0.5  # of a page's paragraphs must be in the part that is marked as the main one
LINKED = 0.7  # of a part's text; it is a menu
MENU = 3  # links at least


def find_main_text(page: "LexborHTMLParser") -> "LexborNode | None":
    """Return the part of `page` with its main text, or None; `page` is changed."""
    body = page.body
    if body is None:
        return None
    prose = _count_prose(body)
    for part in page.css(FURNITURE):
        if _count_prose(part) < ENOUGH * prose or not prose:
            part.decompose()
    found = max(page.css(MAIN), key=_count_prose, default=body)
    enough = _count_prose(found) >= ENOUGH * _count_prose(body)
    main = found if _count(found) and enough else body
    _remove_menus(main)
    return main


def _count_prose(part: "LexborNode") -> int:
    """Count the characters in paragraphs, which menus and headers hardly have."""
    paragraphs = part.css("p, li, td, dd, blockquote, pre")
    return sum(map(_count, paragraphs)) - _count_linked(part)


def _remove_menus(main: "LexborNode") -> None:
    """Remove the parts that are mostly links, unless there is nothing else on the page."""
    menus = [part for part in main.css(LISTS_OF_LINKS) if _is_menu(part)]
    if _count_prose(main) > 0:
        for part in menus:
            part.decompose()


def _is_menu(part: "LexborNode") -> bool:
    length = _count(part)
    linked = len(part.css("a")) >= MENU and _count_linked(part) > LINKED * length > 0
    return linked and part.css_first("h1") is None


def _count_linked(part: "LexborNode") -> int:
    return sum(map(_count, part.css("a")))


def _count(part: "LexborNode") -> int:
    return len(" ".join(part.text().split()))


SUFFIXES = (".webpage",)


def parse(source: SourceFile) -> Iterator[Parsed]:
    yield from assemble(extract_page_blocks(source.data), source.name.removesuffix(SUFFIXES[0]))


def extract_page_blocks(data: bytes | str) -> Iterator[Heading | TextBlock]:
    """Yield the page's title, if it has no main heading, and its main text."""
    page = parse_html(data)
    title = page.css_first("head > title")
    heading = title.text().strip() if title is not None else ""
    main = find_main_text(page)
    if heading and (main is None or main.css_first("h1") is None):
        yield Heading(1, heading)
    if main is not None:
        yield from build_blocks(iter_events(main))
