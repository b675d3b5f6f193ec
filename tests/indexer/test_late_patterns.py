"""Patterns that come late do what `re`'s own do."""

import re

import pytest

from indexer.late_patterns import LatePattern, compile_late

LATE, EARLY = compile_late(r"(\d+)\s(a)", re.IGNORECASE), re.compile(r"(\d+)\s(a)", re.IGNORECASE)


def test_it_finds_what_a_compiled_one_finds() -> None:
    text = "12 A and 3 a"
    assert LATE.findall(text) == EARLY.findall(text)
    assert [each.span() for each in LATE.finditer(text)] == [(0, 4), (9, 12)]
    assert LATE.sub(r"\2", text) == EARLY.sub(r"\2", text)
    assert LATE.split(text) == EARLY.split(text)
    assert LATE.fullmatch("7 a")
    assert not LATE.match("a 7")
    assert not LATE.search("a")
    assert (LATE.pattern, LATE.flags, LATE.groups) == (EARLY.pattern, EARLY.flags, EARLY.groups)


def test_it_is_compiled_when_it_is_first_used() -> None:
    broken = compile_late("(")
    with pytest.raises(re.error):
        broken.search("text")


def test_what_no_pattern_has_it_does_not_have_either() -> None:
    with pytest.raises(AttributeError):
        LatePattern("a").nothing  # noqa: B018  # asked for is enough
