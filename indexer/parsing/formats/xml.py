"""Parses XML of no format of its own: each text with the name of its element, and attributes.

An element that holds text is one line, also where others stand inside that text; what holds only
elements is a paragraph.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile, code
from indexer.parsing.shared.markup import Close, Event, Open, Text
from indexer.parsing.shared.sections import TextBlock, assemble
from indexer.parsing.shared.xml import ParseFailure, iter_xml_events

SUFFIXES = (".xml", ".rss", ".atom", ".opml", ".gpx", ".kml")
LONGEST = 200  # characters of an attribute's value; longer ones are data for programs


def parse(source: SourceFile) -> Iterator[Parsed]:
    try:
        lines = list(_list_lines(iter_xml_events(source.data)))
    except ParseFailure:  # a part of a file, or a template: its text is better than nothing
        yield from code.parse(source)
        return
    yield from assemble([TextBlock("\n".join(lines))], source.name)


def _list_lines(events: Iterator[Event]) -> Iterator[str]:
    """Yield the lines; an empty one ends what was held by one element."""
    lines = _Lines()
    for event in events:
        match event:
            case Open(tag, attributes):
                yield from lines.open(tag.rpartition("}")[2], attributes)
            case Text(text):
                lines.add(text)
            case Close():
                yield from lines.close()


class _Lines(Struct):
    """The elements that are open, and the text of the innermost that has any."""

    tags: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    inside: int = 0  # elements that are open in that text
    is_blank: bool = True  # nothing was written since the last empty line

    def open(self, tag: str, attributes: Mapping[str, str | None]) -> Iterator[str]:
        self.tags.append(tag)
        if self.words:
            self.inside += 1
            return
        for line in _format_attributes(tag, attributes):
            yield line
            self.is_blank = False

    def add(self, text: str) -> None:
        if self.words or text.strip():
            self.words.append(text)

    def close(self) -> Iterator[str]:
        tag = self.tags.pop()
        if self.inside:
            self.inside -= 1
        elif self.words:
            yield f"{tag}: {' '.join(''.join(self.words).split())}"
            self.words, self.is_blank = [], False
        elif not self.is_blank:
            yield ""
            self.is_blank = True


def _format_attributes(tag: str, attributes: Mapping[str, str | None]) -> Iterator[str]:
    for name, value in attributes.items():
        if value and value.strip() and len(value) <= LONGEST:
            yield f"{tag} {name.rpartition('}')[2]}: {value.strip()}"
