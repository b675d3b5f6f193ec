"""Slides."""

from pathlib import Path

from tests.indexer.parsing.formats.making import sections


def test_slides_have_titles_tables_and_notes(data: Path) -> None:
    path = data / "documents" / "powerpoint_sample.pptx"
    found = sections(path.read_bytes(), path.name)
    assert [(each.title, each.pages) for each in found] == [
        ("Test Table Slide", (1, 1)),
        ("Second slide title", (2, 2)),
        ("Slide 3", (3, 3)),
    ]
    assert "| R1 | True | False |" in found[0].text
    assert "Notes: Some notes on the second slide." in found[1].text


def test_a_label_of_merged_cells_stands_in_all_of_them(data: Path) -> None:
    path = data / "documents" / "powerpoint_sample.pptx"
    text = sections(path.read_bytes(), path.name)[0].text
    assert text.split("\n")[2].startswith("|  | Class1 A merged with B | Class1 A merged with B |")
    assert "| R4 |  | True |  | True | False | False |" in text
