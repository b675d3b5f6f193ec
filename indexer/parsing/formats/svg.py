"""Parses vector pictures: the words in them."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.markup import Close, Open, Text
from indexer.parsing.shared.sections import TextBlock, assemble
from indexer.parsing.shared.xml import ParseFailure, iter_xml_events

SUFFIXES = (".svg",)
WORDS = ("text", "title", "desc")
PLACES = frozenset({"x", "y", "dy"})


def parse(source: SourceFile) -> Iterator[Parsed]:
    try:
        lines = list(_list_lines(source.data))
    except ParseFailure:
        raise ParseError("damaged", source.name) from None
    yield from assemble([TextBlock("\n".join(lines))], source.name)


def _list_lines(data: bytes) -> Iterator[str]:
    depth, words = 0, list[str]()
    for event in iter_xml_events(data):
        match event:
            case Open(tag) if tag.rpartition("}")[2] in WORDS:
                depth += 1
            case Open(tag, attributes) if depth and not PLACES.isdisjoint(attributes):
                words.append(" ")  # it stands elsewhere, such as in the next line
            case Close(tag) if tag.rpartition("}")[2] in WORDS:
                depth -= 1
                yield from filter(None, [" ".join("".join(words).split())])
                words = []
            case Text(text) if depth:
                words.append(text)
