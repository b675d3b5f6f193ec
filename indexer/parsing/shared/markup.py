"""Builds headings and blocks from marked-up text: every word once, in reading order.

Formats that nest, such as HTML or OpenDocument, give their content as a stream of events named by
HTML's tags; paragraphs, lists, tables and footnotes are built here for all of them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from indexer.parsing.shared.sections import Heading, TextBlock
from indexer.parsing.shared.spanning import TableRows
from indexer.parsing.shared.tables import format_shaped_table

INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "button", "cite", "code", "data", "del", "dfn", "em"}
    | {"font", "i", "img", "ins", "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp"}
    | {"small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"}
    # Formulas
    | {"math", "menclose", "merror", "mfenced", "mfrac", "mi", "mn", "mo", "mover", "mpadded"}
    | {"mphantom", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup"}
    | {"mtext", "munder", "munderover", "semantics"}
)
RAISED: Mapping[str, dict[int, int]] = {
    "sup": str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"),
    "sub": str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"),
}
HEADING = re.compile(r"h[1-9]$")
CELLS = ("td", "th")
# Stand behind the cells and rows of a table in a cell of another until that cell is closed.
INNER = {"td": "\x1f", "th": "\x1f", "tr": "\x1e"}
LISTS = ("ul", "ol", "menu")
SPACE = re.compile(r"[ \t\n\r\f\xa0]+")
SPACE_AT_BREAK = re.compile(r"(?<! ) *+\n *+")


class Open(Struct, frozen=True):
    """The beginning of an element.

    Of its attributes only these are read: `href` of a link to a footnote (`#id`), `start` of an
    ordered list, `colspan` and `rowspan` of a cell.
    """

    tag: str
    attributes: Mapping[str, str | None] = field(default_factory=dict)


class Close(Struct, frozen=True):
    tag: str


class Text(Struct, frozen=True):
    text: str


Event = Open | Close | Text


def build_blocks(
    events: Iterable[Event], notes: Mapping[str, str] | None = None
) -> Iterator[Heading | TextBlock]:
    """Yield what the events show, in order.

    `notes` are footnotes by the id that a link names; each follows the block that refers to it,
    and those without a reference come last.
    """
    writer = _Writer(dict(notes or {}))
    for event in events:
        match event:
            case Text(text):
                writer.write(text)
            case Open(tag, attributes):
                yield from writer.open(tag, attributes)
            case Close(tag):
                yield from writer.close(tag)
    yield from writer.end()


class _Table(Struct):
    content: TableRows = field(default_factory=TableRows)
    depth: int = 1  # a table inside this one is text of its cell
    level: int = 0  # of a heading in the open row


class _Writer(Struct):
    notes: dict[str, str]
    words: list[str] = field(default_factory=list)  # of the block being gathered
    referred: list[str] = field(default_factory=list)  # footnotes that it refers to
    numbers: list[int] = field(default_factory=list)  # each open list's next number; 0: bullets
    items: list[str] = field(default_factory=list)  # lines of the outermost open list
    raised: list[int] = field(default_factory=list)  # where in `words` small letters begin
    marker: str = ""  # of the item whose first line is still to come
    table: _Table | None = None
    verbatim: bool = False

    def write(self, text: str) -> None:
        self.words.append(text if self.verbatim else SPACE.sub(" ", text))

    def open(self, tag: str, attributes: Mapping[str, str | None]) -> Iterator[Heading | TextBlock]:
        if tag == "br":
            self.words.append("\n")
        elif tag == "a":
            target = (attributes.get("href") or "").removeprefix("#")
            self.referred.extend([target] if target in self.notes else [])
        elif tag in RAISED:
            self.raised.append(len(self.words))
        elif tag in INLINE:
            return
        elif self.table:
            self._open_in_table(tag, attributes, self.table)
        else:
            yield from self._end_paragraph()
            yield from self._open_block(tag, attributes)

    def close(self, tag: str) -> Iterator[Heading | TextBlock]:
        if tag in RAISED:
            self._raise(RAISED[tag])
        elif tag in INLINE or tag == "br":
            return
        elif self.table:
            yield from self._close_in_table(tag, self.table)
        elif HEADING.match(tag):
            yield from self._flush_list()
            yield Heading(int(tag[1]), self._take_text())
        elif tag == "pre":
            yield from self._close_verbatim()
        else:
            yield from self._end_paragraph()
            yield from self._close_list(tag)

    def end(self) -> Iterator[Heading | TextBlock]:
        yield from self._end_paragraph()
        yield from self._flush_list()
        self.referred.extend(self.notes)
        yield from self._flush_notes()

    def _raise(self, letters: Mapping[int, int]) -> None:
        """Write numbers above or below the line as such: 10⁶ is not 106."""
        start = self.raised.pop() if self.raised else len(self.words)
        small = "".join(self.words[start:])
        if small.strip() and all(ord(letter) in letters for letter in small.strip()):
            self.words[start:] = [small.translate(letters)]

    def _open_block(self, tag: str, attributes: Mapping[str, str | None]) -> Iterator[TextBlock]:
        if tag == "table":
            yield from self._flush_list()
            self.table = _Table()
        elif tag in LISTS:
            self.numbers.append(_parse_start(attributes.get("start")) if tag == "ol" else 0)
        elif tag == "li":
            self._open_item()
        elif tag == "pre":
            self.verbatim = True

    def _open_item(self) -> None:
        number = self.numbers[-1] if self.numbers else 0
        self.marker = f"{number}. " if number else "- "
        if number:
            self.numbers[-1] += 1

    def _close_list(self, tag: str) -> Iterator[TextBlock]:
        if tag in LISTS and self.numbers:
            self.numbers.pop()
            if not self.numbers:
                yield from self._flush_list()

    def _close_verbatim(self) -> Iterator[TextBlock]:
        self.verbatim = False
        text = "".join(self.words).strip("\n")
        self.words = []
        if text.strip():
            yield from self._flush_list()
            fence = "````" if "```" in text else "```"
            yield TextBlock(f"{fence}\n{text}\n{fence}")

    def _open_in_table(self, tag: str, attributes: Mapping[str, str | None], table: _Table) -> None:
        table.depth += tag == "table"
        if tag == "tr" and table.depth == 1:
            table.content.open_row()
        elif tag in CELLS and table.depth == 1:
            table.content.open_cell(attributes)
        self.words.append(" ")

    def _close_in_table(self, tag: str, table: _Table) -> Iterator[Heading | TextBlock]:
        self.words.append(" ")
        table.depth -= tag == "table"
        if table.depth == 0:
            self.table = None
            table.content.close_row()
            yield TextBlock(format_shaped_table(table.content.rows))
            yield from self._end_paragraph()
        elif table.depth == 1 and tag in CELLS:
            table.content.close_cell(join_inner_cells(self._take_text()))
        elif table.depth == 1 and HEADING.match(tag):
            table.level = int(tag[1])
        elif table.depth == 1 and tag == "tr" and table.level:
            yield from self._cut_at_heading(table)
        elif table.depth > 1 and tag in INNER:
            self.words.append(INNER[tag])
        elif table.depth == 1 and tag == "caption":
            yield TextBlock(self._take_text())

    def _cut_at_heading(self, table: _Table) -> Iterator[Heading | TextBlock]:
        """End the table above a row that is nothing but a heading; go on below it."""
        level, table.level = table.level, 0
        titles = dict.fromkeys(filter(None, map(str.strip, table.content.rows[-1])))
        if len(titles) == 1:
            yield TextBlock(format_shaped_table(table.content.rows[:-1]))
            yield Heading(level, "".join(titles))
            table.content = TableRows()

    def _end_paragraph(self) -> Iterator[TextBlock]:
        """End the paragraph: a line of the open list, or a block of its own."""
        text = self._take_text()
        if text and self.numbers:
            indent = "  " * (len(self.numbers) - 1)
            self.items.append(indent + (self.marker or "  ") + text.replace("\n", f"\n{indent}  "))
            self.marker = ""
            return
        if text:
            yield TextBlock(text)
        yield from self._flush_notes() if not self.numbers else ()

    def _flush_list(self) -> Iterator[TextBlock]:
        if self.items:
            yield TextBlock("\n".join(self.items))
            self.items = []
        yield from self._flush_notes()

    def _flush_notes(self) -> Iterator[TextBlock]:
        for target in self.referred:
            if note := self.notes.pop(target, ""):
                yield TextBlock(note)
        self.referred = []

    def _take_text(self) -> str:
        text = SPACE_AT_BREAK.sub("\n", "".join(self.words))
        self.words = []
        return re.sub(r" {2,}", " ", text).strip()


def join_inner_cells(text: str) -> str:
    """Write the rows of a table in a cell on one line: `home, 12; work, 34`."""
    rows = ([cell.strip() for cell in row.split(INNER["td"])] for row in text.split(INNER["tr"]))
    return "; ".join(line for row in rows if (line := ", ".join(filter(None, row))))


def _parse_start(start: str | None) -> int:
    """Return the first number of an ordered list."""
    plain = start or "1"
    return max(1, int(plain)) if plain.isascii() and plain.isdigit() and len(plain) < 7 else 1
