"""Reads RTF as headings and blocks.

RTF is a stream of control words in groups. A group inherits what is set outside it, and some hold
no text at all. Characters come as bytes of a code page that the font names, or as UTF-16 units
followed by substitutes for readers that know none.
"""

import codecs
import re
from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.parsing.formats.rtf.control_words import (
    CHARSETS,
    HIDDEN,
    MARGINS,
    STARRED,
    SYMBOL_TEXTS,
    WORD_TEXTS,
)
from indexer.parsing.shared.markup import join_inner_cells
from indexer.parsing.shared.sections import Heading, TextBlock
from indexer.parsing.shared.tables import format_shaped_table

TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?[0-9]{1,9})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])"
    r"|([^\\{}\r\n]+)|[\r\n]+",
    re.S,
)
HEADING = re.compile(rb"heading ([1-9]);", re.I)  # the name of a style
WESTERN = "cp1252"
BODY = 9  # the outline level that means ordinary text


def extract_blocks(data: bytes) -> Iterator[Heading | TextBlock]:
    """Yield the document's headings and text in order."""
    reader = _Reader()
    rtf = data.decode("latin-1")
    position = 0
    while token := TOKEN.match(rtf, position):
        word, number, byte, symbol, brace, text = token.groups()
        position = token.end()
        if word == "bin":
            position += max(0, int(number or 0))
        elif word:
            yield from reader.apply_word(word, int(number) if number else None)
        elif byte:
            reader.add_characters(bytes.fromhex(byte))
        elif symbol:
            reader.add_symbol(symbol)
        elif brace:
            reader.change_group(opens=brace == "{")
        elif text:
            reader.add_characters(text.encode("latin-1"))
    yield from reader.end()


class _State(Struct):
    """The properties that a group inherits and may change for itself."""

    visible: bool = True
    encoding: str = WESTERN
    substitutes: int = 1
    destination: str = ""
    level: int = BODY
    in_table: bool = False


class _Reader(Struct):
    state: _State = field(default_factory=_State)
    outer: list[_State] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # of the paragraph or cell
    raw: bytearray = field(default_factory=bytearray)  # not yet decoded
    units: bytearray = field(default_factory=bytearray)  # UTF-16, not yet decoded
    skip: int = 0  # substitutes that are still to come
    starred: bool = False
    default: str = WESTERN
    fonts: dict[int, str] = field(default_factory=dict)
    levels: dict[int, int] = field(default_factory=dict)  # of styles
    defined: int = 0  # the font or style that a table is defining
    row: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    held: list[str] = field(default_factory=list)  # of the paragraph that a page's head interrupts
    margins: dict[str, None] = field(default_factory=dict)  # heads and feet, each once

    def change_group(self, opens: bool) -> None:
        self._decode()
        self.skip = 0
        if opens:
            self.outer.append(replace(self.state))
        elif self.outer:
            inner, self.state = self.state, self.outer.pop()
            if inner.destination == "footnote" != self.state.destination:
                self._add_text(") ")
            elif inner.destination == "margin" != self.state.destination:
                self._end_margin()

    def _end_margin(self) -> None:
        lines = self._take_text().split("\n")
        self.margins.update(dict.fromkeys(each.strip() for each in lines))
        self.texts, self.held = self.held, []

    def add_symbol(self, symbol: str) -> None:
        if symbol == "*":
            self.starred = True
        elif symbol in SYMBOL_TEXTS:
            self._add_text(SYMBOL_TEXTS[symbol])

    def add_characters(self, data: bytes) -> None:
        data, self.skip = data[self.skip :], max(0, self.skip - len(data))
        if self.state.destination == "stylesheet":
            self._name_style(data.strip())
        if data and self.state.visible:
            self._decode(self.units)
            self.raw += data

    def _name_style(self, name: bytes) -> None:
        if found := HEADING.fullmatch(name):
            self.levels.setdefault(self.defined, int(found[1]) - 1)
        elif name == b"Title;":
            self.levels.setdefault(self.defined, 0)

    def apply_word(self, word: str, number: int | None) -> Iterator[Heading | TextBlock]:
        if word in HIDDEN or (self.starred and word not in STARRED):
            self.state.visible, self.state.destination = False, word
        self.starred = False
        if word in WORD_TEXTS:
            self._add_text(WORD_TEXTS[word])
        if word == "footnote":
            self.state.destination = word
        elif word in MARGINS and self.state.visible:
            self.state.destination, self.held, self.texts = "margin", self.texts, []
        elif word == "u" and number is not None:
            self._add_unit(number)
        elif word in ("par", "sect", "page"):
            yield from self._end_paragraph()
        elif word in ("cell", "row"):
            self._end_cell(word)
        else:
            self._apply_property(word, 1 if number is None else number)

    def _apply_property(self, word: str, number: int) -> None:
        """Set a property of the document, a font, a style or the text that follows."""
        state, table = self.state, self.state.destination
        if word == "ansicpg":
            self.default = state.encoding = _find_codec(f"cp{number}")
        elif word == "fcharset":
            self.fonts[self.defined] = CHARSETS.get(number, self.default)
        elif (word, table) in (("f", "fonttbl"), ("s", "stylesheet")):
            self.defined = number
        elif word == "f":
            self._decode()
            state.encoding = self.fonts.get(number, self.default)
        elif word == "uc":
            state.substitutes = number
        else:
            self._apply_paragraph_property(word, number)

    def _apply_paragraph_property(self, word: str, number: int) -> None:
        state = self.state
        if word == "pard":
            state.level, state.in_table = BODY, False
        elif word == "intbl":
            state.in_table = True
        elif word == "s":
            state.level = self.levels.get(number, BODY)
        elif word == "outlinelevel" and state.destination == "stylesheet":
            self.levels[self.defined] = number
        elif word == "outlinelevel":
            state.level = number

    def _add_unit(self, number: int) -> None:
        if self.state.visible:
            self._decode(self.raw)
            self.units += (number % 65536).to_bytes(2, "little")
        self.skip = self.state.substitutes

    def _add_text(self, text: str) -> None:
        if self.state.visible:
            self._decode()
            self.texts.append(text)

    def _decode(self, *pending: bytearray) -> None:
        for each in pending or (self.raw, self.units):
            encoding = "utf-16-le" if each is self.units else self.state.encoding
            if each:
                self.texts.append(each.decode(encoding, "replace"))
                each.clear()

    def _take_text(self) -> str:
        self._decode()
        text = "".join(self.texts).strip()
        self.texts = []
        return text

    def _end_paragraph(self) -> Iterator[Heading | TextBlock]:
        if self.state.destination == "margin":
            self._add_text("\n")
            return
        if self.state.in_table or self.state.destination == "footnote":
            self._add_text(" ")
            return
        yield from self._flush_table()
        text = self._take_text()
        if text and self.state.level < BODY:
            yield Heading(self.state.level + 1, text)
        elif text:
            yield TextBlock(text)

    def _end_cell(self, word: str) -> None:
        if word == "cell":
            self.row.append(join_inner_cells(self._take_text()))
        else:
            self.rows.append(self.row)
            self.row = []

    def _flush_table(self) -> Iterator[TextBlock]:
        rows, self.rows = self.rows, []
        if rows:
            yield TextBlock(format_shaped_table(rows))

    def end(self) -> Iterator[Heading | TextBlock]:
        """Yield what is left where the document just stops."""
        self.state = _State()
        self._end_cell("row")
        yield from self._end_paragraph()
        if lines := [line for line in self.margins if any(map(str.isalpha, line))]:
            yield TextBlock("\n".join(lines))


def _find_codec(encoding: str) -> str:
    try:
        return codecs.lookup("utf-8" if encoding == "cp65001" else encoding).name
    except LookupError:
        return WESTERN
