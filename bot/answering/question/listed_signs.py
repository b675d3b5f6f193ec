"""Tells whether a text has a number, a unit, or a word that a language lists as a sign."""

import re
from collections.abc import Mapping
from functools import cache

from bot.answering.question.mentions import list_numerals, list_ones
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold, unify
from indexer.text.question_words import (
    Kind,
    QuestionWords,
    list_question_languages,
    load_question_words,
)
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import ListName, build_alternatives, load_all_words

_NUMBERS: tuple[ListName, ListName] = ("numbers", "number_signs")  # such as "02 two"
_DIGIT = compile_late(r"\d")
# "25 per month" is no span of time.
_NO_RATE = r"(?!(?:per|pro|je|par|por|al|an?|el|en|o|each|every|v|за|на|в|у)\s)"
_EACH = "".join(  # "£8 per half hour", "every half hour"
    rf"(?<!\b{each}\s)" for each in ("per", "pro", "par", "por", "al", "every", "each", "jede")
)
SYMBOLS: Mapping[str, re.Pattern[str]] = {  # of units; their words are in the lists
    "weights": compile_late(r"\d\s?(?:kg|g|mg|t|lbs?|oz)\b"),
    "distances": compile_late(r"\d\s?(?:mm|cm|dm|km|m|ft|in|mi|yd)\b"),
    "degrees": compile_late(r"\d\s?°"),
    "measures": compile_late(
        r"\d\s?(?:%|(?:[hkM]?Pa|psi|[kM]?Wh?|m?V|m?A|mAh|[kMG]?Hz|[mc]?l|L|km/h|mph|dB|rpm|[kMG]bit/s|[kMG]bps)\b)"
    ),
    "sizes": compile_late(
        r"\d\s?(?:[mck]?m[²³23]?|ft[²2]?|sq|ha|qm|[mcd]?l|L|[kMGT]B)(?!\w)|\d\s?[x×]\s?\d"
    ),
    "durations": compile_late(  # "under-25s" are people, "the 90s" ten years; "0:30" half an hour
        r"(?<![\d:.])0:[0-5]\d\b|"
        r"\d\s?(?:sec|min|h|hrs?|d)\b|\d\ss\b|(?<![-\d])(?<!under )(?<!over )(?<!the )\d{1,3}s\b"
    ),
}

# "Spark plug            6.85": a line of a bill, set with spaces.
_BILLED = compile_late(r"\S(?:\t| {3,})-?((?:\d{1,3}[.,' ])?\d{1,4}[.,]\d\d)\s*$")
_LABELLED_FIGURE = compile_late(r"([^\W\d])(?:\t| {3,})[-+]?\d[\d.,']*\s*$")
_HOUR = compile_late(r"(?:[01]?\d|2[0-4])\.[0-5]\d")

_NUMBER_OF = compile_late(  # "serial no.", "Auftrag Nr."
    r"([^\W\d_]{2,30})\.?[\s-](?:nr\.?|no\.|n\.?[º°]|núm\.|num\.)\s?$", re.IGNORECASE
)
_REACH = 40  # characters before a number
_DIALLED = "+(0"  # what a telephone number opens with, whatever stands before it

_CODES: Mapping[str, re.Pattern[str]] = {  # by the list of what points to them
    "options": compile_late(r"(?<!\S)-{1,2}[A-Za-z]"),
    "displays": compile_late(r"(?<![A-Za-z0-9.])[A-Za-z]{1,2}-?\d{1,4}(?![A-Za-z0-9])"),
}


def find_billed(text: str) -> str:
    """Find the figure with two decimals at the end of a line of a bill; "" if there is none."""
    found = _BILLED.search(text)
    return found[1] if found else ""


def is_labelled_sum(text: str, lists: QuestionWords) -> bool:
    """Return whether a line set with spaces says a sum: "Tax-free amount      11,820"."""
    found = _LABELLED_FIGURE.search(text)
    words = fold(text[: found.end(1)]).split() if found else []
    sums = lists.list_words("things", Kind.AMOUNT.value)
    return any(each in sums for each in words) or bool(words and words[-1].endswith(sums))


@cache
def _list_numbered() -> frozenset[str]:
    """List the things that have a number, in all languages: a bill is often in another."""
    every = map(load_question_words, list_question_languages())
    return frozenset(word for lists in every for word in lists.list_words("signs", "numbered"))


def is_number_of_thing(found: re.Match[str]) -> bool:
    """Return whether a number found in a text is that of a thing: "serial no. 604417".

    An "office no." may be dialled.
    """
    if found[0][0] in _DIALLED:
        return False
    named = _NUMBER_OF.search(found.string[max(0, found.start() - _REACH) : found.start()])
    return named is not None and fold(named[1]) in _list_numbered()


def may_be_hour(figure: str) -> bool:
    """Return whether a figure may be a time of day: "19.30" may, "60.25" is none."""
    return bool(_HOUR.fullmatch(figure))


def measure_unit(text: str, name: str, lists: QuestionWords) -> float:
    return float(
        bool(SYMBOLS[name].search(text))
        or (has_number(text, lists.language) and has_sign(text, name, lists))
    )


def points_to_code(word: str, text: str, lists: QuestionWords) -> bool:
    """Return whether a folded word only points to an option or a code that the text has.

    "What does the -w option do?", "the display shows E2".
    """
    return any(
        word in lists.list_words("signs", each) and pattern.search(text)
        for each, pattern in _CODES.items()
    )


@cache
def compile_years(language: str) -> re.Pattern[str]:
    """Years from one to another, which tell how long: "from 1870 to 1939", "1991–2000"."""
    joints = build_alternatives([*load_question_words(language).through, "-", "–", "—"])
    year = r"(?<![\d.,£$€-])(?:1\d{3}|20\d\d)"
    light = build_alternatives(load_stopwords(language))
    counted = rf"\s?[€£$%]|\s(?!(?:{light})\b)[^\W\d_]"  # a noun of which they are numbers
    return re.compile(rf"{year}\s?(?:{joints})\s?(?:1\d{{3}}|20\d\d)(?![\d-]|{counted})")


def has_number(text: str, language: str) -> bool:
    return bool(_DIGIT.search(text) or compile_numbers(language).search(fold(unify(text))))


@cache
def compile_numbers(language: str) -> re.Pattern[str]:
    words, signs = ([each.split()[-1] for each in load_all_words(name)] for name in _NUMBERS)
    # "Once" is 11 in Spanish only; between signs stand words of any language.
    others = () if load_question_words(language).is_spaced else words
    known = build_alternatives([*others, *list_numerals(language)])
    return re.compile(rf"\b(?:{known})\b|{build_alternatives(signs)}")


def has_sign(text: str, name: str, lists: QuestionWords) -> bool:
    return bool(compile_signs(lists.language, name).search(fold(unify(text))))


@cache
def compile_signs(language: str, name: str) -> re.Pattern[str]:
    lists = load_question_words(language)
    words = build_alternatives(lists.list_words("signs", name))
    # "half-term" is no half, and "sugar-free" costs something.
    return re.compile(rf"(?<!\w)(?<!\w-)(?:{words})(?!-?\w)" if lists.is_spaced else words)


@cache
def compile_spans(language: str) -> re.Pattern[str]:
    """Spans of time: a figure or a numeral, at most one word, a unit."""
    lists = load_question_words(language)
    units = build_alternatives(lists.list_words("signs", "units"))
    numerals = compile_numbers(language).pattern
    end = r"(?!\w)" if lists.is_spaced else ""
    ones, named = build_alternatives(list_ones(lists.language)), lists.list_words("signs", "spans")
    single = rf"(?<![\d€$£]\s)\b(?:{ones})(?:\s+|['’])(?:{units})"
    several = rf"(?:\d|{numerals})[\s-]*(?:{_NO_RATE}[^\W\d]+[\s-]+)?(?:{units})"
    begin = rf"{_EACH}\b" if lists.is_spaced else ""
    return re.compile(rf"(?:{several}|{single}|{begin}(?:{build_alternatives(named)})){end}")
