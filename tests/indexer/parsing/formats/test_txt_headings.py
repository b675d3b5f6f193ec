"""Headings in plain text, which has no marks for them, and lines that only look like headings."""

import pytest

from tests.indexer.parsing.formats.making import sections

TEXT = "Here is some text that says what there is to say about this matter, and no more."


def find_paths(text: str) -> list[str]:
    return [" > ".join(each.path) for each in sections(text.encode(), "a.txt")]


@pytest.mark.parametrize(
    ("titles", "paths"),
    [
        (["Journey\n=======", "Arrival\n-------"], ["Journey", "Journey > Arrival"]),
        (["====\nTown\n====", "Church\n======"], ["Town", "Town > Church"]),
        (["町の歴史\n========", "川\n--"], ["町の歴史"]),
        (["PRESENT", "ABSENT"], ["PRESENT", "ABSENT"]),
        (["1. Roof", "2. Shed"], ["1. Roof", "2. Shed"]),
        (["1 Use", "1.1 Water", "2 Care"], ["1 Use", "1 Use > 1.1 Water", "2 Care"]),
        (["Chapter 1\nStorm", "Chapter 2: Calm"], ["Chapter 1", "Chapter 2: Calm"]),
        (["Глава 1. Буря", "Глава 2. Штиль"], ["Глава 1. Буря", "Глава 2. Штиль"]),
        (["第一章 总则", "第二章 借阅"], ["第一章 总则", "第二章 借阅"]),
        (["■ 清掃の日", "■ 夏祭り"], ["■ 清掃の日", "■ 夏祭り"]),
        (["# Notes", "## Monday"], ["Notes", "Notes > Monday"]),
        (["Ingredients:", "Method:"], ["Ingredients:", "Method:"]),
        (["RULES OF THE HOUSE", "1. Noise", "2. Bins"], ["RULES OF THE HOUSE"] * 3),
    ],
)
def test_headings_are_found_by_how_they_are_written(titles: list[str], paths: list[str]) -> None:
    found = find_paths("\n\n".join(f"{title}\n{TEXT}" for title in titles))
    assert [path for path in found if path in paths or path.startswith(paths[0])] == found
    assert len(found) == len(paths)
    assert found[0] == paths[0]


@pytest.mark.parametrize(
    "text",
    [
        f"Buy:\n1. Milk\n2. Eggs\n3. Bread\n\n{TEXT}",
        f"1. Milk\n\n2. Eggs\n\n3. Bread\n\n{TEXT}",
        "HELLO ALL\nTHE PARTY IS ON FRIDAY\nBRING CUPS\n",
        f"Ann Lee\n12 Mill Lane\nYork\n\nDear Tom,\n\n{TEXT}\n\nYours\nAnn\n",
        f"Day     Opens\n-------------\nMonday  9\n\n{TEXT}",
        f"12 May 2026\n\n{TEXT}\n\n30 June 2026\n\n{TEXT}",
        f"# one\n# two\nkey = 1\n\n{TEXT}",
        f"1. Introduction ........ 2\n2. Messages ........ 3\n\n{TEXT}",
        f"1.1. The tenant pays the rent.\n1.2. The rent is 700.\n\n{TEXT}",
        f"{TEXT}\n-----\n{TEXT}",
        f"He came\n\n{TEXT}\n\nand then he went\n\n{TEXT}",
    ],
)
def test_what_only_looks_like_a_heading_stays_text(text: str) -> None:
    (section,) = sections(text.encode(), "a.txt")
    assert section.path == ()
    assert section.text == text.strip()


def test_no_word_is_lost_and_lines_are_those_of_the_file() -> None:
    text = f"\n\nThe House\n\n1 Noise\n{TEXT}\n\n\n2 Bins\n\n{TEXT}\n"
    found = sections(text.encode(), "a.txt")
    assert [(each.path, each.line) for each in found] == [
        (("The House", "1 Noise"), 5),
        (("The House", "2 Bins"), 9),
    ]
    assert [each.find_lines([0, 5]) for each in found] == [[5, 6], [9, 11]]
    assert [each.text for each in found] == [TEXT, TEXT]


def test_titles_that_nothing_marks_stand_above_paragraphs() -> None:
    titles = ["Early life", "Career", "Later years"]
    found = find_paths("\n\n".join(f"{title}\n\n{TEXT * 3}" for title in titles))
    assert found == titles
    assert find_paths("\n\n".join(f"{title}\n{TEXT}" for title in titles)) == [""]


def test_the_first_line_of_a_long_text_is_its_title() -> None:
    assert find_paths(f"The Old Mill\n\n{TEXT * 40}") == ["The Old Mill"]
    assert find_paths(f"The Old Mill\n\n{TEXT}") == [""]
    assert find_paths(f"Dear Tom,\n\n{TEXT * 40}") == [""]
