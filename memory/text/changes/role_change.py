"""Decides if somebody or something else has a role now, or somebody is older. Pure.

Nobody has to say `now`: of a role there is one at a time, as in `my dentist is Dr Moss`. Both
statements must say who has the very same role, or the later one that the speaker has changed it.
Of an age the higher one holds, told of the same person: `Ben is 7`, `Ben turned 8`.
"""

import re
from itertools import product

from indexer.inference.reading import Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_folded, load_all_words
from memory.text.ages import OLDEST, Age, find_ages
from memory.text.changes.frames.value_change import ABOARD, DRIVING, is_make
from memory.text.changes.things import tells_of_end
from memory.text.naming import STOPS
from memory.text.persons import PETS, ROLES, SEVERAL_KIN, find_heads
from memory.text.roles import RoleValue, find_new_roles, find_role_values
from memory.text.statement import (
    CLAUSE,
    Statement,
    drop_speaker,
    find_pattern,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
)
from memory.text.values import names_thing

NAMED = frozenset(("call", "name", "new"))
CAR = ("car",)  # as a role: `my car is a Kia`


def changes_role(now: Statement, before: Statement) -> bool:
    """Tell if `now` names another one for a role than `before`, or says that there is another."""
    if names_successor(now, before):
        return True
    known = find_role_values(before.written) or _find_driven(before)
    if not known:
        return False
    if _switches(now, {each.role for each in known if each.kind != "thing"}):
        return True
    told = find_role_values(now.written)
    return any(_are_different(one, two) for one in told for two in known)


def says_more_of_holder(said: str, old: str) -> bool:
    """Tell if words are of who has a role, and give it to nobody else: `Dr Roux is on leave`."""
    known = find_role_values(old)
    named = bool(known) and all(_names(each.value, said) for each in known)
    if (
        not named
        or _leaves_for_another(said)
        or _switches(parse_statement(said), {each.role for each in known})
    ):
        return False
    again = {each.role for each in find_role_values(said)}
    return again.isdisjoint(each.role for each in known) and not tells_of_end(said, old)


def names_successor(now: Statement, before: Statement) -> bool:
    """Tell if who has a role has left it, and who follows: `Terry retired, the new one is Jo`."""
    holder = _find_holder(before)
    clauses = CLAUSE.split(now.written)
    language = guess_language(f"{now.written} {before.written}")
    leaving = [n for n, each in enumerate(clauses) if holder and _leaves(each, holder, language)]
    if not leaving:
        return False
    return any(_follows(each, before) for each in clauses[leaving[0] + 1 :])


def _find_holder(before: Statement) -> str:
    """Find the name behind `is` with which a statement ends: `our plumber is Terry`."""
    words = read_text(before.written, guess_language(before.written)).words
    tokens = re.findall(r"\w+", before.written)
    verbs = load_copulas() | load_all_folded("role_verbs")
    known = [n for n, each in enumerate(tokens) if fold(each) in verbs]
    named = tokens[known[-1] + 1 :] if known else []
    if any(_is_lasting(each) for each in words):
        return ""  # a brother who has left is one still
    whole = named and all(each[:1].isupper() for each in named)
    return " ".join(named) if whole and len(words) > len(named) else ""


def _is_lasting(word: Word) -> bool:
    """Tell if a word says what nobody follows in: a brother, a friend, a name."""
    kin = {mark for mark in word.marks if mark.startswith("kin:")}
    return bool(kin - ROLES) or not word.topics.isdisjoint(NAMED - {"new"})


def _leaves(clause: str, holder: str, language: str) -> bool:
    """Tell if a clause says that somebody has left, and no more: not `Jo retired from golf`."""
    reading = read_text(clause, language)
    stops = any(each.topics & STOPS or each.has("asp:quit") for each in reading.words)
    stops = stops or find_pattern("leaving_patterns", fold(unify(clause))) is not None
    first = list_tokens(fold(unify(clause)))[: len(holder.split())]
    if not stops or " ".join(first) != fold(unify(holder)):
        return False
    rest = [each for each in reading.words if fold(each.text) not in first]
    return not any(_says_more_of_leaving(each) for each in rest)


def _says_more_of_leaving(word: Word) -> bool:
    """Tell if a word says what, when or where somebody left: not `in Rente`."""
    timed = any(word.has(each) for each in ("clock", "daypart", "day"))
    named = names_thing(word) and word.topics.isdisjoint(STOPS) and not word.has("asp")
    return word.is_number or timed or named


def _follows(clause: str, before: Statement) -> bool:
    """Tell if a clause names a new one, or who it is now: `the new one is Asha`, `it's Jo now`."""
    folded = fold(unify(clause))
    now = load_all_folded("now")
    anew = find_pattern("new_patterns", folded) or not now.isdisjoint(list_tokens(folded))
    reading = read_text(clause, guess_language(f"{clause} {before.written}"))
    named = [e for e in reading.words if names_thing(e) and e.topics.isdisjoint(NAMED)]
    names = [each for each in named if each.text[:1].isupper()]
    held = list_tokens(before.text)
    others = [each for each in named if each not in names and fold(each.text) not in held]
    return bool(anew and names) and not (others or any(fold(e.text) in held for e in names))


def _names(value: str, said: str) -> bool:
    """Tell if words have a name as whole words: not `Ed` in `replaced`."""
    name, words = (fold(unify(each)) for each in (value, said))
    if is_unspaced(name):
        return name in words
    return f" {' '.join(list_tokens(name))} " in f" {' '.join(list_tokens(words))} "


def _leaves_for_another(said: str) -> bool:
    """Tell if words put another in somebody's place: `I go to Dr Hall instead of Dr Roux`."""
    words = read_text(said).words
    return any(each.has("rel:instead") and each.place + 1 < len(words) for each in words)


def _find_driven(before: Statement) -> tuple[RoleValue, ...]:
    """Find the car that the speaker drives, which is theirs: `I drive a Polo`, not `a bus`."""
    tokens = drop_speaker(list_tokens(before.text))
    verbs = read_text(" ".join(tokens[:1]), guess_language(before.written)).words
    driven = [each for each in tokens[1:] if each not in ABOARD]
    led = not load_all_words("indefinite_articles").isdisjoint(driven[:1])
    drives = led and any(each.topics & DRIVING for each in verbs)
    own = drives and is_make(driven, before.written)
    return (RoleValue(CAR, "thing", " ".join(driven[1:])),) if own else ()


def _are_different(one: RoleValue, two: RoleValue) -> bool:
    """Tell if a role has another value, and not one of several or more of the same."""
    if one.role != two.role:
        return False
    new, old = (fold(unify(each.value)) for each in (one, two))
    joins = load_all_folded("and_words")
    return not (new in old or old in new) and joins.isdisjoint(list_tokens(new))


def _switches(now: Statement, roles: set[tuple[str, ...]]) -> bool:
    """Tell if the speaker says that they have changed one of their own roles."""
    if find_heads(read_text(now.written)) - ROLES:
        return False
    return any((each,) in roles for each in find_new_roles(now.text))


def grows_older(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that the one whose age `before` tells is older by now."""
    pairs = product(find_ages(now), find_ages(before))
    return any(_is_older(mine, theirs, now) for mine, theirs in pairs)


def _is_older(mine: Age, theirs: Age, now: Statement) -> bool:
    """Tell if an age is a later one of the same person; of two sons each has his own."""
    words = read_text(now.written).words
    several = any(each.marks & SEVERAL_KIN or each.topics & PETS for each in words)
    latest = theirs.years + 1 if several else OLDEST
    return mine.subject == theirs.subject and theirs.years < mine.years <= latest
