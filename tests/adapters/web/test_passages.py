"""A passage is read as its document was: with its headings and tables, each paragraph once."""

import asyncio
from typing import Any, cast

import pytest

from adapters.web.passages import (
    BRACKETS,
    PassageReader,
    build_blocks,
    build_reading,
    measure_repeat,
)
from tests.adapters.web.reading import APart, APassage

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


def test_what_is_full_of_brackets_is_shown_as_it_is_written() -> None:
    text = "| [a](b) | **c** |\n| - | - |\n" + "[[" * BRACKETS
    for kind in ("md", "pdf"):
        assert build_blocks(text, kind) == [["plain", text]]
    assert build_blocks("[1]" * BRACKETS, "md") == [["p", "[1]" * BRACKETS]]


def test_markup_is_read_where_a_document_has_it_and_tables_everywhere() -> None:
    assert build_blocks("**Bold**", "md") == [["p", ["strong", "Bold"]]]
    assert build_blocks("2 * 3 * 4", "pdf") == [["plain", "2 * 3 * 4"]]
    assert build_blocks("x = '*a*'", "code") == [["pre", "x = '*a*'"]]
    before, table, after = build_blocks(f"*Prices*\n\n{TABLE}\nas of *May*", "pdf")
    assert (before, table[0], after) == (["plain", "*Prices*"], "table", ["plain", "as of *May*"])


async def test_one_person_reads_one_passage_at_a_time_and_waits_for_nobody_else() -> None:
    reader, reading, most = PassageReader(), list[str](), dict[str, int]()
    both = asyncio.Barrier(2)

    async def read(person: str) -> None:
        async def load() -> APassage:
            reading.append(person)
            most[person] = max(most.get(person, 0), reading.count(person))
            await both.wait()  # Ann and Bob are here at the same time
            reading.remove(person)
            return APassage("One", "word " * 200, "md")

        passage, read = await reader.read(person, load)
        assert (passage.heading, read["heading"]) == ("One", "One")

    await asyncio.gather(*(read(person) for person in ("ann", "bob") * 3))
    assert most == {"ann": 1, "bob": 1}
