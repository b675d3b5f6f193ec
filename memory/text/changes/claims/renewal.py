"""Decides if a clause says what is new of a thing that another clause names. Pure.

`Had the boiler ripped out, it's a Vaillant now` ends `the boiler is a Baxi`, and `reset the wifi,
it's quince41 now` the password before. Both values must be of one form: makes, or codes.
"""

from indexer.inference.reading import Reading, Word
from memory.text.changes.corrections.correction import drop_it_is
from memory.text.changes.corrections.value_spans import CODED_WORD
from memory.text.naming import has_like, list_naming, read_both
from memory.text.statement import CLAUSE, Statement, drop_now


def renews(now: Statement, before: Statement) -> bool:
    """Tell if `now` names what `before` begins with, and says in a clause of its own what it is."""
    if not now.changes:
        return False
    first, *more = CLAUSE.split(now.written)
    values = [value for each in more if (value := _take_value(each))]
    mine, theirs = read_both(first, before.written)
    lead = list_naming(theirs)[:1]
    named = lead and all(has_like(each, mine) for each in lead) and not _is_of_person(mine)
    return bool(named) and any(_is_like_value(each, before.written) for each in values)


def _take_value(clause: str) -> str:
    """Return what follows `it's` in a clause that says no more than that it is so now."""
    plain = drop_now(clause.strip(" .!"))
    bare = drop_it_is(plain)
    return bare if bare != plain else ""


def _is_of_person(reading: Reading) -> bool:
    return any(each.has("kin") or each.is_name for each in reading.words)


def _is_like_value(value: str, old: str) -> bool:
    """Tell if a code stands for a code, or a make for a make."""
    mine, theirs = read_both(value, old)
    if CODED_WORD.fullmatch(value):
        return any(CODED_WORD.fullmatch(each) for each in old.split())
    made = [each for each in mine.words if each.term]
    return (
        len(made) == 1
        and made[0].is_led
        and _is_make(made[0])
        and any(each.is_led and each.is_name for each in theirs.words)
    )


def _is_make(word: Word) -> bool:
    return word.text[:1].isupper() and not word.topics
