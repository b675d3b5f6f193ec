"""Tells which of several days of the week are over, and writes a statement without them. Pure.

`I'm not doing Fridays any more` leaves `I swim on Monday mornings` of `I swim on Monday and Friday
mornings`. What is over must be said of these days alone, and the days must stand in one list.
"""

import re
from functools import cache
from itertools import pairwise

from indexer.inference.reading import read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, build_alternatives, load_all_words
from memory.text.changes.corrections.phrases import Span
from memory.text.changes.corrections.value_spans import (
    WEEKDAY,
    find_same_days,
    is_repeated_day,
    list_spans,
)
from memory.text.statement import find_pattern, parse_statement

OVER: tuple[ListName, ...] = ("ended_patterns", "farewell_patterns", "cancellation_patterns")
FEWEST = 2  # days of a list


def drop_ended_days(new: str, old: str) -> str:
    """Return `old` without the days of which words say that they are over; "" if none are, or all
    are, or words say what takes their place.
    """
    days = list_spans(WEEKDAY, old) if _tells_of_end(new) else []
    if len(days) < FEWEST or not _are_listed(days, old):
        return ""
    named = [new[slice(*each)] for each in list_spans(WEEKDAY, new)]
    gone = {span for day in named for span in find_same_days(old, day)}
    rest = [each for each in days if each not in gone]
    known = all(find_same_days(old, day) for day in named)
    return _write_days(rest, days, old) if known and rest and len(rest) < len(days) else ""


def _tells_of_end(said: str) -> bool:
    """Tell if words say so for good: `no yoga on Thursday` may be said of this one alone."""
    text = parse_statement(said).text
    if find_pattern("no_longer_patterns", text):
        return True
    if not all(is_repeated_day(said[slice(*each)]) for each in list_spans(WEEKDAY, said)):
        return False
    denied = any(each.has("neg") for each in read_text(said).words)
    return denied or any(find_pattern(each, text) for each in OVER)


def _are_listed(days: list[Span], text: str) -> bool:
    """Tell if nothing but `and` and the like stands between the days."""
    return all(_compile_join().fullmatch(text[one[1] : two[0]]) for one, two in pairwise(days))


def _write_days(rest: list[Span], days: list[Span], text: str) -> str:
    """Write the days that are left as they are joined in a text."""
    last = text[days[-2][1] : days[-1][0]]
    names = [text[slice(*each)] for each in rest]
    joined = ", ".join(names[:-1])
    listed = f"{joined}{last}{names[-1]}" if joined else names[-1]
    return f"{text[: days[0][0]]}{listed}{text[days[-1][1] :]}"


@cache
def _compile_join() -> re.Pattern[str]:
    """Match `, ` and ` and on `; of signs a comma alone."""
    joins = build_alternatives([fold(unify(each)) for each in load_all_words("and_words")])
    leads = build_alternatives(
        [
            fold(each)
            for each in load_all_words("definite_articles") | load_all_words("time_openers")
        ]
    )
    return re.compile(rf"(?i:,? (?:(?:{joins}) )?(?:(?:{leads}) )?|[、，和と])")
