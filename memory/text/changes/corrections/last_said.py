"""Gives what was said last another value, by words that do not name it: `I meant Tuesday`. Pure."""

import re

from indexer.text.normalize import fold, unify
from memory.text.changes.corrections.correction import ValueCorrection, parse_correction
from memory.text.changes.corrections.phrases import FRAMED, PHRASE, Span, find_framed
from memory.text.changes.corrections.unnamed_change import ORDINAL, NewValue, find_new_value
from memory.text.changes.corrections.value_spans import (
    CODED,
    LETTER,
    NUMBERED,
    PLACE,
    SIGNS,
    find_kind,
    list_spans,
    repeat_form,
)
from memory.text.values import LAST_OF_MONTH

MOST_SLIPS = 2  # signs of a code that may be typed wrongly


def correct_last(new: str, old: str) -> str:
    """Return `old` with the one value of a kind that `new` gives; empty if there is not one.

    `old` is what was said right before.
    """
    found = _find_replacement(new, old)
    if found is None:
        return ""
    start, end = found.place
    return f"{old[:start]}{found.text}{old[end:]}"


def find_wrong(new: str, old: str) -> str:
    """Return the value of `old` that `new` corrects, where it is what was said right before."""
    found = _find_replacement(new, old)
    return old[slice(*found.place)] if found else ""


def _find_replacement(new: str, old: str) -> NewValue | None:
    """Find what words put in the place of a value that they do not name; None if it is the same."""
    found = parse_correction(new)
    placed = _place(found, old) if found else find_new_value(new, old)
    if placed is None:
        return None
    wrong = old[slice(*placed.place)]
    right = repeat_form(placed.text, wrong)
    return None if fold(unify(right)) == fold(unify(wrong)) else NewValue(right, placed.place)


def _place(found: ValueCorrection, old: str) -> NewValue | None:
    """Find where a correction belongs that does not say what was wrong."""
    spans = None if found.wrong else _find_spans(found.right, old)
    return NewValue(found.right[slice(*spans[0])], spans[1]) if spans else None


def _find_spans(right: str, old: str) -> tuple[Span, Span] | None:
    """Find where the one value of a kind stands in a correction, and in what it corrects."""
    kind = find_kind(right)
    if kind == PHRASE:
        return None  # `to clarify` looks like `to cashews`
    if kind == FRAMED:
        return find_framed(right, old)
    here, there = (list_spans(kind, each) for each in (right, old)) if kind else ([], [])
    if kind == NUMBERED and any(_is_day_of_month(right, each) for each in here):
        there = [each for each in there if _is_day_of_month(old, each)]
    if kind == SIGNS and here:  # `南口` may stand for `北口`
        length, last = len(right), right[-1]
        there = [each for each in there if each[1] - each[0] == length and old[each[1] - 1] == last]
    if kind in (PLACE, LETTER) and here:  # `to Leeds` is not `in Leeds`
        led = fold(unify(right)).split()[0]
        there = [each for each in there if fold(unify(old[slice(*each)])).split()[0] == led]
    if kind == CODED and here:  # `teapot98` may stand for `teapot99`
        there = [each for each in there if _is_like_code(right, old[slice(*each)])]
    return (here[0], there[0]) if len(here) == len(there) == 1 else None


def _is_day_of_month(text: str, span: Span) -> bool:
    """Tell if a number may be a day of a month: `the 18th`, and not `her 60th`."""
    day = ORDINAL.match(text, span[0])
    return day is not None and int(re.sub(r"\D", "", day[0])) <= LAST_OF_MONTH


def _is_like_code(one: str, other: str) -> bool:
    mine, theirs = fold(one), fold(other)
    slips = sum(a != b for a, b in zip(mine, theirs, strict=False))
    slipped = len(mine) == len(theirs) and slips <= MOST_SLIPS
    return slipped or re.sub(r"\d", "", mine) == re.sub(r"\d", "", theirs)
