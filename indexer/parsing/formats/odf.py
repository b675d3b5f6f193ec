"""Parses OpenDocument: texts, spreadsheets and presentations."""

from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.ocr.placed_pictures import (
    fill_marks,
    is_picture_name,
    mark_picture,
    read_marked,
)
from indexer.parsing.shared.markup import Close, Event, Open, Text, build_blocks
from indexer.parsing.shared.sections import Heading, TextBlock, assemble, build_margin
from indexer.parsing.shared.spanning import TALLEST, WIDEST
from indexer.parsing.shared.xml import iter_xml_events, parse_xml
from indexer.parsing.shared.zip_archive import Archive, open_archive

SUFFIXES = (".odt", ".ods", ".odp", ".ott")

NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:"
PARTS = ("style", "text", "table", "drawing", "office", "form", "presentation")
STYLE, TEXT, TABLE, DRAW, OFFICE, FORM, SLIDES = (f"{{{NAMESPACE}{part}:1.0}}" for part in PARTS)
HIDES = {(f"{TABLE}display", "false"), (f"{SLIDES}visibility", "hidden")}
HIDDEN = "{name} (hidden)"  # not translated: stored in the index
CHECKED, UNCHECKED = "[x]", "[ ]"
LINK = "{http://www.w3.org/1999/xlink}href"
DATE = "{http://purl.org/dc/elements/1.1/}date"
STYLES = "styles.xml"
MARGINS = ("header", "header-left", "header-first", "footer", "footer-left", "footer-first")
# The tags of HTML for OpenDocument's elements; the others only group elements.
NAMES = {
    f"{TEXT}p": "p",
    f"{TEXT}list": "ul",
    f"{TEXT}list-item": "li",
    f"{TEXT}list-header": "li",
    f"{TEXT}line-break": "br",
    f"{TABLE}table-row": "tr",
    f"{TABLE}table-cell": "td",
    f"{DRAW}text-box": "div",
}
SKIPPED = frozenset(
    {f"{TEXT}tracked-changes", f"{TEXT}note-citation", f"{TABLE}covered-table-cell", DATE}
    | {f"{OFFICE}automatic-styles", f"{OFFICE}forms", f"{TEXT}sequence-decls"}
)
NOTES = (f"{TEXT}note", f"{OFFICE}annotation")
REPEATS = 64  # equal cells side by side; a sheet claims thousands of empty ones


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise ParseError("password", source.name)
        content = archive.read("content.xml")
        blocks = [*build_blocks(_translate_events(content)), *_list_margins(archive)]
        shown = [block.text for block in blocks if isinstance(block, TextBlock)]
        texts = yield from read_marked(source, archive, shown)
        yield from assemble((_fill(block, texts) for block in blocks), source.name)


def _fill(block: Heading | TextBlock, texts: dict[str, str]) -> Heading | TextBlock:
    if isinstance(block, Heading):
        return replace(block, title=fill_marks(block.title, texts))
    return replace(block, text=fill_marks(block.text, texts))


def _list_margins(archive: Archive) -> Iterator[TextBlock]:
    """Yield what stands at the head and foot of pages: of a letter, its sender."""
    if STYLES not in archive.names:
        return
    root = parse_xml(archive.read(STYLES))
    edges = (edge for name in MARGINS for edge in root.iter(f"{STYLE}{name}"))
    lines = (
        " ".join("".join(each.itertext()).split())
        for edge in edges
        for each in edge.iter(f"{TEXT}p")
    )
    yield from build_margin(lines)


def _translate_events(content: bytes) -> Iterator[Event]:
    translation = _Translation(_find_styles(content))
    for event in iter_xml_events(content):
        match event:
            case Open(tag, attributes):
                yield from translation.open(tag, attributes)
            case Close(tag):
                yield from translation.close(tag)
            case Text():
                yield from translation.emit(event)


class _Styles(Struct, frozen=True):
    """The names of some styles: of titles, and of sheets and slides that are not shown."""

    titles: frozenset[str]
    hidden: frozenset[str]


def _find_styles(content: bytes) -> _Styles:
    """Find the paragraph styles "Title" and those based on it, and the styles that hide."""
    titles, hidden, name = {"Title"}, set[str](), ""
    for event in iter_xml_events(content):
        match event:
            case Open(tag, attributes) if tag == f"{STYLE}style":
                name = attributes.get(f"{STYLE}name") or ""
                if attributes.get(f"{STYLE}parent-style-name") in titles:
                    titles.add(name or "Title")
            case Open(_, attributes) if HIDES & attributes.items():
                hidden.add(name)
            case Close(tag) if tag == f"{OFFICE}automatic-styles":
                break
    return _Styles(frozenset(titles), frozenset(hidden))


class _Cell(Struct):
    """A table cell that is being read; whether it holds anything is known at its end."""

    repeats: int
    spans: Mapping[str, str]
    events: list[Event] = field(default_factory=list)
    depth: int = 1  # cells of tables inside it are part of it


class _Controls(Struct):
    """The values of the fields of a form, by their ids; they come before the text."""

    values: dict[str, str] = field(default_factory=dict)
    last: str = ""

    def read(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """Note what a field holds, or which of its options is chosen."""
        given = {name.removeprefix(FORM): value or "" for name, value in attributes.items()}
        kind = tag.removeprefix(FORM)
        chosen = given.get("current-selected") or given.get("selected")
        if kind == "option":
            if chosen == "true" and self.last:
                before = self.values.get(self.last)
                label = given.get("label", "")
                self.values[self.last] = f"{before}, {label}" if before else label
        elif name := given.get("id"):
            self.last = name
            self.values[name] = _read_field(kind, given, chosen)


def _read_field(kind: str, given: Mapping[str, str], chosen: str | None) -> str:
    if kind == "checkbox":
        state = given.get("current-state") or given.get("state")
        return CHECKED if state == "checked" else UNCHECKED
    if kind == "radio":
        return CHECKED if chosen == "true" else UNCHECKED
    own = kind in ("button", "image", "hidden", "password", "listbox")
    return "" if own else given.get("current-value") or given.get("value", "")


class _Translation(Struct):
    """Translates OpenDocument's events to HTML's."""

    styles: _Styles
    opened: list[str] = field(default_factory=list)
    skipping: int = 0
    notes: int = 0  # how many footnotes we are in: their paragraphs stay in the line
    cell: _Cell | None = None
    gap: int = 0  # empty cells since the last filled one of the row
    controls: _Controls = field(default_factory=_Controls)
    is_book: bool = False  # of sheets, each a table with a name

    def emit(self, event: Event) -> Iterator[Event]:
        if self.skipping:
            return
        if self.cell:
            self.cell.events.append(event)
        else:
            yield event

    def open(self, tag: str, attributes: Mapping[str, str | None]) -> Iterator[Event]:
        self.skipping += tag in SKIPPED
        if tag.startswith(FORM):
            self.controls.read(tag, attributes)
        name = self._find_html_tag(tag, attributes)
        self.opened.append(name)
        if name == "td" and not self.skipping:
            self._open_cell(attributes)
        elif name == "table" and self.is_book and not self.cell:
            yield from self._emit_heading(attributes, TABLE)
            yield from self.emit(Open("table"))
        elif name == "tr":
            self.gap = 0
            yield from self.emit(Open("tr"))
        elif name:
            yield from self.emit(Open(name))
        yield from self._emit_own_text(tag, attributes)

    def close(self, tag: str) -> Iterator[Event]:
        name = self.opened.pop()
        if name == "td" and self.cell and not self.skipping:
            yield from self._close_cell(self.cell)
        elif name:
            yield from self.emit(Close(name))
        if tag in NOTES:
            self.notes -= 1
            yield from self.emit(Text(") "))
        self.skipping -= tag in SKIPPED

    def _find_html_tag(self, tag: str, attributes: Mapping[str, str | None]) -> str:
        if tag == f"{TEXT}h":
            return f"h{_parse_number(attributes, f'{TEXT}outline-level', 6)}"
        if tag == f"{TEXT}p" and self.notes:
            return "span"
        if tag == f"{TEXT}p" and attributes.get(f"{TEXT}style-name") in self.styles.titles:
            return "h1"
        if tag == f"{TABLE}table":
            return "table"
        return NAMES.get(tag, "")

    def _emit_own_text(self, tag: str, attributes: Mapping[str, str | None]) -> Iterator[Event]:
        """Emit the text that stands for the element itself."""
        if tag == f"{TEXT}s" or tag == f"{TEXT}tab":
            yield from self.emit(Text(" "))
        elif tag in NOTES:
            self.notes += 1
            yield from self.emit(Text(" ("))
        elif tag == f"{DRAW}image" and is_picture_name(name := attributes.get(LINK) or ""):
            yield from self.emit(Text(f" {mark_picture(name)} "))
        elif tag == f"{DRAW}control":
            value = self.controls.values.get(attributes.get(f"{DRAW}control") or "")
            yield from self.emit(Text(f" {value} " if value else ""))
        elif tag == f"{DRAW}page":
            yield from self._emit_heading(attributes, DRAW)
        elif tag == f"{OFFICE}spreadsheet":
            self.is_book = True

    def _emit_heading(self, attributes: Mapping[str, str | None], part: str) -> Iterator[Event]:
        """Emit the name of a sheet or slide."""
        if title := attributes.get(f"{part}name"):
            is_hidden = attributes.get(f"{part}style-name") in self.styles.hidden
            name = HIDDEN.format(name=title) if is_hidden else title
            for event in (Open("h1"), Text(name), Close("h1")):
                yield from self.emit(event)

    def _open_cell(self, attributes: Mapping[str, str | None]) -> None:
        if self.cell:
            self.cell.depth += 1
            return
        columns = _parse_number(attributes, f"{TABLE}number-columns-spanned", WIDEST)
        rows = _parse_number(attributes, f"{TABLE}number-rows-spanned", TALLEST)
        spans = {"colspan": str(columns), "rowspan": str(rows)} if columns * rows > 1 else {}
        repeats = _parse_number(attributes, f"{TABLE}number-columns-repeated", REPEATS)
        self.cell = _Cell(repeats, spans)

    def _close_cell(self, cell: _Cell) -> Iterator[Event]:
        cell.depth -= 1
        if cell.depth:
            return
        self.cell = None
        is_filled = any(isinstance(event, Text) and event.text.strip() for event in cell.events)
        if not (is_filled or cell.spans):
            self.gap += cell.repeats
            return
        for _ in range(min(self.gap, REPEATS)):
            yield from (Open("td"), Close("td"))
        self.gap = 0
        for _ in range(cell.repeats):
            yield from (Open("td", cell.spans), *cell.events, Close("td"))


def _parse_number(attributes: Mapping[str, str | None], name: str, most: int) -> int:
    value = attributes.get(name) or "1"
    return max(1, min(int(value), most)) if value.isascii() and value.isdigit() else 1
