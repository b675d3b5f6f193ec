"""Decides if somebody works at another time of the day by now: `works nights`, `on days now`. Pure.

Nobody works by day and by night at once, unless it is at another place.
"""

from indexer.inference.reading import Word
from memory.text.changes.claims.subject import is_of_same_person, is_of_speaker
from memory.text.naming import has_like, is_loud, read_both
from memory.text.statement import Statement

WORKING = frozenset(("work",))
PLACING = frozenset(("change", "move", "put", "transfer"))  # `they've put me on lates`
DAYS = frozenset(("unit:d",))
SHIFTS = {  # at the same time of the day
    "daypart:night": "shift:night",
    "daypart:morning": "shift:early",
    "daypart:evening": "shift:late",
}


def changes_shift(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that the one whose shift `before` tells has another one by now."""
    mine, theirs = read_both(now.written, before.written)
    placed = any(each.topics & PLACING for each in mine.words)
    if not (now.changes or placed):
        return False
    if any(each.has("neg") or each.has("mod") for each in (*mine.words, *theirs.words)):
        return False
    here, there = _find_shift(mine.words), _find_shift(theirs.words)
    works = any(each.topics & WORKING or each.has("shift") for each in theirs.words)
    elsewhere = any(_says_where(each) and not has_like(each, theirs) for each in mine.words)
    differs = bool(works and here and there) and here.isdisjoint(there)
    spoken = placed and any(each.has("pers:speaker") for each in mine.words)
    same = is_of_same_person(mine, theirs) or (spoken and is_of_speaker(theirs))
    return differs and not elsewhere and same


def _says_where(word: Word) -> bool:
    return is_loud(word) and not (word.topics & PLACING or word.has("shift"))


def _find_shift(words: tuple[Word, ...]) -> frozenset[str]:
    """Find the times of day at which somebody works; none if they are of single days."""
    if any(each.has("day") or each.has("when") for each in words):
        return frozenset()
    marks = [mark for each in words for mark in each.marks]
    named = [SHIFTS.get(mark, mark) for mark in marks if mark.startswith(("daypart:", "shift:"))]
    *before, last = words or (None,)
    counted = any(each.is_figure for each in before[-1:])
    days = last is not None and bool(last.marks & DAYS) and not counted  # not `days off`
    return frozenset((*named, *(("shift:day",) if days else ())))
