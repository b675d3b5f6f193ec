"""A passage is read as its document was: with its headings and tables, each paragraph once."""

from dataclasses import dataclass
from typing import Any, cast

import pytest

from adapters.web.passages import build_blocks, build_reading, measure_repeat


@dataclass(frozen=True)
class APart:
    heading: str
    text: str


@dataclass(frozen=True)
class APassage(APart):
    type: str
    before: tuple[APart, ...] = ()
    after: tuple[APart, ...] = ()


TABLE = "| a | b |\n| - | - |\n| 1 | 2 |"


def test_what_two_passages_share_is_read_once_and_in_the_cited_one() -> None:
    shared = "This sentence stands at the end of one passage, and begins the next one."
    passage = APassage(
        "Two",
        f"{shared} Then more. {shared}",
        "txt",
        before=(APart("One", f"First. {shared}"),),
        after=(APart("Two", f"{shared} The end."),),
    )
    read = cast(Any, build_reading(passage))
    assert read["before"] == [{"heading": "One", "tree": [["plain", "First. "]]}]
    assert read["tree"] == [["plain", passage.text]]
    assert read["after"] == [{"heading": "", "tree": [["plain", " The end."]]}]
    assert read["heading"] == "Two"


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [
        ("", "", 0),
        ("the end of it", "it begins", 0),  # as short as chance makes
        ("and so it goes on and on", "it goes on and on, for ever", 17),
        ("x" * 3000, "x" * 3000, 400),
    ],
)
def test_a_repeat_is_as_long_as_it_is(one: str, other: str, length: int) -> None:
    assert measure_repeat(one, other) == length


def test_markup_is_read_where_a_document_has_it_and_tables_everywhere() -> None:
    assert build_blocks("**Bold**", "md") == [["p", ["strong", "Bold"]]]
    assert build_blocks("2 * 3 * 4", "pdf") == [["plain", "2 * 3 * 4"]]
    assert build_blocks("x = '*a*'", "code") == [["pre", "x = '*a*'"]]
    before, table, after = build_blocks(f"*Prices*\n\n{TABLE}\nas of *May*", "pdf")
    assert (before, table[0], after) == (["plain", "*Prices*"], "table", ["plain", "as of *May*"])
