"""Parses spreadsheets: a section per sheet, a table per block of filled rows; values only."""

import datetime
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby

from indexer.documents import Parsed, ParserProgress
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.parsing.shared.tables import format_markdown_table
from indexer.parsing.shared.zip_archive import open_archive

SUFFIXES = (".xlsx", ".xlsm", ".xltx")


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        for name in archive.names:
            if name.endswith((".xml", ".rels")):
                archive.count_member(name)
        yield ParserProgress(0, 0, "sheets")
        yield from assemble(_extract_blocks(source), source.name)


def _extract_blocks(source: SourceFile) -> Iterator[Heading | TextBlock]:
    import openpyxl  # type: ignore[import-untyped]  # it ships no type information

    book = openpyxl.load_workbook(BytesIO(source.data), read_only=True, data_only=True)
    budget = _CellBudget(source)
    try:
        for sheet in book.worksheets:
            yield Heading(1, sheet.title)
            rows = (budget.charge(row) for row in sheet.iter_rows(values_only=True))
            for filled, group in groupby(map(_format_row, rows), key=any):
                if filled:
                    yield TextBlock(format_markdown_table(list(group)))
    finally:
        book.close()


class _CellBudget:
    """Counts cells, of which a small file can claim seventeen billion."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._left = source.limits.cells

    def charge(self, row: tuple[object, ...]) -> tuple[object, ...]:
        self._left -= len(row)
        if self._left < 0:
            because = N_(": it has over {count} cells", count=self._source.limits.cells)
            raise ParseError("too_large", self._source.name, because)
        return row


def _format_row(row: tuple[object, ...]) -> list[str]:
    cells = [_format_value(value) for value in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _format_value(value: object) -> str:
    """Format a value as a person reads it in its cell."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return f"{value:.15g}"
        case datetime.datetime() if value.time() == datetime.time.min:
            return value.date().isoformat()
        case _:
            return str(value).strip()
