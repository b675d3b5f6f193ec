"""Decides if a statement cancels, moves, reprices or renames what an earlier one names. Pure.

`The concert has been cancelled` takes the place of `The concert is on 3 May`, and `The rent has
gone up to 700 pounds` of `The rent is 650 pounds`. Both must name the same thing, and the earlier
one must have what changes: a date, an amount, a name.
"""

import re
from collections.abc import Callable

from indexer.text.analyzer import analyze
from indexer.text.dates.finder import has_mention, strip_dates
from indexer.text.languages import detect_language
from indexer.text.word_lists import ListName
from memory.text.statement import (
    Statement,
    find_pattern,
    find_person_words,
    has_meaning,
    is_unspaced,
    list_several_values,
    list_tokens,
)

NUMBER = re.compile(r"\d|[一二三四五六七八九十百千万]")
TOPIC_END = re.compile("[はがを把]")
OWN_SIGNS = re.compile("^(?:(?:我|我们|我們|私|僕|俺|うち)[的の]?)+")
COMPOUNDING = ("de", "nl")
SHORTEST_PART = 4  # letters of a part of a compound
MOST_JOINTS = 2  # letters between them
TRAILING = "已经經被从從的の、，に"


def changes_event(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that a date, an amount or a name in `before` does not hold any more."""
    return any(
        (found := find_pattern(name, now.text)) is not None
        and find_pattern(name, before.text) is None
        and fits(now, before)
        and _is_same_thing(_find_thing(now.text, found), before.text)
        for name, fits in _CHANGES
    ) or _moves_date(now, before)


def _ends_date(_now: Statement, before: Statement) -> bool:
    return has_mention(before.written)


def _has_dates(now: Statement, before: Statement) -> bool:
    return has_mention(now.written) and has_mention(before.written)


def _has_amounts(now: Statement, before: Statement) -> bool:
    """Tell if both have an amount, of the same unit if it is written behind both."""
    here, there = (_find_amount(each) for each in (now.text, before.text))
    return here is not None and there is not None and (here == there or not (here and there))


def _find_amount(text: str) -> str | None:
    """Return the word behind the last number, which may be empty; None without a number."""
    found = re.findall(r"\d[\d.,:]*\s*([^\W\d_]*)", strip_dates(text))
    return found[-1] if found else "" if NUMBER.search(text) else None


def _has_name(_now: Statement, before: Statement) -> bool:
    return find_pattern("naming_patterns", before.text) is not None


_CHANGES: tuple[tuple[ListName, Callable[[Statement, Statement], bool]], ...] = (
    ("cancellation_patterns", _ends_date),
    ("rescheduling_patterns", _has_dates),
    ("repricing_patterns", _has_amounts),
    ("renaming_patterns", _has_name),
)


def _moves_date(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that something with a date has another one now."""
    if not (now.changes and _has_dates(now, before)) or is_unspaced(now.text):
        return False
    return _shares_lead(now, before)


def _find_thing(now: str, found: re.Match[str]) -> str:
    """Return the part of a text that names the thing, which may follow `they cancelled`."""
    named = next((each for each in found.groups() if each), "")
    opening = now[: found.start()]
    if named:
        return named
    if is_unspaced(now) or has_meaning(opening):
        return opening or now
    return now[found.end() :]


def _is_same_thing(thing: str, before: str) -> bool:
    if is_unspaced(thing):
        subject = _find_topic(thing)
        return bool(subject) and _find_topic(before).startswith(subject)
    if find_pattern("other_patterns", thing):
        return False
    language = detect_language(f"{thing} {before}")
    lead, known = _find_lead(thing, language), _find_lead(before, language)
    if not lead:
        return False
    same = lead == known[: len(lead)] or _stands_alone(lead, before, language)
    return same or _is_compound_of(lead[0], before, language)


def _is_compound_of(word: str, before: str, language: str) -> bool:
    """Tell if a word is put together of words in a text: `Arzttermin`, `Termin beim Arzt`."""
    if language not in COMPOUNDING:
        return False
    parts = [each for each in analyze(before, language).terms if len(each) >= SHORTEST_PART]
    inside = {each for each in parts if each in word}
    return len(inside) > 1 and sum(map(len, inside)) >= len(word) - MOST_JOINTS


def _find_topic(text: str) -> str:
    """Return what a Chinese or Japanese text begins with, up to the particle behind it."""
    plain = OWN_SIGNS.sub("", strip_dates(text).replace(" ", ""))
    return TOPIC_END.split(plain)[0].rstrip(TRAILING)


def _find_lead(text: str, language: str) -> list[str]:
    """Return the terms of the words with meaning at the beginning: `the season ticket | costs`."""
    lead: list[str] = []
    for token in list_tokens(text):
        terms = analyze(token, language).terms
        if not terms and lead:
            break
        lead += terms
    return lead


def _stands_alone(lead: list[str], before: str, language: str) -> bool:
    """Tell if a text holds these terms as all that names one thing: not `Ann's party`."""
    words = [analyze(token, language).terms for token in list_tokens(before)]
    flat = [terms[0] if terms else "" for terms in words]
    framed = ["", *flat, ""]
    wanted = ["", *lead]
    return any(framed[at : at + len(wanted)] == wanted for at in range(len(framed)))


def _shares_lead(now: Statement, before: Statement) -> bool:
    several = list_several_values(f"{now.text} {before.text}")
    language = detect_language(f"{now.text} {before.text}")
    here, there = (_find_lead(each.text, language) for each in (now, before))
    first = list_tokens(now.text)[0]
    free = first not in find_person_words() and several.isdisjoint(list_tokens(now.text))
    return free and bool(here) and here[:1] == there[:1]
