"""Parses plain text: sections by its headings; without any, one with the name of the file."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.txt.headings import split_text
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import assemble

SUFFIXES = (".txt", ".text", ".log")


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    text = decoded.text
    blank = len(text) - len(text.lstrip())
    yield from assemble(split_text(text[blank:], 1 + text.count("\n", 0, blank)), source.name)
    yield from decoded.notices
