"""Tables of reStructuredText."""

import pytest

from tests.indexer.parsing.formats.making import sections

GRID = """\
Rents
=====

Below.

+--------+-----------+
| City   | Rent      |
+========+=====+=====+
| Kassel | 700 | in  |
|        |     | May |
+--------+-----+-----+
| Bonn   | not known |
|        +-----+-----+
|        | 1   | 2   |
+--------+-----+-----+

Above.
"""
SIMPLE = """\
=====  ====
City   Rent
=====  ====
Ulm    640
Bonn   725
       now
=====  ====
"""
LIST = """\
.. list-table:: Rents of :ref:`all`
   :header-rows: 1

   * - City
     - Rent
   * - Ulm
     - 640
       now

After.
"""
CSV = """\
.. csv-table::
   :header: "City", "Rent"

   "Ulm, old", 640
"""


def read(rst: str) -> str:
    (found,) = sections(rst.encode(), "a.rst")
    return found.text


def test_a_drawn_table_keeps_its_cells_and_their_lines() -> None:
    (found,) = sections(GRID.encode(), "a.rst")
    rows = [
        *("| City | Rent | Rent |", "| --- | --- | --- |", "| Kassel | 700 | in May |"),
        *("| Bonn | not known | not known |", "| Bonn | 1 | 2 |"),
    ]
    assert found.text == "\n".join(["Below.", "", *rows, "", "Above."])
    places = [found.text.index(text) for text in ("| City", "| Kassel", "| Bonn | 1", "Above")]
    assert found.find_lines(places) == [7, 9, 14, 17]


@pytest.mark.parametrize(
    ("rst", "text"),
    [
        (SIMPLE, "| City | Rent |\n| --- | --- |\n| Ulm | 640 |\n| Bonn | 725 now |"),
        (
            LIST,
            "Rents of all\n\n| City | Rent |\n| --- | --- |\n| Ulm | 640 now |\n\nAfter.",
        ),
        (CSV, "| City | Rent |\n| --- | --- |\n| Ulm, old | 640 |"),
    ],
    ids=["simple", "list", "csv"],
)
def test_other_tables_are_tables_too(rst: str, text: str) -> None:
    assert read(rst) == text


def test_what_only_begins_like_a_table_stays_text() -> None:
    assert read("== ==\nonly words\n") == "== ==\nonly words"
