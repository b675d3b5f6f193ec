"""Tables as text: one Markdown table, whatever separates the columns."""

import csv
from collections.abc import Iterator

from indexer.decoding import decode
from indexer.documents import Parsed
from indexer.parse_errors import ParseError
from indexer.parsers import Source
from indexer.sections import Block, assemble
from indexer.tables import markdown_table

SUFFIXES = (".csv", ".tsv")
SAMPLE = 1 << 14  # characters
SEPARATORS = ",;\t|"


def parse(source: Source) -> Iterator[Parsed]:
    text = decode(source.data)
    csv.field_size_limit(max(131_072, len(text)))  # the usual limit, or more
    try:
        rows = list(csv.reader(text.splitlines(keepends=True), _dialect(text)))
    except csv.Error as error:
        raise ParseError("damaged", source.name, detail=str(error)) from None
    yield from assemble([Block(markdown_table(rows), line=1)], source.name)


def _dialect(text: str) -> type[csv.Dialect]:
    try:
        return csv.Sniffer().sniff(text[:SAMPLE], SEPARATORS)
    except csv.Error:
        return csv.excel
