"""Parses OpenDocument: texts, spreadsheets and presentations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.markup import Close, Event, Open, Text, build_blocks
from indexer.parsing.shared.sections import assemble
from indexer.parsing.shared.xml import iter_xml_events
from indexer.parsing.shared.zip_archive import open_archive

SUFFIXES = (".odt", ".ods", ".odp", ".ott")

NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:"
STYLE, TEXT, TABLE, DRAW, OFFICE = (
    f"{{{NAMESPACE}{part}:1.0}}" for part in ("style", "text", "table", "drawing", "office")
)
# The tags of HTML for OpenDocument's elements; the others only group elements.
NAMES = {
    f"{TEXT}p": "p",
    f"{TEXT}list": "ul",
    f"{TEXT}list-item": "li",
    f"{TEXT}list-header": "li",
    f"{TEXT}line-break": "br",
    f"{TABLE}table-row": "tr",
    f"{TABLE}table-cell": "td",
    f"{TABLE}covered-table-cell": "td",
    f"{DRAW}text-box": "div",
}
SKIPPED = frozenset(
    {f"{TEXT}tracked-changes", f"{TEXT}note-citation", f"{OFFICE}annotation"}
    | {f"{OFFICE}automatic-styles", f"{OFFICE}forms", f"{TEXT}sequence-decls"}
)
REPEATS = 64  # equal cells side by side; a sheet claims thousands of empty ones


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise ParseError("password", source.name)
        content = archive.read("content.xml")
        yield from assemble(build_blocks(_translate_events(content)), source.name)


def _translate_events(content: bytes) -> Iterator[Event]:
    translation = _Translation(_find_title_styles(content))
    for event in iter_xml_events(content):
        match event:
            case Open(tag, attributes):
                yield from translation.open(tag, attributes)
            case Close(tag):
                yield from translation.close(tag)
            case Text():
                yield from translation.emit(event)


def _find_title_styles(content: bytes) -> frozenset[str]:
    """Return the names of the paragraph styles of titles: "Title" and those based on it."""
    found = {"Title"}
    for event in iter_xml_events(content):
        match event:
            case Open(tag, attributes) if tag == f"{STYLE}style":
                if attributes.get(f"{STYLE}parent-style-name") in found:
                    found.add(attributes.get(f"{STYLE}name") or "Title")
            case Close(tag) if tag == f"{OFFICE}automatic-styles":
                break
    return frozenset(found)


@dataclass(slots=True)
class _Cell:
    """A table cell that is being read; whether it holds anything is known at its end."""

    repeats: int
    events: list[Event] = field(default_factory=list)
    depth: int = 1  # cells of tables inside it are part of it


@dataclass(slots=True)
class _Translation:
    """Translates OpenDocument's events to HTML's."""

    titles: frozenset[str]
    opened: list[str] = field(default_factory=list)
    skipping: int = 0
    notes: int = 0  # how many footnotes we are in: their paragraphs stay in the line
    cell: _Cell | None = None
    gap: int = 0  # empty cells since the last filled one of the row

    def emit(self, event: Event) -> Iterator[Event]:
        if self.skipping:
            return
        if self.cell:
            self.cell.events.append(event)
        else:
            yield event

    def open(self, tag: str, attributes: Mapping[str, str | None]) -> Iterator[Event]:
        self.skipping += tag in SKIPPED
        name = self._find_html_tag(tag, attributes)
        self.opened.append(name)
        if name == "td" and not self.skipping:
            self._open_cell(attributes)
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
        if tag == f"{TEXT}note":
            self.notes -= 1
            yield from self.emit(Text(") "))
        self.skipping -= tag in SKIPPED

    def _find_html_tag(self, tag: str, attributes: Mapping[str, str | None]) -> str:
        if tag == f"{TEXT}h":
            return f"h{_parse_number(attributes, f'{TEXT}outline-level', 6)}"
        if tag == f"{TEXT}p" and self.notes:
            return "span"
        if tag == f"{TEXT}p" and attributes.get(f"{TEXT}style-name") in self.titles:
            return "h1"
        if tag == f"{TABLE}table":
            return "table"
        return NAMES.get(tag, "")

    def _emit_own_text(self, tag: str, attributes: Mapping[str, str | None]) -> Iterator[Event]:
        """Emit the text that stands for the element itself."""
        if tag == f"{TEXT}s" or tag == f"{TEXT}tab":
            yield from self.emit(Text(" "))
        elif tag == f"{TEXT}note":
            self.notes += 1
            yield from self.emit(Text(" ("))
        elif tag == f"{DRAW}page":
            yield from self._emit_heading(attributes.get(f"{DRAW}name"))

    def _emit_heading(self, title: str | None) -> Iterator[Event]:
        if title:
            yield from (Open("h1"), Text(title), Close("h1"))

    def _open_cell(self, attributes: Mapping[str, str | None]) -> None:
        if self.cell:
            self.cell.depth += 1
        else:
            self.cell = _Cell(_parse_number(attributes, f"{TABLE}number-columns-repeated", REPEATS))

    def _close_cell(self, cell: _Cell) -> Iterator[Event]:
        cell.depth -= 1
        if cell.depth:
            return
        self.cell = None
        if not any(isinstance(event, Text) and event.text.strip() for event in cell.events):
            self.gap += cell.repeats
            return
        for _ in range(min(self.gap, REPEATS)):
            yield from (Open("td"), Close("td"))
        self.gap = 0
        for _ in range(cell.repeats):
            yield from (Open("td"), *cell.events, Close("td"))


def _parse_number(attributes: Mapping[str, str | None], name: str, most: int) -> int:
    value = attributes.get(name) or "1"
    return max(1, min(int(value), most)) if value.isascii() and value.isdigit() else 1
