"""Parses CSV and TSV: one Markdown table, whatever separates the columns."""

import csv
from collections.abc import Iterator

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import TextBlock, assemble
from indexer.parsing.shared.tables import (
    count_lines_above,
    format_line_above,
    format_markdown_table,
    is_filled,
)
from indexer.text.line_numbers import join_lines

SUFFIXES = (".csv", ".tsv")
SAMPLE = 1 << 14  # characters
SEPARATORS = ",;\t|"


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    text = decoded.text
    csv.field_size_limit(max(131_072, len(text)))  # the usual limit, or more
    try:
        table, lines = join_lines(_format_table(text))
    except csv.Error as error:
        raise ParseError("damaged", source.name, detail=str(error)) from None
    yield from assemble([TextBlock(table, 1, lines=lines)], source.name)
    yield from decoded.notices


def _format_table(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines above the table, and its own, with their numbers in the file.

    The delimiter line below the head is not in the file and takes the head's number.
    """
    reader = csv.reader(text.splitlines(keepends=True), _detect_dialect(text))
    rows, starts = list[list[str]](), [1]
    for row in reader:
        rows.append(row)
        starts.append(reader.line_num + 1)
    filled = [(start, row) for start, row in zip(starts, rows, strict=False) if is_filled(row)]
    above = count_lines_above([row for _, row in filled])
    for start, row in filled[:above]:
        yield start, format_line_above(row)
    if above:
        yield filled[above][0], ""
    lines = format_markdown_table([row for _, row in filled[above:]]).splitlines()
    numbers = [start for start, _ in filled[above:]]
    ours = len(lines) - len(numbers)
    yield from zip([*numbers[:1] * ours, *numbers], lines, strict=True)


def _detect_dialect(text: str) -> type[csv.Dialect]:
    try:
        return csv.Sniffer().sniff(text[:SAMPLE], SEPARATORS)
    except csv.Error:
        return csv.excel
