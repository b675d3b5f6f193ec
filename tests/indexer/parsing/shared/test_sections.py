import pytest

from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.parsing.shared.tables import format_markdown_table


def outline(*found: Heading | TextBlock) -> list[tuple[tuple[str, ...], str]]:
    return [(each.path, each.text) for each in assemble(found, "file.md")]


def test_what_stands_before_the_first_heading_is_titled_by_the_file() -> None:
    (section,) = assemble([TextBlock("one", 2), TextBlock("two", 4)], "file.md")
    assert (section.title, section.text, section.line) == ("file.md", "one\n\ntwo", 2)
    assert (section.level, section.element_type) == (0, "paragraph")


def test_an_empty_heading_lives_in_the_paths_below_it() -> None:
    assert outline(Heading(1, "A"), Heading(2, "B"), TextBlock("text")) == [(("A", "B"), "text")]


def test_an_empty_heading_with_nothing_below_is_its_own_text() -> None:
    assert outline(Heading(1, "A"), Heading(1, "B"), TextBlock("b"), Heading(2, "C")) == [
        (("A",), "A"),
        (("B",), "b"),
        (("B", "C"), "C"),
    ]


def test_a_level_that_is_left_out_is_no_trouble() -> None:
    assert outline(Heading(3, "A"), TextBlock("a"), Heading(2, "B"), TextBlock("b")) == [
        (("A",), "a"),
        (("B",), "b"),
    ]


def test_a_heading_as_long_as_a_paragraph_keeps_its_words() -> None:
    long = "word " * 100
    (section,) = assemble([Heading(1, long)], "file.md")
    assert len(section.title) <= 200
    assert section.text == long.strip()


@pytest.mark.spec("S4-25", "S4-140")
def test_levels_below_six_are_six() -> None:
    (section,) = assemble([Heading(9, "A"), TextBlock("a")], "file.md")
    assert section.level == 6


def test_pages_span_all_blocks() -> None:
    (section,) = assemble([Heading(1, "A", pages=(2, 2)), TextBlock("a", pages=(4, 5))], "f")
    assert section.pages == (2, 5)


def test_empty_rows_and_columns_of_a_table_are_left_out() -> None:
    rows = [["a", "", "b"], ["", "", ""], ["c\nd", "", "|"]]
    assert format_markdown_table(rows) == "| a | b |\n| --- | --- |\n| c d | \\| |"


def test_one_column_is_no_table() -> None:
    assert format_markdown_table([["a"], ["b"]]) == "a\nb"
    assert format_markdown_table([]) == ""


def test_each_block_tells_the_lines_it_stands_on() -> None:
    far = TextBlock("\n\nd\ne\n", 20, lines=((0, 20), (4, 30)))
    (section,) = assemble([Heading(1, "A", 3), TextBlock("b\nc", 9), far, TextBlock("f")], "f")
    assert section.text == "b\nc\n\nd\ne\n\nf"
    assert section.find_lines([0, 2, 5, 7]) == [3, 10, 22, 30]
