"""Heads of several rows, and titles inside tables."""

import pytest

from indexer.parsing.shared.tables import format_markdown_table, format_shaped_table, shape_table

ROWS = [("Single", "5", "6", "2", "3"), ("Ten", "46", "55", "25", "30")]


def test_a_label_over_several_columns_and_the_names_below_it_are_one_head() -> None:
    upper = ("Ticket", "Adults", "Adults", "Children", "Children")
    lower = ("Ticket", "Week", "Weekend", "Week", "Weekend")
    head = ("Ticket", "Adults Week", "Adults Weekend", "Children Week", "Children Weekend")
    assert shape_table([upper, lower, *ROWS]).rows == (head, *ROWS)


def test_years_below_a_label_are_part_of_the_head() -> None:
    rows = [
        ("", "Rent", "Rent"),
        ("City", "2023", "2024"),
        ("Ulm", "640", "660"),
        ("Bonn", "7", "8"),
    ]
    assert shape_table(rows).rows[0] == ("City", "Rent 2023", "Rent 2024")


@pytest.mark.parametrize(
    "second", [("Ticket", "5", "6"), ("Single", "Week", "Weekend"), ("Ticket", "Week", "Week")]
)
def test_rows_that_name_nothing_further_stay(second: tuple[str, ...]) -> None:
    rows = (("Ticket", "Adults", "Adults"), second, ("a", "7", "8"), ("b", "9", "10"))
    assert shape_table(rows).rows == rows


def test_titles_inside_a_table_stand_above_it() -> None:
    rows = [["Budget"], ["As of May", "", ""], ["Item", "Plan", "Spent"], ["Tent", "1", "2"]]
    assert format_shaped_table(rows) == (
        "Budget\nAs of May\n\n| Item | Plan | Spent |\n| --- | --- | --- |\n| Tent | 1 | 2 |"
    )


def test_a_row_without_values_is_no_title_above_rows_that_are_no_head() -> None:
    rows = (("Garden", "", ""), ("Tent", "1", ""), ("Bench", "", "2"))
    assert shape_table(rows).rows == rows


def test_a_table_of_next_to_nothing_is_written_without_its_empty_cells() -> None:
    rows = [[str(at) for at in range(500)], *[["a"]] * 500, ["", "", "b"]]
    lines = format_markdown_table(rows).split("\n")
    assert len(lines) == len(rows) + 1
    assert lines[1] == f"|{' --- |' * 500}"
    assert set(lines[2:-1]) == {"| a |"}
    assert lines[-1] == "| b |"


def test_a_large_table_with_gaps_keeps_its_columns() -> None:
    rows = [["day", *map(str, range(99))], *[["Monday", "", "9"]] * 1_000]
    assert format_markdown_table(rows).split("\n")[-1] == f"| Monday |  | 9 |{'  |' * 97}"
