"""Running heads and feet are not in the way of a sentence that goes over a page's end."""

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
    ("head", "foot"),
    [
        ("The House Book", "Page {n} of 9"),
        ("The House Book {n}", "{n}"),
        ("{n} Heating", "- {n} -"),
    ],
)
def test_a_sentence_goes_on_behind_them(head: str, foot: str) -> None:
    found = text(head, foot, OVER)
    assert "The boiler of Ada is checked\nso that Ben is warm in autumn." in found
    assert "The boiler of Dora is checked\nso that Emil is warm in autumn." in found
    for n in range(1, 6):
        assert f"\n{head.format(n=n)}\n" in f"\n{found}\n"
        assert f"\n{foot.format(n=n)}\n" in f"\n{found}\n"


def test_a_sentence_that_ends_with_its_page_leaves_them_there() -> None:
    found = text("The House Book", "Page {n} of 9", ENDED)
    assert found.count("is checked.\n\nPage") == 5
    assert found.count("The House Book\n\nSo") == 5


def test_what_two_pages_have_is_no_running_head() -> None:
    found = text("The House Book", "Page {n} of 9", OVER, count=2)
    assert "checked\n\nPage 1 of 9\nThe House Book\n\nso that" in found


def test_rows_that_count_by_themselves_stay_in_their_place() -> None:
    lines = ["and so on {name}", "It is {name}"]
    made = [a_page(n, f"Room {n * 7} costs {n * 13}", "{n}", lines) for n in range(1, 6)]
    (section,) = sections(pages(made, *outline([("All", 1, 800)])), "a.pdf")
    assert section.text.count("\n\nand so on") == 5


def test_the_head_of_a_chapter_is_known_by_its_counting() -> None:
    heads = [f"{n} Heating" for n in range(1, 13)] + ["Martha speaks"] * 11 + ["Rest"] * 60
    lines = [
        (Line(head, 780, 72, 9, bold=False), Line("so that " + "a" * n, 740, 72, 10, bold=False))
        for n, head in enumerate(heads)
    ]
    book = mark_running_heads([ParsedPage(n, each) for n, each in enumerate(lines, 1)])
    aside = [page.lines[0].text for page in book if page.lines[0].aside]
    assert aside == [*heads[1:12], *["Rest"] * 60]
