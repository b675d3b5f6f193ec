"""Parses spreadsheets: a section per sheet, a table per block of filled rows, then its comments.

A file whose formulas have no results, as programs write it, is computed by LibreOffice first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from indexer.documents import Parsed, ParserNotice, ParserProgress
from indexer.i18n import N_, Sentence
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.xlsx.merged import MergedCells
from indexer.parsing.formats.xlsx.parts import SheetPart, read_sheet_parts
from indexer.parsing.formats.xlsx.values import format_value
from indexer.parsing.shared import office
from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.parsing.shared.tables import format_sheet
from indexer.parsing.shared.zip_archive import open_archive

if TYPE_CHECKING:
    from openpyxl.cell.read_only import ReadOnlyCell  # type: ignore[import-untyped]  # no types
    from openpyxl.worksheet._read_only import (  # type: ignore[import-untyped]  # no types
        ReadOnlyWorksheet,
    )

SUFFIXES = (".xlsx", ".xlsm", ".xltx")
VISIBLE = "visible"
HIDDEN = "{name} (hidden)"  # not translated: stored in the index
NO_RESULTS = N_(
    "In {sheets}, formulas have no stored results, so their values are missing. "
    "Open the file in a spreadsheet program, save it, and send it again."
)
LISTED = 5  # sheets that are named


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        for name in archive.names:
            if name.endswith((".xml", ".rels")):
                archive.count_member(name)
        yield ParserProgress(0, 0, "sheets")
        parts = read_sheet_parts(archive)
        unknown = [part.name for part in parts if part.has_unknown_results]
        if unknown and source.converter:
            yield ParserProgress(0, 1, office.UNIT)
            if computed := source.converter(source.data, "xlsx"):
                yield from parse(replace(source, data=computed, converter=None))
                return
        yield from assemble(_extract_blocks(source, parts), source.name)
    if unknown:
        yield ParserNotice((_name_sheets(unknown),))


def _name_sheets(names: list[str]) -> Sentence:
    return NO_RESULTS.fill(sheets=", ".join(names[:LISTED]) + (" …" if names[LISTED:] else ""))


def _extract_blocks(
    source: SourceFile, parts: Iterable[SheetPart]
) -> Iterator[Heading | TextBlock]:
    import openpyxl  # type: ignore[import-untyped]  # it ships no type information

    known = {part.name: part for part in parts}
    book = openpyxl.load_workbook(BytesIO(source.data), read_only=True, data_only=True)
    budget = _CellBudget(source)
    try:
        for sheet in book.worksheets:
            shown = sheet.sheet_state == VISIBLE
            yield Heading(1, sheet.title if shown else HIDDEN.format(name=sheet.title))
            part = known.get(sheet.title, SheetPart(sheet.title))
            yield from _extract_sheet(sheet, part, budget)
    finally:
        book.close()


def _extract_sheet(
    sheet: "ReadOnlyWorksheet", part: SheetPart, budget: "_CellBudget"
) -> Iterator[TextBlock]:
    sheet.reset_dimensions()  # they are often wrong, and claim rows that are not there
    merged = MergedCells(part.merged)
    rows = (
        merged.fill(number, _format_row(budget.charge(row)))
        for number, row in enumerate(sheet.iter_rows(), 1)
    )
    for filled, group in groupby(rows, key=any):
        if filled:
            yield TextBlock(format_sheet(list(group)))
    if part.comments:
        yield TextBlock("\n".join(part.comments))


class _CellBudget:
    """Counts cells, of which a small file can claim seventeen billion."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._left = source.limits.cells

    def charge(self, row: tuple["ReadOnlyCell", ...]) -> tuple["ReadOnlyCell", ...]:
        self._left -= len(row)
        if self._left < 0:
            because = N_(": it has over {count} cells", count=self._source.limits.cells)
            raise ParseError("too_large", self._source.name, because)
        return row


def _format_row(row: tuple["ReadOnlyCell", ...]) -> list[str]:
    cells = [format_value(cell) for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells
