"""A page fetched from the web: its main text. The suffix is what a fetched page is named with.

Pages say what their main text is by elements and roles, which is tried first; where they do not,
what is mostly links is furniture. In doubt a part is kept: a word too many does less harm than one
lost.
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
ENOUGH = 0.5  # of a page's paragraphs are in the part that is called the main one
LINKED = 0.7  # of a part's text; it is a menu
MENU = 3  # links at least


def find_main_text(page: "LexborHTMLParser") -> "LexborNode | None":
    """The part of `page` that holds what it says; `page` is changed. None if it has no body."""
    body = page.body
    if body is None:
        return None
    said = _count_paragraph_characters(body)
    for part in page.css(FURNITURE):
        if _count_paragraph_characters(part) < ENOUGH * said or not said:
            part.decompose()
    found = max(page.css(MAIN), key=_count_paragraph_characters, default=body)
    main = (
        found
        if _count_characters(found)
        and _count_paragraph_characters(found) >= ENOUGH * _count_paragraph_characters(body)
        else body
    )
    _remove_menus(main)
    return main


def _count_paragraph_characters(part: "LexborNode") -> int:
    """Characters in paragraphs, which menus and headers hardly have."""
    return sum(
        map(_count_characters, part.css("p, li, td, dd, blockquote, pre"))
    ) - _count_link_characters(part)


def _remove_menus(main: "LexborNode") -> None:
    """Take out what is mostly links, unless that is what the page is about."""
    menus = [part for part in main.css(LISTS_OF_LINKS) if _is_menu(part)]
    if _count_paragraph_characters(main) > 0:
        for part in menus:
            part.decompose()


def _is_menu(part: "LexborNode") -> bool:
    length = _count_characters(part)
    linked = len(part.css("a")) >= MENU and _count_link_characters(part) > LINKED * length > 0
    return linked and part.css_first("h1") is None


def _count_link_characters(part: "LexborNode") -> int:
    return sum(map(_count_characters, part.css("a")))


def _count_characters(part: "LexborNode") -> int:
    return len(" ".join(part.text().split()))


SUFFIXES = (".webpage",)


def parse(source: SourceFile) -> Iterator[Parsed]:
    yield from assemble(extract_page_blocks(source.data), source.name.removesuffix(SUFFIXES[0]))


def extract_page_blocks(data: bytes) -> Iterator[Heading | TextBlock]:
    """The page's title, if no main heading says it, and its main text."""
    page = parse_html(data)
    title = page.css_first("head > title")
    told = title.text().strip() if title is not None else ""
    main = find_main_text(page)
    if told and (main is None or main.css_first("h1") is None):
        yield Heading(1, told)
    if main is not None:
        yield from build_blocks(iter_events(main))
