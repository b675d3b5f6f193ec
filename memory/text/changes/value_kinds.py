"""Tells of which kind a value is that a correction gives, and finds those of its kind. Pure."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import takewhile

from indexer.text.normalize import fold, unify
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    list_languages,
    load_all_words,
)
from memory.text.statement import is_unspaced

SHORTEST_NAME = 2  # letters
# A digit behind a letter, and no hour: `teapot98`, `A7X2`.
CODED_WORD = re.compile(r"(?i)(?<!\w)(?!\d\d?h\d)(?=[a-z\d]{3,30}(?!\w))\d{0,9}[a-z]+\d[a-z\d]*")
LETTERED = re.compile(r"(?<!\w)[^\W\d_]{3,30} [A-Za-z](?![\w'’])")  # `block D`
IDEOGRAPHS = "[\u4e00-\u9fff]"
SIGNED = re.compile(rf"(?<!{IDEOGRAPHS}){IDEOGRAPHS}{{2,4}}(?!{IDEOGRAPHS})")  # `南口`
MOST_LED = 3  # words behind a small one
FEWEST_SIGNS = 3  # of a phrase
TAIL = 2  # signs of a word that two phrases end with
KANA = re.compile("[ぁ-ん]")
TOPIC = re.compile("[はが]")  # what a sentence is about stands before it
MOST_SLIPS = 2  # signs of a code that may be typed wrongly
SIGN_DAYS = re.compile(r"(?:星期|周|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?")
# With what stands right behind it: 16h, 14th.
NUMBER = re.compile(
    r"(?<![\w.,:/-])\d(?:[\d.,:/]*\d)?(?:[ap]m|[eh]|h\d\d|nd|rd|st|th|[ºª])?(?![\w/-])"
)

Span = tuple[int, int]


def find_spans(right: str, old: str) -> tuple[Span, Span] | None:
    """Find where the one value of a kind stands in a correction, and in what it corrects."""
    kind = find_kind(right)
    if kind == FRAMED:
        return _find_framed(right, old)
    here, there = (list(_KINDS[kind](each)) for each in (right, old)) if kind else ([], [])
    if kind == SIGNS and here:  # `南口` may stand for `北口`
        length, last = len(right), right[-1]
        there = [each for each in there if each[1] - each[0] == length and old[each[1] - 1] == last]
    if kind in (PLACE, LETTER, PHRASE) and here:  # `to Leeds` is not `in Leeds`
        led = fold(unify(right)).split()[0]
        there = [each for each in there if fold(unify(old[slice(*each)])).split()[0] == led]
    if kind == PHRASE:  # of several, none is the one
        here = here[:1] if fold(unify(old)).split().count(led) == 1 else []
    if kind == CODED and here:  # `teapot98` may stand for `teapot99`
        there = [each for each in there if _is_like_code(right, old[slice(*each)])]
    return (here[0], there[0]) if len(here) == len(there) == 1 else None


def _find_framed(right: str, old: str) -> tuple[Span, Span] | None:
    """Find what may stand for a phrase of signs: `对芒果过敏` for the end of `我对花生过敏`.

    Both end with the same word, and the sign before what is new is the same, or nothing.
    """
    sizes = range(len(right) - 1, TAIL - 1, -1)
    size = next((each for each in sizes if old.count(right[-each:]) == 1), 0)
    end = old.find(right[-size:]) if size else 0
    head = old[:end]
    start = head.rfind(right[0])
    if head.count(right[0]) == 1:
        return (0, len(right)), (start, end + size)
    whole = head and not KANA.search(head) and start < 0 and _opens_with_noun(right, size)
    return ((0, len(right)), (0, end + size)) if whole else None


def _opens_with_noun(right: str, size: int) -> bool:
    """Return whether only a Japanese word stands before what two phrases end with."""
    return right[-size:].isalpha() and "ァ" <= right[-1] <= "ー"


def _find_led(text: str) -> Iterator[Span]:
    """Find what ends a text behind a small word: `to cashews`, `aux amandes`."""
    words = list(re.finditer(r"[^\W\d_][\w'’-]*", text))
    if not words or is_small(fold(unify(words[-1][0]))):
        return
    for each in words[-MOST_LED - 1 : -1]:
        if is_small(fold(unify(each[0]))):
            yield each.start(), words[-1].end()


def is_small(word: str) -> bool:
    languages = list_languages("not_words")
    return word.isalpha() and any(word in load_stopwords(each) for each in languages)


def _is_phrase(value: str) -> bool:
    """Return whether a value is one behind a small word, and no time: `for a year`."""
    units = {fold(each.partition(" ")[2]) for each in load_all_words("time_units")}
    timed = not units.isdisjoint(fold(unify(value)).split())
    return not timed and (0, len(value)) in _find_led(value)


def _is_like_code(one: str, other: str) -> bool:
    mine, theirs = fold(one), fold(other)
    slips = sum(a != b for a, b in zip(mine, theirs, strict=False))
    slipped = len(mine) == len(theirs) and slips <= MOST_SLIPS
    return slipped or re.sub(r"\d", "", mine) == re.sub(r"\d", "", theirs)


def _find_dates(text: str) -> Iterator[Span]:
    """Find days of a month: `4 May`, `May 4th`, `4 de mayo`, `5月4日`."""
    folded = fold(unify(text))
    plain = folded if len(folded) == len(text) else text.lower()
    yield from (found.span() for found in _compile_dates().finditer(plain))


@cache
def _compile_dates() -> re.Pattern[str]:
    months = _compile_names("months").pattern
    joins = build_alternatives(load_all_words("of_words"))
    day = r"(?<![\w.,:/-])\d{1,2}(?:st|nd|rd|th|er|[.ºª])?"
    return re.compile(
        rf"{day} (?:(?:{joins}) )?{months}|{months} {day}(?![\w:])|\d{{1,2}}[月]\d{{1,2}}[日号號]"
    )


def _find_weekdays(text: str) -> Iterator[Span]:
    yield from _find_names("weekdays", text)
    yield from (found.span() for found in SIGN_DAYS.finditer(text))


def _find_months(text: str) -> Iterator[Span]:
    return _find_names("months", text)


def _find_numbers(text: str) -> Iterator[Span]:
    yield from (found.span() for found in NUMBER.finditer(text))
    yield from _find_names("numbers", text)


def _find_names(name: str, text: str) -> Iterator[Span]:
    folded = fold(unify(text))
    plain = folded if len(folded) == len(text) else text.lower()
    yield from (found.span() for found in _compile_names(name).finditer(plain))


@cache
def _compile_names(name: str) -> re.Pattern[str]:
    """Match the names of a list of days, months or numbers, in any language with spaces."""
    lists: dict[str, ListName] = {"weekdays": "weekdays", "months": "months", "numbers": "numbers"}
    forms = (fold(each.partition(" ")[2]) for each in load_all_words(lists[name]))
    names = {each for each in forms if len(each) > SHORTEST_NAME and not is_unspaced(each)}
    return re.compile(rf"(?<!\w)(?:{build_alternatives(names)})(?!\w)")


def _find_places(text: str) -> Iterator[Span]:
    """Find names with a word such as `to` before them; a month is no place."""
    for found in _compile_places().finditer(text):
        first, *rest = found["name"].split()
        name = " ".join((first, *takewhile(_is_name, rest)))
        if _is_name(first) and not any(True for find in _VALUES.values() for _each in find(name)):
            yield found.start(), found.start("name") + len(name)


def _is_name(word: str) -> bool:
    return word[:1].isupper()


@cache
def _compile_places() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("place_prepositions"))
    return re.compile(rf"(?<!\w)(?i:{words}) (?=(?P<name>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?))")


def _find_spelled(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    yield from (found.span() for found in pattern.finditer(text))


CODED = "code"
DATE = "date"
PLACE = "place"
LETTER = "letter"
SIGNS = "signs"
PHRASE = "phrase"
FRAMED = "framed"
_VALUES = {"weekday": _find_weekdays, "month": _find_months, "number": _find_numbers}
_KINDS: dict[str, Callable[[str], Iterator[Span]]] = {
    **_VALUES,
    CODED: partial(_find_spelled, CODED_WORD),
    DATE: _find_dates,
    PLACE: _find_places,
    LETTER: partial(_find_spelled, LETTERED),
    SIGNS: partial(_find_spelled, SIGNED),
    PHRASE: _find_led,
}
BARE = (LETTER, SIGNS, PHRASE, FRAMED)  # which may say something where they correct nothing


def find_kind(value: str) -> str:
    """Find of which kind a value is, where it is of one alone; empty otherwise."""
    if len(list(_find_dates(value))) == 1:
        return DATE  # which has a number and a month
    kinds = [name for name, find in _VALUES.items() if any(True for _each in find(value))]
    whole = [(0, len(value))]
    for name in () if kinds else (PLACE, CODED, LETTER, SIGNS):
        if list(_KINDS[name](value)) == whole:
            return name
    return (kinds[0] if len(kinds) == 1 else "") if kinds else _find_kind_of_phrase(value)


def _find_kind_of_phrase(value: str) -> str:
    if is_unspaced(value):
        tells = value[0] in load_all_words("first_person_signs") or TOPIC.search(value)
        return "" if tells or len(value) < FEWEST_SIGNS else FRAMED
    return PHRASE if _is_phrase(value) else ""
