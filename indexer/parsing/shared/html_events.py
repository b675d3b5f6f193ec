"""Reads HTML as events: what a browser would show, without running or fetching anything."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from indexer.parsing.shared.encoding import decode
from indexer.parsing.shared.markup import Close, Event, Open, Text

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

HIDDEN = frozenset(
    {"script", "style", "noscript", "template", "svg", "head", "iframe", "object", "annotation"}
)
HEADINGS = "h1, h2, h3, h4, h5, h6"
STRUCTURE = f"table, {HEADINGS}"
ROWS = 2  # of two cells and more, that a table of data has
MOST_NESTING = 0.34  # of its cells, with another table in them
DEEPEST = 256  # elements inside each other; browsers stop at about twice as many
NAME = re.compile(r"<(/?)([a-zA-Z][\w:-]*+)")
TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*+)[^<>]*+>?")
# Elements without content, and those that the next of their kind closes.
UNNESTED = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source"}
    | {"track", "wbr", "html", "head", "body", "p", "li", "dt", "dd", "tr", "td", "th", "tbody"}
    | {"thead", "tfoot", "colgroup", "caption", "option", "optgroup", "rt", "rp"}
)
NONE: dict[str, str | None] = {}


def parse_html(data: bytes | str) -> "LexborHTMLParser":
    """Parse the page; bytes in the encoding it declares, or else the one they suggest."""
    from selectolax.lexbor import LexborHTMLParser

    if isinstance(data, str):
        return LexborHTMLParser(flatten_deep_elements(data))
    if re.search(rb"<meta[^>]+charset", data[:1024], re.I):
        plain = flatten_deep_elements(data.decode("latin-1")).encode("latin-1")
        return LexborHTMLParser(plain, encoding=True)
    return LexborHTMLParser(flatten_deep_elements(decode(data)))


def flatten_deep_elements(page: str) -> str:
    """Return the page without the tags that are nested too deeply.

    The time to parse a page grows with its depth, for each of its tags.
    """
    if page.count("<") <= DEEPEST or not _is_deep(page):
        return page
    pieces, last, depth = list[str](), 0, 0
    for found in TAG.finditer(page):
        closes = bool(found[1])
        if found[2].lower() in UNNESTED:
            continue
        if depth > DEEPEST - closes:
            pieces.append(page[last : found.start()])
            last = found.end()
        depth = max(0, depth + (-1 if closes else 1))
    return "".join((*pieces, page[last:]))


def _is_deep(page: str) -> bool:
    """Return whether so many elements are opened that some may be too deep."""
    opened = 0
    for found in NAME.finditer(page):
        if found[2].lower() not in UNNESTED:
            opened = max(0, opened + (-1 if found[1] else 1))
            if opened > DEEPEST:
                return True
    return False


def iter_events(root: "LexborNode") -> Iterator[Event]:
    """Yield the tree in document order, without recursion: it may be nested to any depth."""
    pending: list[LexborNode | Close] = [root]
    roles = {node.mem_id: _find_level(node) for node in root.css("[role=heading]")}
    while pending:
        node = pending.pop()
        if isinstance(node, Close):
            yield node
        elif node.tag == "-text":
            yield Text(node.text_content or "")
        elif _is_visible(node.tag or "-"):
            tag = roles.get(node.mem_id) or _choose_tag(node)
            yield from _open_element(node, tag)
            pending.append(Close(tag))
            pending.extend(reversed(list(node.iter(include_text=True))))


def _find_level(node: "LexborNode") -> str:
    """Return the tag that a heading by its role stands for."""
    level = node.attributes.get("aria-level") or ""
    return f"h{level}" if level in tuple("123456") else "h2"


def _is_visible(tag: str) -> bool:
    return tag not in HIDDEN and tag[0] not in "-!_"


def _choose_tag(node: "LexborNode") -> str:
    tag = node.tag or "div"
    return "div" if tag == "table" and _is_layout(node) else tag


def _open_element(node: "LexborNode", tag: str) -> Iterator[Event]:
    if tag == "img":
        yield Text(node.attributes.get("alt") or "")
    yield Open(tag, node.attributes if tag in ("a", "ol", "td", "th") else NONE)


def _is_layout(table: "LexborNode") -> bool:
    """Return whether a table only arranges a page: text below headings is in it, or tables are."""
    if all(part.css_first(STRUCTURE) is None for part in table.iter()):
        return False
    rows = [list(row.iter()) for part in table.iter() for row in _list_rows(part)]
    cells = [cell for row in rows for cell in row]
    if any(map(_has_text_below_heading, cells)) or _has_heading_outside(table, cells):
        return True
    nesting = sum(cell.css_first("table") is not None for cell in cells)
    return sum(len(row) > 1 for row in rows) < ROWS or nesting > MOST_NESTING * len(cells)


def _has_text_below_heading(cell: "LexborNode") -> bool:
    heading = cell.css_first(HEADINGS)
    return heading is not None and cell.text().strip() != heading.text().strip()


def _has_heading_outside(table: "LexborNode", cells: Sequence["LexborNode"]) -> bool:
    """Return whether a heading stands in no cell, as in a caption."""
    inside = sum(cell.css_first(HEADINGS) is not None for cell in cells)
    return not inside and any(part.css_first(HEADINGS) is not None for part in table.iter())


def _list_rows(part: "LexborNode") -> Iterator["LexborNode"]:
    """Yield the rows of a table's own."""
    if part.tag == "tr":
        yield part
    else:
        yield from (row for row in part.iter() if row.tag == "tr")
