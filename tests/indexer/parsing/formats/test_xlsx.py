"""Spreadsheets as a person reads them."""

import datetime
from io import BytesIO

import openpyxl  # type: ignore[import-untyped]  # it ships no type information
import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from tests.indexer.parsing.formats.making import sections


def workbook(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Costs"
    for row in rows:
        book.active.append(row)
    packed = BytesIO()
    book.save(packed)
    return packed.getvalue()


def test_a_sheet_shows_values_as_a_person_reads_them() -> None:
    day = datetime.datetime(2024, 1, 31)  # noqa: DTZ001 - a spreadsheet's dates know no zone
    rows: list[list[object]] = [["Day", "Cost", "Paid"], [day, 0.1 + 0.2, True], [], ["x", 3.0, 7]]
    (section,) = sections(workbook(rows), "a.xlsx")
    assert section.title == "Costs"
    assert section.text == (
        "| Day | Cost | Paid |\n| --- | --- | --- |\n| 2024-01-31 | 0.3 | TRUE |\n\n"
        "| x | 3 | 7 |\n| --- | --- | --- |"
    )


def test_a_sheet_with_too_many_cells_is_refused() -> None:
    rows: list[list[object]] = [[1] * 10 for _ in range(30)]
    with pytest.raises(ParseError, match="over 200 cells"):
        sections(workbook(rows), "a.xlsx", Limits(cells=200))
