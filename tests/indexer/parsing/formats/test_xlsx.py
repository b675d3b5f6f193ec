"""Spreadsheets as a person reads them."""

import datetime
from collections.abc import Callable
from io import BytesIO

import openpyxl  # type: ignore[import-untyped]  # it ships no type information
import pytest
from openpyxl.comments import Comment  # type: ignore[import-untyped]  # no types
from openpyxl.styles import Font  # type: ignore[import-untyped]  # no types

from indexer.parsing.errors import ParseError
from indexer.parsing.formats.xlsx.values import format_number
from indexer.parsing.limits import Limits
from tests.indexer.parsing.formats.making import notices, sections


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


def make(change: Callable[[openpyxl.Workbook], None]) -> bytes:
    book = openpyxl.Workbook()
    change(book)
    packed = BytesIO()
    book.save(packed)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.125, "0%", "12.5%"),
        (0.07, "0.00%", "7%"),
        (1234.5, '#,##0.00 "€"', "1234.50 €"),
        (1234.5, "[$€-407] #,##0.00", "€1234.50"),
        (-3, "$#,##0", "-$3"),
        (99.999, "#,##0.00 [$CHF]", "99.999 CHF"),
        (5, '0 "kg"', "5"),
        (2.5, "General", "2.5"),
        (7, '0.0" EUR"', "7.0 EUR"),
        (1067, "00000", "01067"),
        (-7, "000", "-7"),
        (0.5, "00", "0.5"),
    ],
)
def test_numbers_are_shown_with_percent_signs_and_currencies(
    value: float, code: str, shown: str
) -> None:
    assert format_number(value, code) == shown


@pytest.mark.parametrize(
    ("hours", "shown"), [(30.25, "30:15"), (-1.5, "-1:30"), (0.01, "0:00:36"), (0, "0:00")]
)
def test_sums_of_hours_are_shown_in_hours(hours: float, shown: str) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.active.append(["Worked", hours / 24])
        book.active["B1"].number_format = "[h]:mm"

    assert f"| Worked | {shown} |" in sections(make(fill), "a.xlsx")[0].text


def test_formats_of_cells_are_looked_at() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.active.append(["Share", 0.5])
        book.active["B1"].number_format = "0%"

    assert "| Share | 50% |" in sections(make(fill), "a.xlsx")[0].text


def test_merged_labels_stand_in_every_row() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        for row in (["Report", None, None], ["City", "Year", "Rent"], ["Kassel", 2023, 700]):
            book.active.append(row)
        book.active.append([None, 2024, 750])
        book.active.merge_cells("A1:C1")
        book.active.merge_cells("A3:A4")

    (section,) = sections(make(fill), "a.xlsx")
    assert section.text.split("\n")[:3] == ["Report", "", "| City | Year | Rent |"]
    assert "| Kassel | 2024 | 750 |" in section.text


def test_merged_heads_stand_over_every_column() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.active.append([None, "2023", None, "2024", None])
        book.active.append(["City", "Q1", "Q2", "Q1", "Q2"])
        book.active.merge_cells("B1:C1")
        book.active.merge_cells("D1:E1")

    (section,) = sections(make(fill), "a.xlsx")
    assert section.text.startswith("|  | 2023 | 2023 | 2024 | 2024 |")


def test_the_label_of_a_row_stands_there_once() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        for row in (["Item", "Qty", "Sum"], ["Tea", 2, 5], ["Total due", None, 5]):
            book.active.append(row)
        book.active.merge_cells("A3:B3")

    (section,) = sections(make(fill), "a.xlsx")
    assert section.text.endswith("| Total due |  | 5 |")


def test_comments_are_read() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.active.append(["Rent", 700])
        book.active["B1"].comment = Comment("Until May", "Ben")

    assert "Comment on B1: Until May" in sections(make(fill), "a.xlsx")[0].text


def test_hidden_sheets_are_called_that() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.active.append(["x", 1])
        other = book.create_sheet("Notes")
        other.append(["y", 2])
        other.sheet_state = "hidden"

    assert [each.title for each in sections(make(fill), "a.xlsx")] == ["Sheet", "Notes (hidden)"]


def test_formulas_without_results_are_told() -> None:
    data = make(lambda book: book.active.append(["Sum", "=1+1"]))
    assert "In Sheet, formulas have no stored results" in notices(data, "a.xlsx")[0]
    assert not notices(make(lambda book: book.active.append(["Sum", 2])), "a.xlsx")


def test_cells_that_are_only_declared_cost_nothing() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.active.append(["Rent", 700])
        book.active["Z900"].font = Font(bold=True)

    (section,) = sections(make(fill), "a.xlsx", Limits(cells=60))
    assert "700" in section.text
