"""Parses XML from outside; expat stops entity bombs and fetches nothing by itself.

That takes expat 2.4 (2021); with an older one, the limits of the parser process end a bomb.
`defusedxml` stops nothing more in tests/hostile, rejects harmless entity declarations and takes
twice as long. openpyxl would use it too, unasked, and read a spreadsheet 65 % more slowly.
"""

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from indexer.parsing.shared.markup import Close, Event, Open, Text

PIECE = 1 << 16  # bytes: few events are in memory at once
# Characters of text for each byte, and besides. Without entities there is at most one a byte; expat
# itself allows 8 MiB in any file, each entity an event of its own.
EXPANSION, ROOM = 10, 1 << 16

ParseFailure = ElementTree.ParseError


def parse_xml(data: bytes) -> Element:
    """Return the tree; raise ParseFailure for what is not well formed."""
    return ElementTree.fromstring(data)  # noqa: S314 - see above


def iter_xml_events(data: bytes) -> Iterator[Event]:
    """Yield tags and texts in order, without a tree or recursion."""
    target = _Target(EXPANSION * len(data) + ROOM)
    parser = ElementTree.XMLParser(target=target)  # noqa: S314 - see above
    start, size = 0, PIECE
    while start < len(data):
        parser.feed(data[start : start + size])
        start += size
        # expat rereads an unfinished tag or comment from its start at every call: in equal pieces
        # that takes time quadratic in its length.
        size = PIECE if target.events else size * 2
        yield from target.events
        target.events.clear()
    parser.close()
    yield from target.events


class _Target:
    """Turns what expat reports into events, with text of at most `room` characters."""

    def __init__(self, room: int) -> None:
        self.events: list[Event] = []
        self._room = room

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.events.append(Open(tag, attributes))

    def end(self, tag: str) -> None:
        self.events.append(Close(tag))

    def data(self, text: str) -> None:
        self._room -= len(text)
        if self._room < 0:
            raise ParseFailure("its entities stand for too much text")
        self.events.append(Text(text))

    def close(self) -> None:
        """Do nothing; the parser expects this method."""
