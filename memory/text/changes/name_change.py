"""Decides if somebody or something has another name now: `our band is The Lamplighters`. Pure.

A person may be known by several names, so a second one takes the place of the first only where it
is said to be new.
"""

import re
from functools import cache

from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_all_words
from memory.text.changes.event_change import find_lead, find_thing, list_texts
from memory.text.changes.owner import find_pronouns
from memory.text.changes.person_state import is_recent
from memory.text.statement import (
    Statement,
    bound_pattern,
    find_pattern,
    find_person_words,
    is_unspaced,
    list_tokens,
    load_copulas,
)


def changes_name(now: Statement, before: Statement) -> bool:
    """Tell if `now` gives the speaker, or what `before` names, another name than `before`."""
    return _changes_own_name(now, before) or renames(now, before)


def _changes_own_name(now: Statement, before: Statement) -> bool:
    theirs = _find_own_name(before.text)
    mine = _find_own_name(now.text) or _find_new_surname(now, theirs)
    if not (mine and theirs) or mine == theirs:
        return False
    return is_recent(now) or _begins_with_event(now.text)


def _find_own_name(text: str) -> str:
    found = _compile_own_naming().search(text)
    if found is None:
        return ""
    named = [each for each in list_tokens(text[found.end() :]) if each not in find_person_words()]
    return " ".join(named)


def _find_new_surname(now: Statement, known: str) -> str:
    """Find another surname behind a known first name: `it is Laura Ashdown`."""
    capitals = {fold(each) for each in re.findall(r"[^\W\d_]\w+", now.written) if each[0].isupper()}
    pronouns = load_all_words("subject_pronouns") | find_person_words()
    pronouns -= find_pronouns(now.written)  # `she is Laura Ashdown`
    for clause in list_texts(now):
        tokens = list_tokens(clause)
        at = next((n for n, each in enumerate(tokens) if each in load_copulas()), len(tokens))
        named = tokens[at + 1 :]
        own = pronouns.issuperset(tokens[:at]) and capitals.issuperset(named)
        if own and len(named) > 1 < len(known.split()) and known.split()[:1] == named[:1]:
            return " ".join(named)
    return ""


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


def renames(now: Statement, before: Statement) -> bool:
    """Tell if what has a name in `before` has another: `we have rebaptised my cat Pasha`."""
    naming = find_pattern("naming_patterns", before.text)
    if is_unspaced(now.text) or naming is None:
        return False
    language = detect_language(f"{now.text} {before.text}")
    known = find_lead(before.text[: naming.start()], language)
    for text in list_texts(now):
        found = find_pattern("renaming_patterns", text)
        thing = find_lead(find_thing(text, found), language) if found else []
        if known and thing[: len(known)] == known and _is_name(thing[len(known) :], now, language):
            return True
    return now.changes and any(_is_now(each, known, now, language) for each in now.parts)


def _is_now(clause: str, known: list[str], now: Statement, language: str) -> bool:
    """Tell if a clause says who or what that is now: `our band is The Lamplighters`."""
    tokens = list_tokens(clause)
    copulas = load_copulas()
    at = next((n for n, each in enumerate(tokens) if each in copulas), 0)
    lead = find_lead(" ".join(tokens[:at]), language)
    named = [term for each in tokens[at + 1 :] for term in analyze(each, language).terms]
    return bool(known) and lead == known and _is_name(named, now, language)


def _is_name(terms: list[str], now: Statement, language: str) -> bool:
    """Tell if terms are those of the new name, with a capital, or of the word `name`."""
    written = re.findall(r"[^\W\d_]\w*", now.written)[1:]
    capitals = {t for each in written if each[:1].isupper() for t in analyze(each, language).terms}
    names = {t for each in load_all_words("naming_nouns") for t in analyze(each, language).terms}
    return bool(terms) and set(terms) <= capitals | names
