"""Lists under headings: what is added or taken leaves the rest of a file to the letter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.vault.markdown_lists import (
    add_entry,
    drop_empty_headings,
    list_entries,
    remove_entry,
    replace_entry,
)

PAGE = "# Memory\n\n## Style\n\n- short answers\n\nMy own words.\n\n## Projects\n\n- multis\n"


def test_an_entry_goes_to_the_end_of_its_section() -> None:
    added = add_entry(PAGE, "no emoji", "Style")
    assert added == PAGE.replace("My own words.\n", "My own words.\n\n- no emoji\n")
    assert add_entry(PAGE, "a boat", "projects") == PAGE + "- a boat\n"


def test_a_section_is_made_where_there_is_none() -> None:
    assert add_entry("", "a", "Style") == "## Style\n\n- a\n"
    assert add_entry(PAGE, "a", "Notes") == PAGE + "\n## Notes\n\n- a\n"


def test_a_deeper_heading_belongs_to_its_section() -> None:
    text = "## A\n\n### B\n\n- b\n\n## C\n"
    assert add_entry(text, "x", "A") == "## A\n\n### B\n\n- b\n- x\n\n## C\n"


def test_without_a_heading_it_goes_to_the_end() -> None:
    assert add_entry("", "a") == "- a\n"
    assert add_entry("- a", "b") == "- a\n- b\n"


def test_the_same_entry_is_added_once() -> None:
    assert add_entry(PAGE, "  Short   answers ", "Projects") == PAGE


def test_an_entry_of_several_lines_stays_one_entry() -> None:
    assert list_entries(add_entry("", "one\n## two\n- three")) == ["one ## two - three"]


@pytest.mark.parametrize("entry", ["short answers", "Short  Answers"])
def test_an_entry_is_taken_out(entry: str) -> None:
    assert remove_entry(PAGE, entry) == PAGE.replace("- short answers\n", "")


def test_an_entry_is_replaced_in_place() -> None:
    assert replace_entry(PAGE, "multis", "multis 2") == PAGE.replace("- multis", "- multis 2")


def test_a_longer_entry_with_the_same_words_stays() -> None:
    assert remove_entry("- multis and more\n", "multis") == "- multis and more\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("# Memory\n\n## Style\n\n## Projects\n", ""),
        ("# Memory\n\n## Style\n\n- a\n\n## Projects\n", "# Memory\n\n## Style\n\n- a"),
        ("# Memory\n\n## A\n\n### B\n\ntext", "# Memory\n\n## A\n\n### B\n\ntext"),
        ("words\n\n# Memory\n", "words"),
        (PAGE, PAGE.strip()),
    ],
)
def test_empty_sections_are_not_told(text: str, left: str) -> None:
    assert drop_empty_headings(text) == left


@given(st.text(alphabet="ab-# \n", max_size=60), st.text(alphabet="ab c", min_size=1, max_size=9))
@settings(max_examples=100, deadline=None)
def test_adding_loses_nothing_and_taking_it_out_leaves_the_rest(text: str, entry: str) -> None:
    added = add_entry(text, entry, "a")
    assert {line.rstrip() for line in text.splitlines()} <= {
        "",
        *map(str.rstrip, added.splitlines()),
    }
    assert set(list_entries(text)) <= set(list_entries(added))
    if entry.strip() and entry.strip() not in [each.casefold() for each in list_entries(text)]:
        left = remove_entry(added, entry)
        assert list_entries(left) == list_entries(text)
