"""Tables without drawn lines."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.indexer.parsing.formats.making import pages, sections

RENTS = [("City", "Year", "Rent"), ("Kassel", "2023", "700"), ("Bonn", "2024", "1,250")]
PLACES = (72, 220, 330)


def drawn(rows: Sequence[Sequence[str]], places: Sequence[int] = PLACES, step: int = 16) -> bytes:
    """A page with each cell drawn at its place, below a line of prose and above another."""
    cells = [
        (cell, left, 640 - step * n)
        for n, row in enumerate(rows)
        for cell, left in zip(row, places, strict=True)
        if cell
    ]
    drawn_in_order = [("The rents are these:", 72, 700), *cells, ("That is all of it.", 72, 300)]
    shown = (f"/F1 10 Tf 1 0 0 1 {left} {y} Tm ({text}) Tj" for text, left, y in drawn_in_order)
    return pages([f"BT {' '.join(shown)} ET".encode()])


def read(data: bytes) -> str:
    (section,) = sections(data, "a.pdf")
    return section.text


def test_texts_that_stand_in_columns_are_a_table() -> None:
    assert read(drawn(RENTS)) == (
        "The rents are these:\n\n"
        "| City | Year | Rent |\n| --- | --- | --- |\n"
        "| Kassel | 2023 | 700 |\n| Bonn | 2024 | 1,250 |\n\n"
        "That is all of it."
    )


def test_an_empty_cell_leaves_the_others_in_their_columns() -> None:
    found = read(drawn([*RENTS, ("Ulm", "", "640")]))
    assert "| Ulm |  | 640 |" in found


def test_cells_of_several_words_stay_whole() -> None:
    rows = [("Bad Homburg", "in May", "700 euros"), ("Ulm", "in June", "1 euro"), *RENTS]
    assert "| Bad Homburg | in May | 700 euros |" in read(drawn(rows))


def test_names_and_numbers_are_a_table_of_two_columns() -> None:
    rows = [("Rent", "700"), ("Heating", "85"), ("Deposit", "2,100")]
    assert "| Heating | 85 |" in read(drawn(rows, (72, 300)))


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ([("Rent", "700"), ("Heating", "85")], (72, 300)),
        ([("1 Costs ........", "7"), ("2 Heating ......", "8"), ("3 More .....", "9")], (72, 300)),
        (
            [
                *[("mode:", "on", "", ""), ("unit:", "cm", "", "")],
                ("The value says", "", "is not", "in it"),
            ],
            (72, 110, 250, 330),
        ),
        ([("a tenant who pays", "the landlord who waits")] * 4, (72, 300)),
        (
            [("the tenant of this house pays the rent in", "advance and in full every month")] * 4,
            (72, 300),
        ),
    ],
    ids=["two rows", "contents", "one column", "words in two columns", "prose in two columns"],
)
def test_what_only_looks_like_a_table_stays_text(
    rows: Sequence[Sequence[str]], places: Sequence[int]
) -> None:
    found = read(drawn(rows, places))
    assert "|" not in found
    assert all(cell.rstrip(" .") in found for row in rows for cell in row)


def test_no_word_of_a_document_is_lost(data: Path) -> None:
    from indexer.parsing.limits import Limits

    path = data / "documents" / "ca-warn-report.pdf"
    plain = sections(path.read_bytes(), path.name, Limits(table_pages=0))
    tables = sections(path.read_bytes(), path.name)
    words = {word for each in plain for word in each.text.split()}
    assert words <= {word for each in tables for word in each.text.replace("|", " ").split()}


def test_the_line_in_larger_type_above_the_columns_names_them() -> None:
    rows = [("Kassel", "2023", "700"), ("Bonn", "2024", "1,250"), ("Ulm", "2022", "640")]
    shown = [
        f"/F2 12 Tf 1 0 0 1 {left} 640 Tm ({text}) Tj"
        for text, left in zip(("City", "Year", "Rent"), PLACES, strict=True)
    ]
    shown += [
        f"/F1 10 Tf 1 0 0 1 {left} {620 - 16 * n} Tm ({cell}) Tj"
        for n, row in enumerate(rows)
        for cell, left in zip(row, PLACES, strict=True)
    ]
    assert read(pages([f"BT {' '.join(shown)} ET".encode()])).startswith(
        "| City | Year | Rent |\n| --- | --- | --- |\n| Kassel | 2023 | 700 |"
    )


def test_numbers_that_are_drawn_as_one_text_are_parted_at_their_columns() -> None:
    """Spaces as wide as a column, so that PDFium takes a row's numbers for one piece."""
    rows = [("Ulm", "640 12 7"), ("Bonn", "725 13 8"), ("Kassel", "580 14 9")]
    shown = [
        f"/F1 10 Tf 0 Tw 1 0 0 1 72 {640 - 16 * n} Tm ({city}) Tj "
        f"60 Tw 1 0 0 1 200 {640 - 16 * n} Tm ({numbers}) Tj"
        for n, (city, numbers) in enumerate(rows)
    ]
    found = read(pages([f"BT {' '.join(shown)} ET".encode()]))
    assert "| Bonn | 725 | 13 | 8 |" in found


def test_the_lines_of_a_cell_are_one_cell() -> None:
    rows = [*RENTS, ("Bad Homburg", "2024", "1,410"), ("in the hills", "", ""), ("Ulm", "", "640")]
    found = read(drawn(rows, step=13))
    assert "| Bad Homburg in the hills | 2024 | 1,410 |\n| Ulm |  | 640 |" in found


def test_a_title_between_rows_is_no_part_of_a_cell() -> None:
    found = read(drawn([*RENTS, ("Estimates", "", ""), ("Ulm", "2025", "640")], step=13))
    assert "\n\nEstimates\n" in found


def test_prose_below_a_table_is_no_part_of_it() -> None:
    below = ("all of these rents are to be paid on the third working day", "", "")
    found = read(drawn([*RENTS, below], step=13))
    assert f"| Bonn | 2024 | 1,250 |\n\n{below[0]}" in found


def test_a_cell_of_one_character_is_in_its_row() -> None:
    rows = [
        ("Boat", "Crew", "Fee"),
        ("Gannet", "12", "340"),
        ("Puffin", "9", "410"),
        ("Tern", "3", "5"),
    ]
    cells = (
        f"/F1 10 Tf 1 0 0 1 {100 + 140 * column} {480 - 16 * row} Tm ({cell}) Tj"
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
    )
    (section,) = sections(pages([f"BT {' '.join(cells)} ET".encode()]), "a.pdf")
    assert section.text.endswith("| Gannet | 12 | 340 |\n| Puffin | 9 | 410 |\n| Tern | 3 | 5 |")
