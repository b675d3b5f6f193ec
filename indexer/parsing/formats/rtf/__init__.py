"""RTF documents: sections by outline level."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.formats import Source
from indexer.parsing.formats.rtf.reader import blocks
from indexer.parsing.shared.sections import assemble

SUFFIXES = (".rtf",)


def parse(source: Source) -> Iterator[Parsed]:
    yield from assemble(blocks(source.data), source.name)
