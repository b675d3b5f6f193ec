"""Measures whether a function takes time linear in the length of a text, whatever the text is.

A text is made of one unit again and again and a tail that does not fit: so patterns that backtrack,
and loops that begin anew at each place, show themselves. CPU time is taken, and the least of some
runs, so a busy machine does not change the outcome.
"""

import re
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from types import FrameType
from typing import Any

from msgspec import Struct

from indexer.errors import UserError
from tests.hostile.pace import measure_seconds

Run = Callable[[str], object]
Parsed = Iterable[tuple[object, Any]]  # the library's parsed patterns have no types

QUICK = (800, 8000)  # characters; a quadratic function is found here
SHORT = (100, 1000)  # where there are hundreds of functions or patterns, or a slow one
GROWTH = 15.0  # that ten times as much text may take
FREE = 0.004  # seconds for 8,000 characters that are too short to compare
ENOUGH = 0.25  # seconds after which one measurement of a text will do
HOPELESS = 4.0  # seconds for 8,000 characters, also on a busy machine; more text would hang
HANGS = 40  # seconds for one text
# What a function may say to a text that is nothing for it.
REFUSALS = (
    UserError,
    ValueError,
    LookupError,
    RecursionError,
    AssertionError,
    TypeError,
    AttributeError,
)

CHARACTERS = (
    "aA1 \n\t.,-_*`~#><[](){}|\\/:@&'\"!?=+$%^;"
    "éß。，？、字い한ाกاهא•—’“»\u0301\u200b\u200d\u00ad\u2028"
)
UNITS = (
    *CHARACTERS,
    *(
        "👍🏽",
        "🇩🇪",
        "🇩",
        "\U0001f468\u200d\U0001f469\u200d",
        "\r\n",
        "\x0b",
        "\x85",
        "क्",
        "а\u0301",
        "\u0301\u0323",  # marks that are put in another order
        "\u0f73",
        "\uff9e\u0327",
    ),
    *("a ", "1 ", "1.", "1,", "1'", "1:", "a.", "A.", "a-", "a_", "a'", "a/", "a\n", "\n ", " \n"),
    *("ab cd. ", "Dr. ", "e.g. ", "I am. ", "Ab", "aB1", "a.b.c ", "C++ ", "12:30 ", "1.234,5 "),
    *("# a\n", "- a\n", "1. a\n", "> a\n", "a\n\n", "\n \n", "***", "**a", "**a**", "*a ", "_a_ "),
    *("``` ", "```\n", "~~~\n", "~~", "`a", "`a` ", "```a\n", "[a", "[a](", "[a](b", "[a](b)"),
    *("](", "![", "[1]", "[1, ", "[1†", "[^1]", "【1", "[1] = ", "x[1] ", "= [", "| a ", "|-"),
    *("|a|\n|-|\n", "|-|-|\n", "\\[", "<a", "<a ", '<a b="', "</a", "<!--", "<!---->", "-->"),
    *("<script>", "<br>", "<a@", "<a:", "&amp;", "&#", "&#1", "https://a.b/", "http://", "://"),
    *("https://a.b/(", "www.", "a@b.", "a@", "mailto:", "/a/b", "From: a\n", "a:b ", "a: b\n"),
    *("(a", "(a)", "((", "()", '"a" ', "'a", "„a", "Jan 1, ", " and ", "not ", "is ", "My a is A "),
    *("until ", "(until 2024-01-01)\n", "## 2024-01-01T00:00:00.000Z\n", "USER: ", "RULE: a ["),
    *(
        "MERGE [1",
        "{fact",
        "a {fact: ",
        "[1] ",
        "{a}",
        "=== ",
        "---\n",
        "\x00",
        "\ue000",
        "的",
        "吗",
    ),
)
TAILS = ("", "x")


class SlowError(Exception):
    """A function took too long for the length of its text."""


class Shape(Struct, frozen=True):
    """A hostile text: a beginning, one unit again and again, and a tail."""

    unit: str
    head: str = ""
    tail: str = ""

    def build(self, size: int) -> str:
        return self.head + (self.unit * (size // len(self.unit) + 1))[:size] + self.tail


def list_shapes(units: Iterable[str] = UNITS) -> Iterator[Shape]:
    for unit in units:
        for tail in TAILS:
            yield Shape(unit, tail=tail)


def assert_linear(run: Run, shapes: Iterable[Shape], sizes: Sequence[int] = QUICK) -> None:
    """Raise `SlowError` for the first text that takes `run` more than linear time."""
    for shape in shapes:
        with Interruption(HANGS):
            _measure_growth(run, shape, sizes)


def _measure_growth(run: Run, shape: Shape, sizes: Sequence[int]) -> None:
    for smaller, larger in pairwise(sizes):
        free = FREE * larger / QUICK[-1]
        took = _time_once(run, shape.build(larger))
        if took <= free or took <= _allow(time_least(run, shape.build(smaller)), smaller, larger):
            continue  # most are, and once will do
        took = time_least(run, shape.build(larger))
        before = time_least(run, shape.build(smaller))
        allowed = max(free, _allow(before, smaller, larger))
        if took > allowed and _is_slow(run, shape, larger, allowed):
            raise SlowError(f"{shape}, {larger} characters: {took:.3f} s, before {before:.4f} s")


def _allow(before: float, smaller: int, larger: int) -> float:
    return before * GROWTH * larger / smaller / 10


def _is_slow(run: Run, shape: Shape, size: int, allowed: float) -> bool:
    """Whether it is slow once more, and goes on to grow: work may set in at a length, once."""
    took = _time_again(run, shape.build(size))
    if took <= allowed:
        return False
    hopeless = HOPELESS * size / QUICK[-1]
    return took > hopeless or _time_again(run, shape.build(size * 4)) > took * GROWTH / 2


def _time_again(run: Run, text: str) -> float:
    """Return the least of several times, short ones too: others may have had the caches."""
    return min(time_least(run, text) for _ in range(4))


def time_least(run: Run, text: str) -> float:
    """Return the CPU seconds of the quickest of some runs of a short text, of one of a long."""
    least = HANGS * 1.0
    for _ in range(3):
        least = min(least, _time_once(run, text))
        if least < FREE / 2 or least > ENOUGH:
            break
    return least


def _time_once(run: Run, text: str) -> float:
    def once() -> None:
        with suppress(*REFUSALS):
            run(text)

    return measure_seconds(once)


class Interruption:
    """Raises `SlowError` where a pattern would go on for hours, after so many CPU seconds.

    A timer of CPU time would tell them, too, but with one Linux counts CPU time in ticks of 4 ms.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = 0.0

    def __enter__(self) -> None:
        self._end = time.process_time() + self._seconds
        self._before = signal.signal(signal.SIGALRM, self._interrupt)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        left = self._end - time.process_time()
        if left <= 0:
            raise SlowError(f"not done after {self._seconds} s")
        signal.setitimer(signal.ITIMER_REAL, max(left, 0.01))


def derive_shapes(pattern: re.Pattern[str]) -> Iterator[Shape]:
    """Yield shapes made of what a pattern itself looks for: parts of a text that it matches."""
    parts = _sample(re._parser.parse(pattern.pattern, pattern.flags))  # type: ignore[attr-defined]  # it has no public name
    heads = ["".join(parts[:length]) for length in range(1, min(len(parts), 16) + 1)]
    for head in heads:
        for unit in {head, head[-1], " "}:
            for tail in ("", "x"):
                yield Shape(unit, "" if unit == head else head, tail)
    yield from (Shape(each, tail="x") for each in dict.fromkeys(parts))


def _sample(parsed: Parsed) -> list[str]:
    """Return the pieces of one text that a parsed pattern matches, more or less."""
    return [piece for name, argument in parsed for piece in _sample_one(str(name), argument)]


def _sample_one(name: str, argument: Any) -> list[str]:
    match argument:
        case int(code) if name == "LITERAL":
            return [chr(code)]
        case list(members) if name == "IN":
            return [_sample_member(*members[0])]
        case (int(least), _most, inner):  # a repetition
            return _sample(inner) * max(1, min(least, 3))
        case (_, list(branches)):
            return max(map(_sample, branches), key=len)
        case (*_, inner) if name == "SUBPATTERN":
            return _sample(inner)
    return ["a"] if name in ("ANY", "NOT_LITERAL") else []


def _sample_member(kind: object, value: object) -> str:
    match str(kind), value:
        case "LITERAL", int(code):
            return chr(code)
        case "RANGE", (int(low), _):
            return chr(low)
        case "CATEGORY", category:
            return CATEGORIES.get(str(category), "-")
    return "a"


CATEGORIES = {"CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "1", "CATEGORY_WORD": "a"}
