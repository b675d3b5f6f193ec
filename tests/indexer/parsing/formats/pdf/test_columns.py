"""Columns of prose that a PDF draws line by line across the page."""

from collections.abc import Sequence
from itertools import chain

import pytest

from tests.indexer.parsing.formats.making import pages, sections

LEFT = [
    "The harbour office opens at",
    "nine in the morning and it",
    "closes at five. Boats that",
    "arrive later tie up at the",
    "outer wall and report there",
]
RIGHT = [
    "Fuel is sold on Tuesdays at",
    "the east quay. The pump is",
    "closed when the waves are",
    "higher than a metre, as the",
    "hose may break in a storm.",
]
WIDE = "What everybody who comes by boat to this old harbour should read at first"
LAST = "The master of the harbour wishes all of them a quiet and pleasant stay"


def side_by_side(*columns: Sequence[str], places: Sequence[int] = (60, 320)) -> bytes:
    """A page that draws a line of each column, then the next, between two wide lines."""
    rows = max(map(len, columns))
    cells = [
        (column[row], left, 700 - 14 * row)
        for row in range(rows)
        for column, left in zip(columns, places, strict=False)
        if row < len(column)
    ]
    drawn = [(WIDE, 60, 730), *cells, (LAST, 60, 300)]
    shown = (f"/F1 11 Tf 1 0 0 1 {left} {y} Tm ({words}) Tj" for words, left, y in drawn)
    return pages([f"BT {' '.join(shown)} ET".encode()])


def read(data: bytes) -> str:
    (section,) = sections(data, "a.pdf")
    return section.text


def test_columns_are_read_one_after_the_other() -> None:
    found = read(side_by_side(LEFT, RIGHT))
    assert "\n".join([*LEFT, *RIGHT]) in found
    assert found.startswith(WIDE)
    assert found.endswith(LAST)


def test_a_column_that_goes_on_below_the_other_stays_whole() -> None:
    longer = [*RIGHT, "Empty cans are taken back by", "the shop at the lighthouse."]
    assert "\n".join([*LEFT, *longer]) in read(side_by_side(LEFT, longer))
    assert "\n".join([*longer, *LEFT]) in read(side_by_side(longer, LEFT))


def test_three_columns_are_three() -> None:
    third = ["Nobody may swim or dive in", "the basin, not even in the", "summer, since the ferry"]
    third += ["cannot see who is below it", "and cannot stop in time."]
    found = read(side_by_side(LEFT, RIGHT, third, places=(40, 220, 400)))
    assert "\n".join([*LEFT, *RIGHT, *third]) in found


NARROW = [
    ["Take train S4 to", "Lakeside, then walk", "ten minutes along", "the shore until you"],
    ["Rowing boats for four", "cost 12 an hour. The", "electric boat is 30", "an hour and needs"],
    ["The kiosk sells ice", "cream and soup from", "May to October. The", "restaurant on the"],
]
ENDS = [["see the white pier."], ["no licence at all."], ["pier opens at noon."]]


def test_narrow_columns_of_a_brochure_are_no_table() -> None:
    columns = [above + below for above, below in zip(NARROW, ENDS, strict=True)]
    found = read(side_by_side(*columns, places=(40, 220, 400)))
    assert "\n".join(chain(*columns)) in found


def test_headings_side_by_side_stand_above_their_columns() -> None:
    heads = "/F2 14 Tf 1 0 0 1 60 720 Tm (Harbour) Tj 1 0 0 1 320 720 Tm (Fuel) Tj"
    shown = (
        f"/F1 11 Tf 1 0 0 1 {left} {700 - 14 * row} Tm ({column[row]}) Tj"
        for row in range(5)
        for column, left in ((LEFT, 60), (RIGHT, 320))
    )
    found = sections(pages([f"BT {heads} {' '.join(shown)} ET".encode()]), "a.pdf")
    assert [each.path for each in found] == [("Harbour",), ("Fuel",)]


def test_narrow_cells_in_small_letters_stay_rows() -> None:
    rows = [
        ("oak, from the north", "brown, slightly red"),
        ("pine, from the hills", "pale, nearly white"),
    ]
    left, right = zip(*rows * 3, strict=True)
    found = read(side_by_side(left, right)).replace(" | ", " ")
    assert all(f"{first} {second}" in found for first, second in rows)


LABELS = [
    ("Name of the boat and its port", "Albatross, Kiel"),
    ("Length over everything", "Nine metres and forty"),
    ("Owner and his or her address", "Ida Holm, Strandweg"),
    ("Insured until the end of", "The coming December"),
    ("Paid for the whole season", "By transfer in March"),
]
FIGURES = [(f"{n}00,000 of {n},{n}00,000", f"{n}10,000 of {n},{n}10,000 in all") for n in range(5)]


@pytest.mark.parametrize("rows", [LABELS, FIGURES], ids=["labels and values", "figures"])
def test_what_belongs_together_line_by_line_stays_so(rows: Sequence[tuple[str, str]]) -> None:
    left, right = zip(*rows, strict=True)
    found = read(side_by_side(left, right)).replace(" | ", " ")
    assert all(f"{label} {value}" in found for label, value in rows)


def test_three_lines_side_by_side_are_no_columns() -> None:
    assert f"{LEFT[0]} {RIGHT[0]}" in read(side_by_side(LEFT[:3], RIGHT[:3]))


def test_no_letter_is_lost_or_doubled() -> None:
    left = [*LEFT, "by radio - at any hour"]
    found = read(side_by_side(left, RIGHT))
    assert sorted(found.split()) == sorted(" ".join([WIDE, *left, *RIGHT, LAST]).split())
