"""Texts of a format that only its own words make slow: no unit repeated shows them."""

from collections.abc import Callable

import pytest

from indexer.parsing.formats import SourceFile, load_parser
from indexer.parsing.limits import DEFAULT_LIMITS
from tests.hostile.linear import Shape, assert_linear

LONG = (50_000, 500_000)  # characters: what only copies letters is quick
WIDE = "+" + "-+" * 101
CELL = f"   {'a' * 90}\n"


def nest(size: int) -> str:
    """Directives in each other, with nothing but empty lines in the last."""
    depth = int(size**0.5)
    return "".join(f"{' ' * at}.. list-table::\n" for at in range(depth)) + "\n" * size


def open_parts(size: int) -> str:
    return "BEGIN:a\n" * (size // 14) + "END:a\n" * (size // 14)


def read(kind: str, text: str) -> int:
    """Return how many characters a parser makes of a text."""
    source = SourceFile(f"a.{kind}", text.encode(), DEFAULT_LIMITS)
    return sum(len(getattr(each, "text", "")) for each in load_parser(kind).parse(source))


@pytest.mark.parametrize(
    "shape",
    [Shape("+-+\n", tail=f"{WIDE}\n"), Shape(CELL, head=".. list-table::\n\n   * - a\n")],
    ids=["borders", "cell"],
)
def test_a_table_takes_time_linear_in_its_length(shape: Shape) -> None:
    assert_linear(lambda text: read("rst", text), [shape], LONG)


@pytest.mark.parametrize(("kind", "build"), [("rst", nest), ("ics", open_parts)])
def test_parts_in_parts_take_time_linear_in_their_length(
    kind: str, build: Callable[[int], str]
) -> None:
    assert_linear(lambda text: read(kind, build(len(text))), [Shape("a")], LONG)


def test_a_long_name_of_a_time_zone_is_not_repeated_behind_each_of_many_times() -> None:
    times = "20240101T000000," * 1_000
    text = f"BEGIN:VEVENT\nEXDATE;TZID={'z' * 20_000}:{times}\nEND:VEVENT\n"
    assert read("ics", text) < 5 * len(text)


LABEL = "heron " * 13
SPANS = f"<table><tr>{f'<td rowspan=1000 colspan=50>{LABEL}</td>' * 4}" + "<tr><td>x" * 999
WIDE_LINE = f"<table><tr>{'<td>x' * 1_000}{'<tr><td>y' * 1_000}"
GRID = ",".join("x" * 1_000) + "\n" + "y,z\n" * 1_000


@pytest.mark.parametrize(
    ("kind", "text"),
    [("html", SPANS), ("html", WIDE_LINE), ("csv", GRID)],
    ids=["spans", "wide", "csv"],
)
def test_a_table_becomes_no_more_text_than_it_may_repeat(kind: str, text: str) -> None:
    """Cells over thousands of others, and lines with a cell or two below one of a thousand."""
    assert read(kind, text) < 25 * len(text)
