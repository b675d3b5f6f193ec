"""Decides if somebody has another name now: `Since the wedding my name is Lenz`. Pure.

A person may be known by several names, so a second one takes the place of the first only where it
is said to be new.
"""

import re
from functools import cache

from indexer.text.word_lists import build_alternatives, load_all_words
from memory.text.person_state import is_recent
from memory.text.statement import Statement, bound_pattern, find_person_words, list_tokens


def changes_name(now: Statement, before: Statement) -> bool:
    """Tell if `now` gives the speaker another name than `before`."""
    mine, theirs = _find_own_name(now.text), _find_own_name(before.text)
    if not (mine and theirs) or mine == theirs:
        return False
    return is_recent(now) or _begins_with_event(now.text)


def _find_own_name(text: str) -> str:
    found = _compile_own_naming().search(text)
    if found is None:
        return ""
    named = [each for each in list_tokens(text[found.end() :]) if each not in find_person_words()]
    return " ".join(named)


@cache
def _compile_own_naming() -> re.Pattern[str]:
    """Match verbs before the name of the speaker, in the first person."""
    return re.compile("|".join(map(bound_pattern, sorted(load_all_words("own_name_patterns")))))


def _begins_with_event(text: str) -> bool:
    """Tell if a statement begins with what it holds since, behind its verb too: `since the war`."""
    naming = _compile_own_naming().match(text)
    return _compile_event().match(text, naming.end() if naming else 0) is not None


@cache
def _compile_event() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("event_openings"))
    return re.compile(rf"\s?(?:{words})\s")
