"""Tells what a text says of spans of time: from when, until when, what age, in which units."""

from collections.abc import Mapping
from functools import lru_cache

from bot.answering.question.meanings import NONE, find_day_part, find_meanings, is_negated
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.lexicon import UNSPACED, load_lexicon
from indexer.inference.reading import Word, read_text
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import load_question_words

KEPT = 1024
_AGES = frozenset(("unit:y", "unit:mo", "unit:wk"))
_AGE_WORDS = frozenset(("age", "old"))
_CLOCK = frozenset(("unit:h", "unit:min"))
_TIMES = _AGES | _CLOCK | {"unit:d"}
# What stands before a time that begins something, and before one that ends it.
BOUNDS: Mapping[str, frozenset[str]] = {
    "since": frozenset(("rel:from", "rel:since", "rel:after")),
    "until": frozenset(("rel:until", "rel:to", "rel:before")),
}
_UNTIL = "rel:until"
_DUE = frozenset((_UNTIL, "rel:by"))
_AROUND = frozenset(("rel:after", "rel:before"))


def says_until(text: str, language: str) -> bool:
    """Return whether a text tells until when something lasts: "until May", "ends in May"."""
    words = read_text(text, language).words
    return any(_ends_span(each) or "end" in each.topics for each in words)


def tells_when_due(text: str, language: str) -> bool:
    """Return whether a text tells by when something must be done, which need not last till then."""
    words = read_text(text, language).words
    return any(each.relations >= _DUE and _is_time(each) for each in words)


def lasts_until_season(text: str, language: str) -> bool:
    """Return whether a text tells until which season or feast something lasts: "till Christmas".

    A part of the day tells nothing ("don't wait till morning"), nor does what is not so until then.
    """
    if is_negated(text, language):
        return False
    seasons = load_question_words(language).list_words("calendar", "seasons")
    ends = (each for each in read_text(text, language).words if _UNTIL in each.relations)
    return any(
        fold(each.text) in seasons and not find_day_part(each.text, language) for each in ends
    )


def _ends_span(word: Word) -> bool:
    """Return whether it stands behind "until"; "by" may also tell how: "by radio"."""
    until = _UNTIL in word.relations
    return until and ("rel:by" not in word.relations or _is_time(word))


def cut_around(text: str, language: str) -> str:
    """Cut the words behind "after" and "before"; without such, return the text as it is."""
    words = read_text(text, language).words
    left = [each.text for each in words if _AROUND.isdisjoint(each.relations | each.marks)]
    space = "" if language in UNSPACED else " "
    return text if len(left) == len(words) else space.join(left)


def tells_other_bound(bound: str, text: str, language: str) -> bool:
    """Return whether a text tells only the other end of a span of time than `bound`."""
    times = (each.relations for each in read_text(text, language).words if _is_time(each))
    named = frozenset().union(*times)
    others = (named & marks for end, marks in BOUNDS.items() if end != bound)
    return any(others) and named.isdisjoint(BOUNDS[bound])


def _is_time(word: Word) -> bool:
    """Return whether it names a time, but not as a part of a date: the month in "2 de mayo"."""
    return (word.is_number or word.sense.is_anchor) and "rel:of" not in word.relations


@lru_cache(maxsize=KEPT)
def names_age(text: str, language: str) -> bool:
    """Return whether a text has a number of years, months or weeks: "from six years"."""
    found = find_quantities(read_text(text, language))
    return any(each.unit in _AGES for each in found)


def asks_age(words: str, language: str) -> bool:
    """Return whether the words by which a question asks are of an age: "how old"."""
    return any(find_meanings(each, language) & _AGE_WORDS for each in words.split())


@lru_cache(maxsize=KEPT)
def tells_age(word: str, language: str) -> bool:
    """Return whether a word may be of an age: the "year" or the "old" of "3 year old"."""
    meanings = load_lexicon(language).words.get(fold(word), NONE)
    return not meanings.isdisjoint(_AGE_WORDS | {"unit:y"})


def is_in_longer_units(text: str, asked: str, language: str) -> bool:
    """Return whether hours, say, are `asked` for, and a text tells only weeks, months or years."""
    clock = bool(list_units_of_time(asked, language) & _CLOCK)
    found = {each.unit for each in find_quantities(read_text(text, language))} & _TIMES
    return clock and bool(found) and found <= _AGES


def list_units_of_time(asked: str, language: str) -> frozenset[str]:
    """List the units of time among the words that ask: of "how many minutes" but one."""
    words = load_lexicon(language).words
    return frozenset(
        unit for each in tokenize(asked) for unit in words.get(fold(each), ()) if unit in _TIMES
    )
