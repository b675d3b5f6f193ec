"""Parses plain text: one section, with the file's name for a title."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import TextBlock, assemble

SUFFIXES = (".txt", ".text", ".log")


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    text = decoded.text
    blank = len(text) - len(text.lstrip())
    first = 1 + text.count("\n", 0, blank)
    yield from assemble([TextBlock(text, first, lines=((0, 1),))], source.name)
    yield from decoded.notices
