"""Parses RTF: sections by outline level."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.rtf.reader import extract_blocks
from indexer.parsing.shared.sections import assemble

SUFFIXES = (".rtf",)


def parse(source: SourceFile) -> Iterator[Parsed]:
    yield from assemble(extract_blocks(source.data), source.name)
