"""Tells which days of what recurs are over, for good or once. Pure.

`I'm not doing Fridays any more` leaves `I swim on Monday mornings` of `I swim on Monday and Friday
mornings`. What is over must be said of these days alone, and the days must stand in one list. `No
swimming this Monday` and `moved to Leeds for the summer` end nothing.
"""

import re
from datetime import datetime
from functools import cache
from itertools import pairwise

from indexer.inference.reading import read_text
from indexer.text.dates.finder import find_mention, has_mention
from indexer.text.dates.repeats import recurs
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, build_alternatives, load_all_words
from memory.text.ages import are_measured_anew
from memory.text.changes.corrections.phrases import Span
from memory.text.changes.corrections.value_spans import (
    WEEKDAY,
    find_same_days,
    is_repeated_day,
    list_spans,
)
from memory.text.changes.event_change import tells_change
from memory.text.changes.times import names_since
from memory.text.naming import STOPS
from memory.text.qualifier import (
    is_as_usual_else,
    is_off_once,
    is_on_each_week,
    is_over_for_good,
    is_passing,
    is_temporary,
)
from memory.text.statement import find_pattern, parse_statement
from memory.text.values import CHANGES

OVER: tuple[ListName, ...] = ("ended_patterns", "farewell_patterns", "cancellation_patterns")
FEWEST = 2  # days of a list
GIVING_UP: tuple[ListName, ...] = ("disposal_patterns", "farewell_patterns", "leaving_patterns")
TURNS: tuple[ListName, ...] = (
    *GIVING_UP,
    *("acquiring_patterns", "ended_patterns", "hiring_patterns", "marital_patterns"),
    *("moving_patterns", "no_longer_patterns", "school_start_patterns"),
)
TURNING = (CHANGES - {"begin"}) | STOPS | {"die", "euthanise"}
ANY_DAY = datetime(2000, 1, 3)  # noqa: DTZ001 - any day will do


def is_one_time(said: str, old: str) -> bool:
    """Tell if words are about one time of what recurs or lasts: `no yoga this Tuesday`, `got the
    7:50 today`.
    """
    if recurs(said) or names_since(said):
        return False
    if is_as_usual_else(said) or is_off_once(said, old):
        return True
    once = is_passing(said)
    if is_on_each_week(said, old):
        return (once and not is_over_for_good(said)) or _was_not(said)
    return once and not (has_mention(old) or _tells_of_turn(said) or are_measured_anew(said, old))


def _tells_of_turn(said: str) -> bool:
    """Tell if words say that something has changed for good: `sold the Clio today`; what is so for
    a while has only ended: `moved to Leeds for the summer`.
    """
    statement, words = parse_statement(said), read_text(said).words
    passing = is_temporary(said)
    if not passing and (statement.changes or tells_change(statement.text)):
        return True
    topics = STOPS if passing else TURNING
    turns = any(each.has("asp") or each.topics & topics for each in words)
    lists = GIVING_UP if passing else TURNS
    return turns or any(find_pattern(each, statement.text) for each in lists)


def _was_not(said: str) -> bool:
    """Tell if words deny what was on a day that is over: `I didn't run on Saturday`."""
    words = read_text(said).words
    if not any(each.has("neg") for each in words) or any(each.has("asp") for each in words):
        return False
    found = find_mention(said, ANY_DAY)
    return found is not None and found.role == "on" and found.period.last < ANY_DAY.date()


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
