"""Running heads and feet leave the text; what only looks like them stays."""

import pytest

from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.formats.pdf.running_heads import mark_running_heads
from tests.indexer.parsing.formats.making import outline, pages, sections, written

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def a_page(n: int, head: str, foot: str, lines: list[str]) -> bytes:
    body = [
        (line.format(name=NAMES[n % 5 - 1]), 740 - 14 * at, 10) for at, line in enumerate(lines)
    ]
    return written([(head.format(n=n), 780, 9), *body, (foot.format(n=n), 40, 9)])


def text(head: str, foot: str, lines: list[str], count: int = 5) -> str:
    """Of one section over all pages."""
    made = [a_page(n, head, foot, lines) for n in range(1, count + 1)]
    (section,) = sections(pages(made, *outline([("Heating", 1, 800)])), "a.pdf")
    return section.text


OVER = ["so that {name} is warm in autumn.", "It is warm.", "The boiler of {name} is checked"]
ENDED = ["So {name} is warm in autumn.", "It is warm.", "The boiler of {name} is checked."]


@pytest.mark.parametrize(
    ("head", "foot", "stays"),
    [
        ("The House Book", "Page {n} of 9", ["The House Book"]),
        ("The House Book {n}", "{n}", ["The House Book 1"]),
        ("{n} Heating", "- {n} -", ["1 Heating"]),
        ("Haus 2024, Seite {n}", "{n} / 9", ["Haus 2024, Seite 1"]),
        ("The Owners", "Seite {n}", ["The Owners"]),
    ],
)
def test_the_first_stays_and_the_others_leave_the_text(
    head: str, foot: str, stays: list[str]
) -> None:
    found = text(head, foot, OVER)
    assert "The boiler of Ada is checked\nso that Ben is warm in autumn." in found
    assert "The boiler of Dora is checked\nso that Emil is warm in autumn." in found
    others = [line for line in found.split("\n") if line and "boiler" not in line]
    assert [line for line in others if "warm" not in line] == stays


def test_they_leave_wherever_they_are_drawn() -> None:
    made = [
        written([("The House Book", 780, 9), (f"{n}", 40, 9), (f"Room {name}.", 700, 10)])
        for n, name in enumerate(NAMES, 1)
    ]
    (section,) = sections(pages(made, *outline([("All", 1, 800)])), "a.pdf")
    assert section.text.split("\n\n") == ["The House Book", *(f"Room {name}." for name in NAMES)]


def test_a_sentence_that_ends_with_its_page_ends_a_paragraph() -> None:
    found = text("The House Book", "Page {n} of 9", ENDED)
    assert found.count("is checked.\n\nSo ") == 4


def test_what_two_pages_have_is_no_running_head() -> None:
    found = text("The House Book", "Page {n} of 9", OVER, count=2)
    assert "checked\n\nPage 1 of 9\nThe House Book\n\nso that" in found


@pytest.mark.parametrize(
    "line",
    [
        "Room {n7} costs {n13}",
        "Invoice number 520{n}",
        "Exhibit {n}",
        "Total due: {due}.00",
    ],
)
def test_values_that_count_or_return_stay(line: str) -> None:
    shown = [line.format(n=n, n7=n * 7, n13=n * 13, due=240 + n // 5) for n in range(1, 6)]
    made = [
        written([(each, 780, 10), (f"So {name} pays.", 700, 10), (each, 60, 10)])
        for each, name in zip(shown, NAMES, strict=True)
    ]
    (section,) = sections(pages(made, *outline([("All", 1, 800)])), "a.pdf")
    assert all(section.text.count(each) == 2 * shown.count(each) for each in shown)


def test_titles_that_return_stay() -> None:
    made = [written([("Results", 760, 24), (f"So {name} is.", 700, 10)]) for name in NAMES]
    (section,) = sections(pages(made, *outline([("All", 1, 800)])), "a.pdf")
    assert section.text.count("Results") == 5


def test_a_line_right_above_the_text_stays() -> None:
    made = [
        written([("To whom it concerns", 780, 10), (f"{name} is well.", 768, 10)]) for name in NAMES
    ]
    (section,) = sections(pages(made, *outline([("All", 1, 800)])), "a.pdf")
    assert section.text.count("To whom it concerns") == 5


def test_lines_in_the_middle_of_a_page_stay() -> None:
    made = [
        written([("Signed by the tenant", 400, 10), (f"So {name} is.", 300, 10)]) for name in NAMES
    ]
    (section,) = sections(pages(made, *outline([("All", 1, 800)])), "a.pdf")
    assert section.text.count("Signed by") == 5


def test_each_chapter_s_head_is_one() -> None:
    heads = [f"{n} Heating" for n in range(1, 13)] + ["Martha speaks"] * 11 + ["Rest"] * 60
    lines = [
        (Line(head, 780, 72, 9, bold=False), Line("so that " + "a" * n, 740, 72, 10, bold=False))
        for n, head in enumerate(heads)
    ]
    book = mark_running_heads([ParsedPage(n, each) for n, each in enumerate(lines, 1)])
    assert [page.lines[0].text for page in book if page.lines[0].running] == [
        "1 Heating",
        "Martha speaks",
        "Rest",
    ]
    assert sum(len(page.lines) for page in book) == len(heads) + 3
