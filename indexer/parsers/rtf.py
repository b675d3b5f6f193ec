"""RTF documents: sections by outline level."""

from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsers import Source
from indexer.richtext import blocks
from indexer.sections import assemble

SUFFIXES = (".rtf",)


def parse(source: Source) -> Iterator[Parsed]:
    yield from assemble(blocks(source.data), source.name)
