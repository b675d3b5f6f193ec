"""HTML as headings and blocks: every visible word once, in reading order."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from indexer.sections import Block, Heading
from indexer.tables import markdown_table

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

UNSEEN = frozenset({"script", "style", "noscript", "template", "svg", "head", "iframe", "object"})
INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "button", "cite", "code", "data", "del", "dfn", "em"}
    | {"font", "i", "img", "ins", "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp"}
    | {"small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"}
)
HEADING = re.compile(r"h[1-6]$")
SPACE = re.compile(r"[ \t\n\r\f\xa0]+")
LISTS = ("ul", "ol", "menu")
STRUCTURE = "table, h1, h2, h3, h4, h5, h6"
Event = tuple[Literal["open", "close", "text"], "LexborNode"]


def blocks(root: "LexborNode", notes: Mapping[str, str] | None = None) -> Iterator[Heading | Block]:
    """What the tree shows.

    `notes` are footnotes by the id that a link names; each follows the block that refers to it.
    """
    writer = _Writer(dict(notes or {}))
    for event, node in walk(root):
        if event == "text":
            writer.write(node.text_content or "")
        elif event == "open":
            yield from writer.open(node)
        else:
            yield from writer.close(node.tag or "")
    yield from writer.end()


def walk(root: "LexborNode") -> Iterator[Event]:
    """The tree's tags and texts in document order, without recursion: nesting may be any depth."""
    node, depth = root, 0
    while True:
        child = None
        if node.tag == "-text":
            yield "text", node
        elif _is_seen(node.tag or "-"):
            yield "open", node
            child = node.child
            if child is None:
                yield "close", node
        if child is not None:
            node, depth = child, depth + 1
            continue
        while node.next is None and depth and node.parent is not None:
            node, depth = node.parent, depth - 1
            yield "close", node
        if not depth or node.next is None:
            return
        node = node.next


def _is_seen(tag: str) -> bool:
    return tag not in UNSEEN and tag[0] not in "-!_"


@dataclass(slots=True)
class _Table:
    rows: list[list[str]] = field(default_factory=list)
    depth: int = 1  # a table inside this one is text of its cell


@dataclass(slots=True)
class _Writer:
    notes: dict[str, str]
    words: list[str] = field(default_factory=list)  # of the block being gathered
    referred: list[str] = field(default_factory=list)  # footnotes that the block refers to
    numbers: list[int] = field(default_factory=list)  # for each open list its next; 0: bullets
    items: list[str] = field(default_factory=list)  # lines of the outermost open list
    marker: str = ""  # of the item whose first line is still to come
    table: _Table | None = None
    verbatim: bool = False

    def write(self, text: str) -> None:
        self.words.append(text if self.verbatim else SPACE.sub(" ", text))

    def open(self, node: "LexborNode") -> Iterator[Heading | Block]:
        tag = node.tag or ""
        if tag in INLINE or tag == "br":
            self._open_inline(node, tag)
        elif self.table:
            self._open_in_table(tag, self.table)
        else:
            yield from self._break()
            yield from self._open_block(node, tag)

    def close(self, tag: str) -> Iterator[Heading | Block]:
        if tag in INLINE or tag == "br":
            return
        if self.table:
            yield from self._close_in_table(tag, self.table)
        elif HEADING.match(tag):
            yield from self._flush_list()
            yield Heading(int(tag[1]), self._taken())
        elif tag == "pre":
            yield from self._close_verbatim()
        else:
            yield from self._break()
            yield from self._close_list(tag)

    def end(self) -> Iterator[Heading | Block]:
        yield from self._break()
        yield from self._flush_list()
        self.referred.extend(self.notes)
        yield from self._notes()

    def _open_inline(self, node: "LexborNode", tag: str) -> None:
        if tag == "br":
            self.words.append("\n")
        elif tag == "img":
            self.words.append(node.attributes.get("alt") or "")
        elif tag == "a":
            target = (node.attributes.get("href") or "").removeprefix("#")
            self.referred.extend([target] if target in self.notes else [])

    def _open_in_table(self, tag: str, table: _Table) -> None:
        table.depth += tag == "table"
        if tag == "tr" and table.depth == 1:
            table.rows.append([])
        self.words.append(" ")

    def _close_in_table(self, tag: str, table: _Table) -> Iterator[Block]:
        self.words.append(" ")
        if table.depth == 1 and tag in ("td", "th"):
            (table.rows or [[]])[-1].append(self._taken())
        elif table.depth == 1 and tag == "caption":
            yield Block(self._taken())
        elif tag == "table":
            table.depth -= 1
        if table.depth == 0:
            self.table = None
            yield Block(markdown_table(table.rows))
            yield from self._notes()

    def _open_block(self, node: "LexborNode", tag: str) -> Iterator[Block]:
        if tag == "table" and not _is_layout(node):
            yield from self._flush_list()
            self.table = _Table()
        elif tag in LISTS:
            self.numbers.append(_first_number(node) if tag == "ol" else 0)
        elif tag == "li":
            self._open_item()
        elif tag == "pre":
            self.verbatim = True

    def _open_item(self) -> None:
        number = self.numbers[-1] if self.numbers else 0
        self.marker = f"{number}. " if number else "- "
        if number:
            self.numbers[-1] += 1

    def _close_verbatim(self) -> Iterator[Block]:
        self.verbatim = False
        text = "".join(self.words).strip("\n")
        self.words = []
        if text.strip():
            yield from self._flush_list()
            fence = "````" if "```" in text else "```"
            yield Block(f"{fence}\n{text}\n{fence}")

    def _close_list(self, tag: str) -> Iterator[Block]:
        if tag in LISTS and self.numbers:
            self.numbers.pop()
            if not self.numbers:
                yield from self._flush_list()

    def _break(self) -> Iterator[Block]:
        text = self._taken()
        if text and self.numbers:
            indent = "  " * (len(self.numbers) - 1)
            lead = self.marker or "  "
            self.items.append(indent + lead + text.replace("\n", "\n" + indent + "  "))
            self.marker = ""
        elif text:
            yield Block(text)
            yield from self._notes()

    def _flush_list(self) -> Iterator[Block]:
        if self.items:
            yield Block("\n".join(self.items))
            self.items = []
        yield from self._notes()

    def _notes(self) -> Iterator[Block]:
        for target in self.referred:
            if note := self.notes.pop(target, ""):
                yield Block(note)
        self.referred = []

    def _taken(self) -> str:
        lines = SPACE_AT_BREAK.sub("\n", "".join(self.words))
        self.words = []
        return SPACES.sub(" ", lines).strip()


SPACE_AT_BREAK = re.compile(r" *\n *")
SPACES = re.compile(r" {2,}")


def _is_layout(table: "LexborNode") -> bool:
    """Whether a table arranges a page, rather than hold values: it has headings or tables in it."""
    return any(part.css_first(STRUCTURE) is not None for part in table.iter())


def _first_number(node: "LexborNode") -> int:
    start = node.attributes.get("start") or "1"
    return max(1, int(start)) if start.isascii() and start.isdigit() and len(start) < 7 else 1
