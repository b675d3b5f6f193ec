"""Spreadsheets: a section per sheet, each block of filled rows a table; values, not formulas."""

import datetime
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby

from indexer.documents import Parsed, ParserProgress
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import Source
from indexer.parsing.shared.sections import Block, Heading, assemble
from indexer.parsing.shared.tables import markdown_table
from indexer.parsing.shared.zip_archive import open_archive

SUFFIXES = (".xlsx", ".xlsm", ".xltx")


def parse(source: Source) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        for name in archive.names:
            if name.endswith((".xml", ".rels")):
                archive.check(name)
        yield ParserProgress(0, 0, "sheets")
        yield from assemble(_blocks(source), source.name)


def _blocks(source: Source) -> Iterator[Heading | Block]:
    import openpyxl  # type: ignore[import-untyped]  # it ships no type information

    book = openpyxl.load_workbook(BytesIO(source.data), read_only=True, data_only=True)
    budget = _Budget(source)
    try:
        for sheet in book.worksheets:
            yield Heading(1, sheet.title)
            rows = (budget.counted(row) for row in sheet.iter_rows(values_only=True))
            for filled, group in groupby(map(_cells, rows), key=any):
                if filled:
                    yield Block(markdown_table(list(group)))
    finally:
        book.close()


class _Budget:
    """Counts cells, of which a small file can claim seventeen billion."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._left = source.limits.cells

    def counted(self, row: tuple[object, ...]) -> tuple[object, ...]:
        self._left -= len(row)
        if self._left < 0:
            allowed = self._source.limits.cells
            raise ParseError("too_large", self._source.name, f": it has over {allowed:,} cells")
        return row


def _cells(row: tuple[object, ...]) -> list[str]:
    cells = [_shown(value) for value in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _shown(value: object) -> str:
    """A value as a person would read it in its cell."""
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
