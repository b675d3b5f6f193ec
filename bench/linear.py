"""Measures whether the CPU time of every pattern and text function grows with the text alone.

Each takes 100 kB and 1 MB of hostile text: at most 15 times as long for ten times as much. Short
texts choose the shapes that take it longest and those that grow most (`--shapes`, 3 of each);
`--all` measures every shape, which takes a day. One line each; exit code 1 if one grows faster.
"""

import argparse
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from adapters.matrix.content import build_message
from adapters.web.marks import build_tree
from bot.citations.check import check_citations
from tests.hostile.functions import EXEMPT, find_text_functions
from tests.hostile.linear import (
    FREE,
    GROWTH,
    QUICK,
    Interruption,
    Run,
    Shape,
    SlowError,
    derive_shapes,
    list_shapes,
    time_least,
)
from tests.hostile.patterns import find_patterns

SMALL, LARGE = 100_000, 1_000_000  # characters
HANGS = 600  # seconds for one shape
SHORT = FREE * SMALL / QUICK[-1]  # seconds at 1 MB that are too short to compare


class Subject(Struct, frozen=True):
    """A pattern or function, and the texts that may be bad for it."""

    place: str
    run: Run
    shapes: tuple[Shape, ...]


class Growth(Struct, frozen=True):
    shape: Shape
    before: float  # CPU seconds
    after: float

    @property
    def ratio(self) -> float:
        return self.after / max(self.before, SHORT / GROWTH)

    @property
    def is_linear(self) -> bool:
        return self.after <= SHORT or self.ratio <= GROWTH


def main() -> int:
    options = _parse_options()
    logging.disable(logging.CRITICAL)
    subjects = [each for each in list_subjects() if options.only in each.place]
    fast = [_report(each, 0 if options.all else options.shapes) for each in subjects]
    print(f"{len(fast)} patterns and functions, {fast.count(False)} grow faster than their text")
    return 0 if fast and all(fast) else 1


def list_subjects() -> Iterator[Subject]:
    common = tuple(list_shapes())
    for pattern in find_patterns():
        yield Subject(pattern.place, pattern.run, (*common, *derive_shapes(pattern.pattern)))
    for function in find_text_functions():
        if function.place not in EXEMPT:
            yield Subject(function.place, function.run, common)
    yield Subject("bot.citations.check.check_citations", _check_citations, common)
    for renderer in (build_message, build_tree):
        yield Subject(f"{renderer.__module__}.{renderer.__name__}", renderer, common)


def _check_citations(text: str) -> object:
    return check_citations(text, [])


def _report(subject: Subject, shapes: int) -> bool:
    """Measure and print the worst shape; return whether it is linear."""
    try:
        worst = max(_measure(subject, shapes), key=_compute_badness)
    except SlowError as error:
        print(f"SLOW {subject.place}: {error}", flush=True)
        return False
    print(
        f"{'ok  ' if worst.is_linear else 'SLOW'} {subject.place}: x{worst.ratio:.1f},"
        f" {worst.before:.3f} -> {worst.after:.3f} s, {worst.shape}",
        flush=True,
    )
    return worst.is_linear


def _measure(subject: Subject, shapes: int) -> Iterator[Growth]:
    for shape in _choose_shapes(subject, shapes) if shapes else subject.shapes:
        with Interruption(HANGS):
            growth = _compare(subject.run, shape, SMALL, LARGE)
            # Another process may have had the cache; what is worse twice is worse.
            yield growth if growth.is_linear else _compare(subject.run, shape, SMALL, LARGE)


def _choose_shapes(subject: Subject, number: int) -> list[Shape]:
    with Interruption(HANGS):
        screened = [_compare(subject.run, each, *QUICK) for each in subject.shapes]
    orders: tuple[Callable[[Growth], float], ...] = (
        lambda growth: growth.after,
        lambda growth: growth.after / max(growth.before, 1e-6),
    )
    chosen = (each for order in orders for each in sorted(screened, key=order)[-number:])
    return list(dict.fromkeys(each.shape for each in chosen))


def _compare(run: Run, shape: Shape, smaller: int, larger: int) -> Growth:
    measure = partial(time_least, run)
    return Growth(shape, measure(shape.build(smaller)), measure(shape.build(larger)))


def _compute_badness(growth: Growth) -> tuple[bool, float]:
    return not growth.is_linear, growth.ratio


def _parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the names to measure")
    parser.add_argument("--shapes", type=int, default=3, help="shapes of either kind")
    parser.add_argument("--all", action="store_true", help="measure every shape")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
