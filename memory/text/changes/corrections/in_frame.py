"""Finds the value that words give to what they do not name, in the same frame. Pure.

`It's Thursday at 3 now` is of what has a day, `I'm on the 8.05 these days` of the train that the
speaker takes, and `scrap that, we're going to Madeira` of the journey that they told of.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.dates.grammar import build_grammar
from indexer.text.dates.tense import is_past
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words
from memory.text.assertion import is_unsure
from memory.text.changes.corrections.moments import find_moment, list_days, list_hours
from memory.text.changes.corrections.phrases import Span
from memory.text.changes.corrections.unnamed_change import (
    NewValue,
    list_silent,
    may_change,
    names_nothing,
)
from memory.text.changes.corrections.value_spans import (
    PLACE,
    is_repeated_day,
    list_spans,
    repeat_form,
)
from memory.text.naming import is_like, list_naming, read_both
from memory.text.persons import find_heads
from memory.text.qualifier import is_passing
from memory.text.statement import CLAUSE, parse_statement, strip_repetition

SPEAKER = ("pers:speaker", "pers:we")
WITH, WITHOUT = "rel:with", "neg:without"
PLANNED = "mod:plan"  # `going to`
BEGINNING = 2  # words
OPENING = 4  # words: `in August we`
# `the 8.05`
DEPARTURE = re.compile(
    r"(?<!\w)(?P<led>[^\W\d_]{1,3}) (?P<clock>(?:[01]?\d|2[0-3])[.:h][0-5]\d)(?!\w|[.:]\d)"
)


def find_in_frame(said: str, old: str) -> NewValue | None:
    """Find the value, if `old` has one in the same frame; nothing of one day alone."""
    if not may_change(said) or is_passing(said):
        return None
    plain = _drop_lead(strip_repetition(said))
    return (
        _find_moment(plain, old)
        or _find_departure(plain, old)
        or _find_opposite(plain, old)
        or (_find_destination(plain, old) if parse_statement(said).corrects else None)
    )


def _drop_lead(said: str) -> str:
    """Return words without a first clause that names nothing: `they rang`."""
    found = CLAUSE.search(said)
    lead, rest = (said[: found.start()], said[found.end() :]) if found else ("", said)
    words = read_text(lead, read_text(said).language).words
    opens = any(each.has("pers") or "have" in each.topics for each in words[:1])
    return rest if rest and opens and not any(map(_names, words)) else said


def _names(word: Word) -> bool:
    named = word.is_led or word.is_name or word.is_number
    return named or any(word.has(each) for each in ("kin", "poss", "day"))


def _find_moment(said: str, old: str) -> NewValue | None:
    """Find a day and its hour, for a day that may have one: `Thursday at 3` for `Tuesday`."""
    moment, days, hours = find_moment(said), list_days(old), list_hours(old)
    place = find_moment(old) if hours else days[0] if len(days) == 1 else None
    if moment is None or place is None or not names_nothing(said, old, moment):
        return None
    day = said[slice(*list_days(said)[0])]
    known = old[slice(*days[0])]
    text = said[slice(*moment)]
    return NewValue(text.replace(day, _write_day(day, known)), place)


def _write_day(day: str, like: str) -> str:
    return repeat_form(day, like) if is_repeated_day(like) else day


def _find_departure(said: str, old: str) -> NewValue | None:
    """Find by which train or bus the speaker goes, as both say it: `the 7.42`."""
    here, there = (list(DEPARTURE.finditer(each)) for each in (said, old))
    if not len(here) == len(there) == 1 or fold(here[0]["led"]) != fold(there[0]["led"]):
        return None
    span = here[0].span("clock")
    if not _speak_both(said, old) or not _say_little(said, span):
        return None
    return NewValue(here[0]["clock"], there[0].span("clock"))


def _find_destination(said: str, old: str) -> NewValue | None:
    """Find where the speaker goes, behind the same word in both: `to Madeira`, `en Bretagne`."""
    here, there = (list_spans(PLACE, each) for each in (said, old))
    if not len(here) == len(there) == 1 or not _speak_both(said, old):
        return None
    if _is_past(said) != _is_past(old) or _says_more(said[here[0][1] :]):
        return None
    value, known = said[slice(*here[0])], old[slice(*there[0])]
    same = fold(unify(value)).split()[0] == fold(unify(known)).split()[0]
    return NewValue(value, there[0]) if same and _say_little(said, here[0]) else None


def _is_past(text: str) -> bool:
    return is_past(fold(unify(text)), build_grammar(guess_language(text)))


def _says_more(text: str) -> bool:
    """Tell if words behind a place say more than that it is another: `twice`, not `instead`."""
    return any(each.term or each.is_figure for each in read_text(text).words)


def _find_opposite(said: str, old: str) -> NewValue | None:
    """Find what the speaker has something without that was with it: `without sugar`."""
    mine, theirs = read_both(said, old)
    here, there = (_list_with(each) for each in (mine, theirs))
    if not len(here) == len(there) == 1 or find_heads(theirs) or _is_of_another(mine):
        return None
    (link, thing), (known, other) = here[0], there[0]
    opposed = link.has(WITHOUT) != known.has(WITHOUT) and is_like(thing, other, mine.language)
    named = [each for each in list_naming(mine) if fold(each.text) not in _load_now()]
    place = old.find(f"{known.text} {other.text}")
    if not opposed or named != [thing] or place < 0:
        return None
    return NewValue(f"{link.text} {thing.text}", (place, place + len(f"{known.text} {other.text}")))


def _list_with(reading: Reading) -> list[tuple[Word, Word]]:
    """List what something is with or without, each behind the word for it."""
    pairs = pairwise(reading.words)
    return [(one, two) for one, two in pairs if one.has(WITH) or one.has(WITHOUT)]


def _is_of_another(reading: Reading) -> bool:
    """Tell if it is another who has it so, if it is only supposed, or if something has run out."""
    words = [each for each in reading.words if not each.has(WITHOUT)]
    others = any(each.has(mark) for each in words for mark in ("pers:he", "pers:she", "poss"))
    return others or any(is_unsure(each) or "be" in each.topics for each in words)


@cache
def _load_now() -> frozenset[str]:
    return frozenset(map(fold, load_all_words("now")))


def _speak_both(said: str, old: str) -> bool:
    mine, theirs = read_both(said, old)
    spoken = _speaks(mine, BEGINNING) and _speaks(theirs, OPENING)
    return spoken and not find_heads(theirs)


def _speaks(reading: Reading, most: int) -> bool:
    """Tell if the speaker is among the first words of a text."""
    return any(_is_speaker(each) for each in reading.words[:most])


def _is_speaker(word: Word) -> bool:
    return any(word.has(each) for each in SPEAKER) and not word.has("pers:clitic")


def _say_little(said: str, value: Span) -> bool:
    """Tell if words of the speaker are sure, and name nothing but a value."""
    reading = read_text(said)
    if any(map(is_unsure, _leave_going(reading.words))):
        return False
    silent = list_silent(said, value)
    return all(fold(each.text) in silent for each in list_naming(reading))


def _leave_going(words: Sequence[Word]) -> list[Word]:
    return [each for each in words if not (each.has(PLANNED) or _is_speaker(each))]
