"""Finds the days of the week and the months that a text names, ranges and "daily" included."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct

from indexer.text.normalize import fold, unify
from indexer.text.question_words import ENGLISH, QuestionWords, load_question_words
from indexer.text.word_lists import build_alternatives, load_words

DAYS, MONTHS = 7, 12
WEEKEND = frozenset(range(5, DAYS))
ABBREVIATED = 3  # letters, at most, of a day's abbreviation
_CELLS = re.compile(r"(?<!\s)\s*+\|\s*+")  # a day may be a cell's only sign: "|木|"
KEPT = 4096  # texts


class Calendar(Struct, frozen=True):
    """Days (0 is Monday) and months (0 is January) that a text names."""

    days: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.days or self.months)

    def __or__(self, other: "Calendar") -> "Calendar":
        return Calendar(self.days | other.days, self.months | other.months)


NEVER = Calendar()


@lru_cache(maxsize=KEPT)
def find_calendar(text: str, language: str) -> Calendar:
    """Find what `text` names, read by the words of `language`."""
    lists, folded = load_question_words(language), _CELLS.sub("|", fold(unify(text)))
    days = _find_all(folded, language, "days", DAYS)
    for name, meant in (
        ("workdays", range(5)),
        ("weekend", WEEKEND),
        ("daily", range(DAYS)),
    ):
        if any(_has_word(folded, each, lists) for each in lists.list_words("calendar", name)):
            days |= frozenset(meant)
    months = _find_all(folded, language, "months", MONTHS) | _find_led(text, language)
    return Calendar(days, months)


def find_calendar_word(word: str, text: str, language: str) -> Calendar:
    """Find what a word of `text` names; alone each abbreviation would be one, as in a cell.

    Portuguese `ter` is a verb, but for the list of days that it stands in.
    """
    named = find_calendar(word, language)
    if not named or len(word) > ABBREVIATED:
        return named
    there = find_calendar(text, language)
    return named if named.days <= there.days and named.months <= there.months else NEVER


def _has_word(text: str, word: str, lists: QuestionWords) -> bool:
    return word in text and (
        not lists.is_spaced or bool(re.search(rf"\b{re.escape(word)}\b", text))
    )


def _find_all(text: str, language: str, name: str, size: int) -> frozenset[int]:
    names = _load_names(language, name)
    if not names:
        return frozenset()
    found = [
        (each.start(), each.end(), names[each[0]])
        for each in _compile(language, name).finditer(text)
    ]
    numbers = {number for _, _, number in found}
    for (_, end, first), (start, _, last) in pairwise(found):
        if _is_range(text[end:start], language):
            numbers.update((first + step) % size for step in range((last - first) % size))
    return frozenset(numbers)


def _is_range(between: str, language: str) -> bool:
    bare = between.strip(" .")
    return bool(re.fullmatch(r"[-–—~〜～]", bare)) or bare in load_question_words(language).through


@cache
def _load_names(language: str, name: str) -> dict[str, int]:
    groups: Sequence[Sequence[str]] = load_question_words(language).lists["calendar"][name]
    return {fold(unify(word)): number for number, group in enumerate(groups) for word in group}


@cache
def _compile(language: str, name: str) -> re.Pattern[str]:
    """Names as whole words; abbreviations and "may" only beside a dash, a stop or a figure."""
    names = _load_names(language, name)
    if not load_question_words(language).is_spaced:
        return re.compile(build_alternatives(names))
    most = ABBREVIATED if name == "days" or language == ENGLISH else 2
    elided = build_alternatives([each for each in names if each.endswith("-")])
    whole = [each for each in names if not each.endswith("-")]
    long = build_alternatives([each for each in whole if len(each) > most])
    short = build_alternatives([each for each in whole if len(each) <= most])
    beside = r"(?=\s*(?:[-–—.:,?/&+|]|\d|$))"
    part = rf"|\b(?:{elided})(?!\w)" if elided else ""  # "Sonn- und Feiertage"
    return re.compile(rf"\b(?:{long})\b|(?<![\w])(?:{short}){beside}{part}")


def _find_led(text: str, language: str) -> frozenset[int]:
    """Find the short months behind a word that leads to a date, as they are written: "in May"."""
    names, led = _load_names(language, "months"), _compile_led(language)
    found = led.findall(unify(text)) if led else ()
    return frozenset(names[fold(each)] for each in found)


@cache
def _compile_led(language: str) -> re.Pattern[str] | None:
    """The month of May in English: "may" in small letters is a verb, as in "come in may wait"."""
    if language != ENGLISH:
        return None
    leading = set(load_words("date_openers", language)) - set(load_words("this_words", language))
    before = "|".join(rf"(?<=\b{re.escape(each)} )" for each in sorted(leading))
    return re.compile(rf"(?i:{before})(May)\b")
