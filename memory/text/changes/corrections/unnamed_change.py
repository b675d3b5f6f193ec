"""Finds the value that words give to what was said last, which they do not name. Pure.

`It's gone up to 25` and `nos lo han subido a 760` are about an amount that was told right before,
`it's Thursday now` about a day. What somebody does, doubts, denies or plans gives no value to a
thing.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from indexer.inference.reading import Reading, Word, read_text
from indexer.text.dates.repeats import recurs
from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import is_question
from indexer.text.word_lists import ListName, load_all_words
from memory.text.ages import find_ages
from memory.text.assertion import is_meant, is_unsure
from memory.text.changes.corrections.amounts import may_become
from memory.text.changes.corrections.phrases import Span
from memory.text.changes.corrections.value_spans import (
    DATE,
    NUMBERED,
    WEEKDAY,
    find_kind,
    list_spans,
)
from memory.text.changes.event_change import list_change_words, tells_change
from memory.text.naming import list_naming, read_both
from memory.text.persons import find_heads
from memory.text.quotation import opens_with_quotation
from memory.text.statement import (
    find_pattern,
    find_person_words,
    is_addition,
    is_unspaced,
    parse_statement,
)
from memory.text.values import names_thing

LONGEST = 120  # characters of such words
# In English; elsewhere a thing may be a he: `il a augmenté`.
SOMEBODY = ("pers:he", "pers:she")
# What leads to an hour, or stands right behind it.
HOUR = re.compile(r"(?<!\w)(?:alle|as|at|las|om|um|às)\s$", re.IGNORECASE)
CLOCK = re.compile(r"\s?(?:[ap]m|h|uhr|uur|o['’]clock)(?!\w)", re.IGNORECASE)
# The point of `den 11.` ends no sentence: more stands behind it.
ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th|er|[ºª]|\.(?=\s\w))(?!\w)")
MOVING: ListName = "rescheduling_patterns"
HOURLY = "hour"
TIMED = re.compile(r"(?:[01]?\d|2[0-3])[.:h][0-5]\d")  # `9.40`
YEAR = re.compile(r"(?<![\w.,])(?:19|20)\d\d(?![\w.,]\d)(?!\w)")
NUMBERING = frozenset(("born", "key_code", "number", "password"))
AMOUNT = "amount"
UNIT = re.compile(r"\s?(?:(?:an?|each|per|pro|im|al|por|par|в) )?([^\W\d_]+)")


class NewValue(Struct, frozen=True):
    text: str
    place: Span  # of the value that it takes the place of


def find_new_value(said: str, old: str) -> NewValue | None:
    """Find the value, if `old` has one of the same kind and unit."""
    kind = find_kind(said) if _may_change(said) else ""
    if not kind or not _may_give(kind, said, old):
        return None
    here, there = (list_spans(kind, each) for each in (said, old))
    if kind == NUMBERED and len(here) == 1:
        there = [each for each in there if _is_counted_alike(said, here[0], old, each)]
    if not len(here) == len(there) == 1 or not _names_nothing(said, old, here[0]):
        return None
    return NewValue(said[slice(*here[0])], there[0])


def _counts_the_same(said: str, old: str) -> bool:
    """Tell if the one number of each is followed by the same unit: `100 a month`, `40 g`."""
    spans = [(each, list_spans(NUMBERED, each)) for each in (said, old)]
    if any(len(found) != 1 for _text, found in spans):
        return False
    mine, theirs = (_find_unit(text, found[0]) for text, found in spans)
    return bool(mine) and mine == theirs


def _may_change(said: str) -> bool:
    """Tell if words are a short and plain statement of a change."""
    if len(said) > LONGEST or is_unspaced(said) or is_question(said):
        return False
    if opens_with_quotation(said):
        return False
    statement = parse_statement(said)
    anew = statement.changes or tells_change(statement.text)
    return anew and not is_addition(said) and is_meant(said)


def _may_give(kind: str, said: str, old: str) -> bool:
    """Tell if such a change may give a value of a kind to what was said.

    `It's the 3rd now` may say which day it is, and `it's 9 now` anything.
    """
    text = parse_statement(said).text
    dated = any(list_spans(each, old) for each in (DATE, WEEKDAY) if each != kind)
    if find_pattern(MOVING, text):
        return kind == NUMBERED or (kind in (DATE, WEEKDAY) and not dated)
    if find_pattern("repricing_patterns", text):
        return kind == NUMBERED and _is_priced(old)
    if kind == NUMBERED:
        return _counts_the_same(said, old)
    return kind == WEEKDAY and not dated and recurs(old)


def _is_priced(old: str) -> bool:
    """Tell if a number may go up or down: it is no year, age or code."""
    before = parse_statement(old)
    aged = find_ages(before) or any(map(_is_of_own_age, before.clauses))
    if YEAR.search(old) or aged:
        return False
    return not any(each.topics & NUMBERING for each in read_text(old).words)


def _is_of_own_age(clause: Sequence[str]) -> bool:
    """Tell if a clause begins with `I am 30`."""
    first, third = clause[:1], clause[2:3]
    verbs = read_text(" ".join(clause[1:2])).words
    own = not find_person_words().isdisjoint(first) and any(map(str.isdecimal, third))
    return own and not any("pay" in each.topics for each in verbs)  # `I pay 30`


def _names_nothing(said: str, old: str, value: Span) -> bool:
    """Tell if words name nothing, and are of somebody only where `old` is."""
    if find_pattern("other_patterns", fold(unify(said))):
        return False
    mine, theirs = read_both(said, old)
    if any(map(_is_left_open, mine.words)) or _is_of_other_owner(mine, theirs):
        return False
    person = any(each.has(mark) for each in mine.words for mark in SOMEBODY)
    if (
        person
        and mine.language == "en"
        and not (find_heads(theirs) or any(each.is_name for each in theirs.words))
    ):
        return False
    silent = _list_silent(said, value)
    return all(fold(each.text) in silent for each in list_naming(mine))


def _is_of_other_owner(mine: Reading, theirs: Reading) -> bool:
    """Tell if it is of the speaker's, and what was said of another's: `mine's gone up`."""
    return any(each.has("poss:speaker") for each in mine.words) and bool(find_heads(theirs))


def _list_silent(said: str, value: Span) -> frozenset[str]:
    """List the words that say what changes, and how much of what: `gone up`, `now`, `25 euros`."""
    unit = UNIT.match(said, value[1])
    counted = _list_words(f"{said[slice(*value)]} {unit[1] if unit else ''}")
    changing = list_change_words(parse_statement(said).text)
    return changing | counted | frozenset(map(fold, load_all_words("now")))


def _is_left_open(word: Word) -> bool:
    """Tell if a word denies or plans, or is what the speaker, or another one, does or has."""
    speaks = word.has("pers:speaker") and not word.has("pers:clitic")
    return speaks or word.has("poss:other") or is_unsure(word)


def _list_words(text: str) -> frozenset[str]:
    return frozenset(fold(each.text) for each in read_text(text).words)


def _is_counted_alike(said: str, here: Span, old: str, there: Span) -> bool:
    """Tell if both are hours, days or amounts, and what is counted, if it is said, is the same.

    What is moved gets no amount, and what costs more no hour.
    """
    moved = find_pattern(MOVING, parse_statement(said).text) is not None
    timed = moved and TIMED.fullmatch(said[slice(*here)])
    sorts = [HOURLY if timed else _find_sort(said, here), _find_sort(old, there)]
    if sorts[0] != sorts[1] or moved == (sorts[0] == AMOUNT):
        return False
    if sorts[0] == AMOUNT and not may_become(said, said[slice(*here)], old[slice(*there)]):
        return False
    mine, theirs = (_find_unit(*each) for each in ((said, here), (old, there)))
    return not mine or mine == theirs


def _find_sort(text: str, span: Span) -> str:
    """Return if a number is an hour, a day of a month or an amount."""
    dated = any(start <= span[0] < end for start, end in list_spans(DATE, text))
    if dated or ORDINAL.match(text, span[0]):
        return DATE
    return HOURLY if _is_hour(text, span) else AMOUNT


def _is_hour(text: str, span: Span) -> bool:
    led = HOUR.search(text[: span[0]]) is not None
    value = text[slice(*span)]  # which may have its `pm`
    clock = ":" in value or CLOCK.search(value) or CLOCK.match(text, span[1])
    return led or bool(clock)


def _find_unit(text: str, span: Span) -> str:
    """Return what is counted right behind a number: `euros`, not `already`."""
    found = UNIT.match(text, span[1])
    words = read_text(text).words if found else ()
    units = (fold(each.text) for each in words if each.has("unit") or names_thing(each))
    return found[1] if found and fold(found[1]) in units else ""
