"""Tables that are drawn with signs, in plain text and in Markdown."""

import pytest

from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.parsing.shared.drawn_tables import find_drawn_tables
from tests.indexer.parsing.formats.making import sections

BOATS = [["Boat", "Berth"], ["Aurora", "12"], ["Bella", "14"]]
DRAWN = {
    "a border round all": """
+--------+-------+
| Boat   | Berth |
+--------+-------+
| Aurora | 12    |
| Bella  | 14    |
+--------+-------+""",
    "borders between rows": """
+--------+-------+
| Boat   | Berth |
+========+=======+
| Aurora | 12    |
+--------+-------+
| Bella  | 14    |
+--------+-------+""",
    "signs for boxes": """
┌────────┬───────┐
│ Boat   │ Berth │
├────────┼───────┤
│ Aurora │ 12    │
│ Bella  │ 14    │
└────────┴───────┘""",
    "rounded ones": """
╭────────┬───────╮
│ Boat   │ Berth │
╞════════╪═══════╡
│ Aurora │ 12    │
│ Bella  │ 14    │
╰────────┴───────╯""",
    "crosses in the ruler": """
  boat  | berth
--------+-------
 Aurora |    12
 Bella  |    14
(2 rows)""".replace("  boat  | berth", "  Boat  | Berth"),
    "columns above a ruler": """
Boat       Berth
---------  -----
Aurora        12
Bella         14""",
    "numbers wider than the name": """
Boat   Berth
----   -----
Aurora    12
Bella     14""",
    "rulers above and below": """
====== =====
Boat   Berth
====== =====
Aurora 12
Bella  14
====== =====""",
    "a row a line": """
| Boat | Berth |
| Aurora | 12 |
| Bella | 14 |""",
    "a ruler with crosses between": """
| Boat   | Berth |
|--------+-------|
| Aurora |    12 |
| Bella  |    14 |""",
}


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
def test_the_cells_of_a_drawn_table_are_read(drawn: str) -> None:
    (table,) = find_drawn_tables(drawn.split("\n"))
    assert [row for _, row in table.rows] == BOATS


def test_what_does_not_fit_into_a_cell_goes_on_below() -> None:
    (table,) = find_drawn_tables(
        [
            "Boat    Place         ",
            "------- --------------",
            "Aurora  at the north  ",
            "        side          ",
            "Bella   mole          ",
            "             7        ",
        ]
    )
    assert [row for _, row in table.rows[1:]] == [
        ["Aurora", "at the north side"],
        ["Bella", "mole"],
        ["", "7"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A title\n-------\n\nText below it.",
        "Cut here\n--- ---\n",
        "Name: ____ Date: ____\n- one\n- two",
        "+--+\n|  |\n+--+",
        "|||",
        "Yes | no\nor | perhaps",
        "--- a/file.py\n+++ b/file.py\n",
    ],
)
def test_what_only_looks_like_a_table_is_none(text: str) -> None:
    assert find_drawn_tables(text.split("\n")) == []


def test_plain_text_has_its_table_between_its_words_with_lines() -> None:
    text = "Boats\n=====\n\nBefore." + "\n" + DRAWN["a border round all"] + "\n\nAfter.\n"
    (section,) = sections(text.encode(), "a.txt")
    assert section.path == ("Boats",)
    assert section.text == (
        "Before.\n\n| Boat | Berth |\n| --- | --- |\n| Aurora | 12 |\n| Bella | 14 |\n\nAfter."
    )
    places = [section.text.index(word) for word in ("Before", "| Boat", "| Bella", "After")]
    assert section.find_lines(places) == [1, 7, 10, 13]


def test_rows_of_a_drawn_table_are_no_headings() -> None:
    rows = "\n".join(f"{n}  BOAT {n}      {n * 7}" for n in range(1, 9))
    text = f"Our boats lie here.\n\nNo Name        Berth\n-- ----------- -----\n{rows}\n"
    (section,) = sections(text.encode(), "a.txt")
    assert "| 8 | BOAT 8 | 56 |" in section.text


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_each_part_of_a_long_drawn_table_has_its_head(name: str) -> None:
    rows = "\n".join(f"| Boat {n:<4} | {n * 7:<5} |" for n in range(400))
    border = "+-----------+-------+"
    text = f"{border}\n| Boat      | Berth |\n{border}\n{rows}\n{border}\n"
    text = f"```\n{text}```\n" if name == "a.md" else text
    (section,) = sections(text.encode(), name)
    parts = split_text(section.text, DOCUMENT)
    assert len(parts) > 3
    assert all(part.text.startswith("| Boat | Berth |\n| --- | --- |\n") for part in parts)


def test_a_table_in_a_fence_leaves_it_and_the_words_around_stay() -> None:
    drawn = DRAWN["a border round all"].strip()
    text = f"# Boats\n\n```console\n$ list boats\n{drawn}\n2 rows\n```\n\nAfter.\n"
    (section,) = sections(text.encode(), "a.md")
    assert section.text.startswith("$ list boats\n| Boat | Berth |\n| --- | --- |\n| Aurora | 12 |")
    assert section.text.endswith("| Bella | 14 |\n2 rows\n\nAfter.")
    assert section.find_lines([section.text.index("| Bella")]) == [9]


def test_pandoc_s_tables_of_markdown_are_tables() -> None:
    text = (
        "# Boats\n\n  Boat     Berth\n  -------- -------\n  Aurora   12\n  Bella    14\n\nAfter.\n"
    )
    (section,) = sections(text.encode(), "a.md")
    assert "| Boat | Berth |\n| --- | --- |\n| Aurora | 12 |\n| Bella | 14 |" in section.text


def test_code_stays_in_its_fence() -> None:
    text = "# Code\n\n```python\nx = 1  # --- ---\n| a | b |\n| c | d |\n```\n"
    (section,) = sections(text.encode(), "a.md")
    assert section.text == text.removeprefix("# Code\n\n").rstrip()
