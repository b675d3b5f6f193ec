"""Decides if a statement changes where somebody lives or works, or whether they are married. Pure.

A person has one home, one job and one such state at a time, whatever verb says so: `I moved to
York` takes the place of `I live in Leeds`. Who is meant must be the same. What says in what kind of
house, or in which role, stands beside where that is.
"""

import re
from functools import cache
from itertools import pairwise

from indexer.inference.reading import guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, list_languages, load_all_folded, load_words
from memory.text.changes.employer import names_other_employer, tells_field
from memory.text.changes.marriage import changes_marriage
from memory.text.changes.owner import compile_kind, find_owner, find_state
from memory.text.changes.times import names_since, strip_times
from memory.text.statement import (
    Statement,
    find_pattern,
    find_person_words,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
)
from memory.text.words import content_words

HOME: tuple[ListName, ...] = ("home_patterns", "moving_patterns", "address_patterns")
SETTLING: tuple[ListName, ...] = ("home_is_patterns", "settling_patterns")
WORK: tuple[ListName, ...] = (
    "work_patterns",
    "hiring_patterns",
    "occupation_patterns",
    "leaving_patterns",
)
STARTS: tuple[ListName, ...] = ("moving_patterns", "hiring_patterns")
SCHOOL: tuple[ListName, ...] = ("school_patterns", "school_start_patterns")
STATES: tuple[tuple[ListName, ...], ...] = (HOME, WORK, ("marital_patterns",))
# In a pattern: a class of characters, or what must or must not stand around.
SILENT = re.compile(r"\\[a-zA-Z]|\(\?<?[=!](?:[^()]|\([^()]*\))*\)")


def changes_state(now: Statement, before: Statement) -> bool:
    """Tell if what `before` says of somebody's home, work or marriage does not hold any more."""
    return (
        _changes_home(now, before)
        or _settles_elsewhere(now, before)
        or _changes_work(now, before)
        or _changes_school(now, before)
        or changes_marriage(now, before)
    )


def begins_state(text: str) -> bool:
    """Tell if a folded text says that somebody has moved, or has another job."""
    return any(find_state(name, text) for name in STARTS)


def is_about_same_state(one: Statement, other: Statement) -> bool:
    """Tell if both say where somebody lives, or works, or whether they are married."""
    return any(
        all(
            any(find_state(name, each.text, each.written) for name in kind) for each in (one, other)
        )
        for kind in STATES
    )


def has_same_owner(one: Statement, other: Statement) -> bool:
    """Tell if the home, work or school that both tell of is that of one person."""
    pairs = [(find_owner(kind, one), find_owner(kind, other)) for kind in (HOME, WORK, SCHOOL)]
    return all(mine == theirs for mine, theirs in pairs if None not in (mine, theirs))


def list_state_words(text: str) -> list[str]:
    """List how words begin for the kinds of states that `text` is about: live, resid, move.

    They are of the languages that the text may be in.
    """
    statement = parse_statement(text)
    clauses = (statement.text, *statement.sentence)
    return [
        word
        for kind in STATES
        for language in list_languages("home_patterns")
        if any(compile_kind(list_state_names(kind), language).search(e) for e in clauses)
        for name in kind
        for word in list_words_of(name, language)
    ]


def _list_signs(kind: tuple[ListName, ...]) -> tuple[ListName, ...]:
    """List the patterns that tell of a kind of state, and whose words say nothing of it."""
    return SETTLING if kind == HOME else ()


@cache
def list_words_of(name: ListName, language: str) -> tuple[str, ...]:
    plain = SILENT.sub(" ", "|".join(sorted(load_words(name, language))))
    words = set(re.findall(r"[^\W\d_]{2,}", plain))
    return tuple(sorted(word for word in words if len(word) > 2 or is_unspaced(word)))


def find_state_owner(state: tuple[ListName, ...], statement: Statement) -> frozenset[str] | None:
    """Return who is meant as `find_owner` does; the speaker's home needs no verb of living."""
    owner = find_owner(state, statement)
    settled = owner is None and state == HOME and is_recent(statement) and _list_homes(statement)
    return frozenset() if settled else owner


def list_state_names(state: tuple[ListName, ...]) -> tuple[ListName, ...]:
    """List the patterns that tell of a state, also those without a verb for it."""
    return (*state, *_list_signs(state))


def _changes_home(now: Statement, before: Statement) -> bool:
    owner = find_owner(HOME, before)
    if owner is None or find_owner(HOME, now) != owner:
        return False
    here, there = _list_places(now), _list_places(before)
    if any(find_state("moving_patterns", each, now.written) for each in (now.text, *now.sentence)):
        return not here or here != there
    if is_unspaced(now.text) or any(
        find_pattern("address_patterns", part)
        for each in (now, before)
        for part in (each.text, *each.parts)
    ):
        return is_recent(now)
    return bool(here and there) and here.isdisjoint(there)


def _settles_elsewhere(now: Statement, before: Statement) -> bool:
    """Tell if the speaker says without a verb of moving that home is elsewhere by now."""
    if find_owner(HOME, before) != frozenset() or not is_recent(now):
        return False
    here, there = _list_homes(now), _list_places(before)
    return bool(here and there) and here.isdisjoint(there)


def _list_homes(now: Statement) -> frozenset[str]:
    """List the places of `York is home`, and of `we are in York, boxes everywhere`."""
    found = (find_pattern("home_is_patterns", each.strip(" .!")) for each in now.sentence)
    settles = any(find_pattern("settling_patterns", each) for each in now.sentence)
    # `Emma Hill is home now` says where she is
    sure = (
        each
        for each in found
        if each and (settles or each.start(each.lastindex or 0) > 0 or _says_whose(each))
    )
    named = {place for each in sure for place in each.groups() if place}
    capitals = {fold(each) for each in re.findall(r"[^\W\d_]\w+", now.written) if each[0].isupper()}
    homes = frozenset(each for each in named if capitals.issuperset(each.split()))
    return homes | (_list_stays(now, capitals) if settles else frozenset())


def _says_whose(found: re.Match[str]) -> bool:
    owners = load_all_folded("owners")
    return not owners.isdisjoint(list_tokens(found.group()))


def _list_stays(now: Statement, capitals: set[str]) -> frozenset[str]:
    """List the places right behind `we are` or `estamos`, where nothing more is said.

    Not `I'm at Ann's in York`, `I'm in York for work`, nor `Ann is in York`.
    """
    near = load_all_folded("place_prepositions")
    firsts = find_person_words() | load_copulas()
    parted = (list_tokens(strip_times(each)) for each in now.sentence)
    return frozenset(
        " ".join(each[at + 1 :])
        for each in parted
        for at in range(1, len(each) - 1)
        if each[at] in near and firsts.issuperset(each[:at]) and capitals.issuperset(each[at + 1 :])
    )


def _changes_work(now: Statement, before: Statement) -> bool:
    owner = find_owner(WORK, before)
    if owner is None or find_owner(WORK, now) != owner:
        return False
    left, leaves = (find_pattern("leaving_patterns", each.text) for each in (before, now))
    if left or leaves:
        return not (left and leaves) and not names_other_employer(now, before)
    if tells_field(now) != tells_field(before):
        return False  # `I work in sales now` says nothing of where
    return not is_side_work(now) and (
        is_recent(now) or find_pattern("hiring_patterns", now.text) is not None
    )


def _changes_school(now: Statement, before: Statement) -> bool:
    """Tell if somebody goes to another school by now, of which everybody has one at a time."""
    owner = find_owner(SCHOOL, before)
    if owner is None or find_owner(SCHOOL, now) != owner:
        return False
    here, there = _name_school(now), _name_school(before)
    begun = [each for each in now.sentence if find_pattern("school_start_patterns", each)]
    if any(find_pattern("school_patterns", each) is None for each in begun):
        return bool(there)  # `she has changed schools`
    anew = bool(begun or is_recent(now)) and not says_more_of_school(now.written, before.written)
    if begun and not (here and (there or not _are_names(here, now))):
        mine, theirs = _list_kinds(now), _leave_general(_list_kinds(before), before)
        here, there = mine - theirs, theirs - mine  # who was at nursery has started school
    return anew and bool(here and there) and here.isdisjoint(there)


def _list_kinds(statement: Statement) -> frozenset[str]:
    """List the words for a school in what says that somebody goes to one."""
    clauses = [each for each in statement.sentence if find_pattern("school_patterns", each)]
    return frozenset(each for clause in clauses for each in list_tokens(clause)) & _load_general()


def _leave_general(kinds: frozenset[str], statement: Statement) -> frozenset[str]:
    """Return kinds of school without `school` itself, which may be of any kind."""
    words = read_text(statement.text, guess_language(statement.written)).words
    general = {fold(each.text) for each in words if "school" in each.topics}
    return kinds - general


def says_more_of_school(new: str, old: str) -> bool:
    """Tell if of a school with a name somebody says more, or what is beside it: `by bus`."""
    now, before = parse_statement(new), parse_statement(old)
    known = _name_school(before)
    aside = is_of_side_school(new) and not is_of_side_school(old)
    return aside or (
        _are_names(known, before)
        and _goes_to_school(now)
        and not _are_names(_name_school(now), now)
        and not (not _name_school(now) and _names_other_kind(now, before))
    )


def _names_other_kind(now: Statement, before: Statement) -> bool:
    """Tell if a school is of another kind: `lycée` behind `école`, no `school` behind `primary`."""
    language = guess_language(f"{now.written} {before.written}")
    mine, theirs = read_text(now.text, language), read_text(before.text, language)
    known = {each.term for each in theirs.words}
    kinds = [each for each in mine.words if each.term in _load_general()]
    return bool(kinds) and all(
        "school" not in each.topics and each.term not in known for each in kinds
    )


def _goes_to_school(statement: Statement) -> bool:
    return any(find_pattern("school_patterns", each) for each in statement.sentence)


def _are_names(words: frozenset[str], statement: Statement) -> bool:
    """Tell if words have capitals or figures; of none, nothing is named."""
    written = re.findall(r"[^\W_][\w'’.-]*", statement.written)
    named = [each for each in written if each[0].isupper() or each[0].isdigit()]
    language = guess_language(statement.written)
    terms = {term for each in named for term in (fold(each), *analyze(each, language).terms)}
    return bool(words) and words <= terms | _load_general()


def _name_school(statement: Statement) -> frozenset[str]:
    """List the words that say which school somebody goes to; none for `is at school`."""
    for each in statement.sentence:
        text = strip_times(each)
        if found := find_pattern("school_patterns", text):
            language = guess_language(statement.written)
            words = content_words(_leave_company(text[found.end() :], language), language)
            return frozenset(
                word for word in words - _load_general() if len(word) > 1 or word.isdigit()
            )
    return frozenset()


def _leave_company(text: str, language: str) -> str:
    """Return what says which school, without whom or what one goes with: `avec Emma`."""
    told = (each.text for each in read_text(text, language).words if each.has("rel:with"))
    return next((text[: text.find(f" {each} ")] for each in told if f" {each} " in text), text)


@cache
def _load_general() -> frozenset[str]:
    """Load the words that mean a school, whichever, as they are written and as they are stemmed."""
    return frozenset(
        term
        for language in list_languages("school_nouns")
        for word in load_words("school_nouns", language)
        for term in (word, *analyze(word, language).terms)
    )


def is_of_side_school(text: str) -> bool:
    """Tell if a text is about a school beside one's own, or a visit to one: `ballet school`."""
    return find_pattern("side_school_patterns", fold(unify(text))) is not None


def is_side_work(statement: Statement) -> bool:
    """Tell if a statement says that somebody works beside a job: `at the pub on weekends`."""
    return find_pattern("side_work_patterns", statement.text) is not None


def is_recent(statement: Statement) -> bool:
    """Tell if a statement says that something is so now, or since a day."""
    return statement.changes or names_since(statement.written)


def _list_places(statement: Statement) -> frozenset[str]:
    """List the names in a statement that follow a word such as `in`: `in a flat in Leith`."""
    near = load_all_folded("place_prepositions")
    words = re.findall(r"[^\W_][\w'’.-]*", statement.written)
    pairs = pairwise(each for each in words if not each[0].isdigit())  # at 12 Mill Lane
    return frozenset(
        fold(unify(name)).rstrip(".")
        for before, name in pairs
        if name[:1].isupper() and fold(unify(before)) in near
    )
