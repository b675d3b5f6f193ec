"""Reads a note whose date was resolved as if it named that date in the person's words. Pure.

Who says `next Friday` may find `on 27 November` noted. A comparison of words sees another number
there, although it is the same day. Not so where they say no more than `before Friday`, name two
days, or one of no year in particular, as who was born on 5 March does.
"""

import re
from datetime import date, datetime, timedelta

from indexer.inference.reading import read_text
from indexer.text.dates.finder import NamedMention, find_mention, find_named
from indexer.text.dates.grammar import list_grammars
from indexer.text.dates.of_month import find_days_of_month, names_month
from indexer.text.dates.offsets import Span, fold_text
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify

_MONTH = timedelta(31)
_BOUNDS = frozenset(
    ("conj:or", "rel:about", "rel:after", "rel:against", "rel:ahead", "rel:before", "rel:until")
)
_PLAN = "mod:plan"
_NUMBER = "9753"  # in place of a day: any, which `around` may stand before


def name_dates_as_said(note: str, said: str, moment: datetime) -> str:
    """Return `note` with its date in the words of `said`, if both name the same one.

    `moment` is when it was said, in the person's time zone.
    """
    noted, named = find_named(note, moment), find_named(said, moment)
    if noted is None or named is None or noted.mention != named.mention:
        return note
    there, here = _locate(note, noted), _locate(said, named)
    if _is_of_any_time(said, here, moment) or _names_another(said, here, moment):
        return note
    if not _list_bounds(said, here) <= _list_bounds(note, there):
        return note
    words = said[slice(*here)]
    if there[0] and not here[0]:  # the capital of a beginning is none of a name
        words = f"{words[:1].lower()}{words[1:]}"
    return _replace(note, there, words)


def _locate(text: str, named: NamedMention) -> Span:
    """Return where a mention stands in `text` itself."""
    origins = fold_text(text).origins
    return origins[named.start], origins[named.end]


def _replace(text: str, span: Span, words: str) -> str:
    return f"{text[: span[0]]}{words}{text[span[1] :]}"


def _is_of_any_time(said: str, span: Span, moment: datetime) -> bool:
    """Tell if it is a day of every month, or of every year and not planned: `born on 5 March`."""
    words = said[slice(*span)]
    if _is_of_every_month(words):
        return True
    days = [find_mention(said, moment + step) for step in (-_MONTH, _MONTH)]
    planned = any(each.has(_PLAN) for each in read_text(said).words)
    dated = re.search(r"\d{4}", words) is not None
    return find_mention(said, moment) in days and not (planned or dated)


def _is_of_every_month(words: str) -> bool:
    """Tell if words name a day of a month, and not of which one: `at the end of the month`."""
    folded, any_day = fold(unify(words)), date(2000, 1, 3)
    return any(
        next(find_days_of_month(folded, any_day, each), None) and not names_month(folded, each)
        for each in list_grammars(folded, detect_language(words), dated=True)
    )


def _names_another(said: str, span: Span, moment: datetime) -> bool:
    """Tell if words name another day besides: `on Sunday, Tom's is next Friday`."""
    day, other = find_mention(said, moment), find_mention(_replace(said, span, ","), moment)
    return other is not None and day is not None and other.period != day.period


def _list_bounds(text: str, span: Span) -> frozenset[str]:
    """List what stands round a day so that it need not be that one: `before`, `or`."""
    words = read_text(_replace(text, span, f" {_NUMBER} ")).words
    at = next((each.place for each in words if each.text == _NUMBER), 0)
    beside = (words[at].relations, *(each.marks for each in words[at + 1 : at + 2]))
    return frozenset[str]().union(*beside) & _BOUNDS
