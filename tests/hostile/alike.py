"""Leaves out hostile texts that a pattern cannot tell from others: `a` or `é`, if it names `1`."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, partial
from itertools import chain
from typing import Any

from tests.hostile.linear import Shape, derive_shapes, list_shapes


def choose_shapes(pattern: re.Pattern[str]) -> Iterator[Shape]:
    """Yield the shapes with a tail, and those made for a pattern, that are not alike to it."""
    common = (each for each in list_shapes() if each.tail)
    yield from drop_alike(pattern, chain(common, derive_shapes(pattern)))


def drop_alike(pattern: re.Pattern[str], shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield the first of all shapes whose units are alike to a pattern."""
    parsed = re._parser.parse(pattern.pattern, pattern.flags)  # type: ignore[attr-defined]  # it has no public name
    named = set(_list_ranges(parsed))
    ranges = sorted(pair for pair in named if pair[0] < pair[1])
    tell = cache(partial(_tell, {first for first, last in named if first == last}, ranges))
    narrow = bool(pattern.flags & re.ASCII)
    seen = set[object]()
    for shape in shapes:
        text = shape.head + shape.unit
        told = tuple((narrow and each.isascii(), tell(each)) for each in text)
        key = (told, *map(text.index, text), len(shape.unit), shape.tail)
        if key not in seen:
            seen.add(key)
            yield shape


def _list_ranges(parsed: Any) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of all characters that a parsed pattern names together."""
    match parsed:
        case (name, int(code)) if str(name) in ("LITERAL", "NOT_LITERAL"):
            yield code, code
        case (name, (int(first), int(last))) if str(name) == "RANGE":
            yield first, last
        case str() | int() | None:
            pass
        case _:
            for each in parsed:
                yield from _list_ranges(each)


def _tell(named: Set[int], ranges: Sequence[tuple[int, int]], character: str) -> object:
    """Return all that a pattern sees of a character: itself if it is named, and its classes."""
    cases = {ord(each) for each in (character, *character.lower(), *character.upper())}
    itself = "" if named.isdisjoint(cases) and character != "\n" else character
    within = tuple(any(first <= each <= last for each in cases) for first, last in ranges)
    kinds = (character.isalnum(), character.isdecimal(), character.isspace(), character == "_")
    return itself, within, kinds
