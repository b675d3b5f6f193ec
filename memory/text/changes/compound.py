"""Separates what has changed from what still holds in a statement of several clauses. Pure.

`I moved to York` takes the place of one half of `My name is Ruth and I live in Leeds`. The other
half must be a clause that stands by itself; where that is not plain, nothing is separated.
"""

import re
from functools import cache

from msgspec import Struct

from indexer.inference.reading import guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, build_alternatives, load_all_words, load_words
from memory.text.assertion import drop_unmeant, is_meant
from memory.text.changes.change import drop_doubts
from memory.text.changes.endings.disposal import disposes_of
from memory.text.changes.event_change import changes_event
from memory.text.changes.frames.value_change import changes_value
from memory.text.changes.name_change import renames
from memory.text.changes.person_state import changes_state
from memory.text.changes.whose import is_apart
from memory.text.persons import find_heads
from memory.text.statement import (
    Statement,
    find_pattern,
    find_person_words,
    is_addition,
    is_comparable,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
)

MOST_CLAUSES = 6
LONGEST_PLACE = 5  # tokens
SHORTEST_CLAUSE = 3  # tokens; signs of Chinese and Japanese count each
WITHOUT_SUBJECT = frozenset({"es", "it", "ja", "pt", "zh"})  # may leave out who is meant
BREAK = r"[,;，；。]\s*|[.!！]\s+"
PREDICATES: tuple[ListName, ...] = (
    "naming_patterns",
    "home_patterns",
    "address_patterns",
    "work_patterns",
    "marital_patterns",
)


class PartlyEnded(Struct, frozen=True):
    """The clauses of a statement that have ended, and those that hold beside what ended them."""

    ended: str
    rest: str


def find_ended_part(new: str, old: str, said: str = "") -> PartlyEnded | None:
    """Find the clauses of `old` that `new` takes the place of; None unless others hold on.

    `said` are the person's words, if `new` is a note that was made of them.
    """
    spoken = said or new
    if not is_comparable(new, old) or is_addition(spoken) or not is_meant(spoken):
        return None
    language = guess_language(f"{new} {old}")  # a clause by itself may be of any
    clauses = _split_clauses(old, language)
    if not 1 < len(clauses) <= MOST_CLAUSES or is_apart(spoken, old):
        return None
    now = parse_statement(drop_doubts(drop_unmeant(new), old))
    own = [each for each in clauses if not _leaves_out_whose(each, clauses[0])]
    ended = [each for each in own if _has_ended(now, _complete(each, old))]
    ended = ended or _list_parted_with(now, own)
    rest = [each for each in clauses if each not in ended]
    if not (ended and rest and all(_stands_alone(each, old, language) for each in rest)):
        return None
    return join_parts(ended, rest, old)


def join_parts(ended: list[str], rest: list[str], whole: str) -> PartlyEnded:
    """Write what has ended of a statement, and what holds, as statements of their own."""
    return PartlyEnded(_join(ended, whole), _join(rest, whole))


def list_others_clauses(new: str, old: str) -> list[str]:
    """List what a statement says of somebody else's own beside what has ended: `her son is 6`."""
    now = parse_statement(new)
    _first, *more = _split_clauses(old, guess_language(f"{new} {old}"))
    theirs = (each for each in more if read_text(each).words[:1] and _is_of_others_own(each))
    return [_begin(each) for each in theirs if not _has_ended(now, each)]


def _is_of_others_own(clause: str) -> bool:
    return read_text(clause).words[0].has("poss:other")


def _list_parted_with(now: Statement, clauses: list[str]) -> list[str]:
    """List the clauses on what somebody has no more, if each of the others is of another thing."""
    gone = [each for each in clauses if disposes_of(now, parse_statement(each))]
    begins = find_person_words() | load_all_words("owners")
    others = (each for each in clauses if each not in gone)
    return gone if all(_begins_with(each, begins) or _has_subject(each) for each in others) else []


def _leaves_out_whose(clause: str, first: str) -> bool:
    """Tell if a clause is of a relative whom the first one names: `my dad is off, has retired`."""
    if clause == first or not _is_of_relative(first) or find_heads(read_text(clause)):
        return False
    begins = find_person_words() | load_all_words("owners")
    own = _begins_with(clause, begins) or any(
        each in clause for each in load_all_words("first_person_signs")
    )
    return not own and (is_unspaced(clause) or not _has_subject(clause))


def _is_of_relative(clause: str) -> bool:
    """Tell if a clause begins with a relative: `my dad`, `我爸`."""
    words = [each for each in read_text(clause).words if not each.has("poss") or each.has("kin")]
    return bool(words) and words[0].has("kin")


def _has_subject(clause: str) -> bool:
    """Tell if a clause says of some thing what it is: `the rent is 900`."""
    return _begins_with(clause, load_all_words("definite_articles")) or _says_what_is(clause)


def _has_ended(now: Statement, clause: str) -> bool:
    before = parse_statement(clause)
    changes = (changes_state, changes_value, changes_event, renames)
    return any(each(now, before) for each in changes)


def _split_clauses(text: str, language: str) -> list[str]:
    """Split a text into its clauses; a short piece, such as the end of a list, is none."""
    pieces = [each.strip() for each in _compile_break(language).split(text)]
    spans: list[tuple[int, int]] = []
    at = 0
    for piece in filter(None, pieces):
        start = text.index(piece, at)
        at = start + len(piece)
        whole = _predicates(piece) or not _only_adds(piece)
        begun = start if whole or not spans else spans.pop()[0]
        spans.append((begun, at))
    return [text[begun:end] for begun, end in spans]


def _only_adds(piece: str) -> bool:
    """Tell if a piece is short, or says only where: `en el barrio de Ruzafa`."""
    tokens = list_tokens(fold(unify(piece)))
    near = {fold(each) for each in load_all_words("place_prepositions")}
    verbs = find_person_words() | load_copulas()
    where = bool(tokens) and tokens[0] in near and verbs.isdisjoint(tokens)
    return len(tokens) < SHORTEST_CLAUSE or (where and len(tokens) <= LONGEST_PLACE)


@cache
def _compile_break(language: str) -> re.Pattern[str]:
    joins = build_alternatives(sorted(load_words("and_words", language)))
    # A run of spaces is entered at its beginning alone, or long ones would take squared time.
    return re.compile(rf"(?<!\s)[,;]?\s+(?:{joins})\s+|{BREAK}", re.IGNORECASE)


def _predicates(clause: str) -> bool:
    folded = fold(unify(clause))
    return any(find_pattern(each, folded) for each in PREDICATES)


def _begins_with(clause: str, words: frozenset[str]) -> bool:
    tokens = list_tokens(fold(unify(clause)))
    return bool(tokens) and tokens[0] in words


def _complete(clause: str, whole: str) -> str:
    """Return a clause with the subject of the statement, if it has none: `and live in Leeds`."""
    if whole.startswith(clause) or is_unspaced(whole):
        return clause
    if _begins_with(clause, find_person_words() | load_all_words("owners")):
        return clause
    if thing := _leave_addition(clause):
        return _repeat_predicate(thing, whole)
    if _has_subject(clause) or _is_of_others_own(clause):
        return clause  # `the bike is red`, `her son is 6`
    subject = whole.split(maxsplit=1)[0]
    return f"{subject} {clause}" if _begins_with(whole, find_person_words()) else clause


def _leave_addition(clause: str) -> str:
    """Return a thing without what says behind it that the same is so of it: `the lab`, not `too`;
    "" if nothing does.
    """
    folded = fold(unify(clause))
    found = find_pattern("addition_patterns", folded)
    bare = load_copulas().isdisjoint(list_tokens(folded))
    return clause[: found.start()].rstrip() if found and bare and _ends(found) else ""


def _ends(found: re.Match[str]) -> bool:
    return found.end() == len(found.string)


def _repeat_predicate(thing: str, whole: str) -> str:
    """Return a thing with what a statement says that the first one is: `the lab is in York`."""
    tokens = _compile_break(guess_language(whole)).split(whole)[0].split()
    verbs = (n for n, each in enumerate(tokens) if fold(each) in load_copulas())
    at = next(verbs, len(tokens))
    return " ".join((thing, *tokens[at:]))


def _stands_alone(clause: str, whole: str, language: str) -> bool:
    if len(list_tokens(fold(unify(clause)))) < SHORTEST_CLAUSE and not _predicates(clause):
        return False
    if language in WITHOUT_SUBJECT or _predicates(clause) or _has_subject(clause):
        return True
    return _begins_with(_complete(clause, whole), find_person_words())


def _says_what_is(clause: str) -> bool:
    """Tell if a clause says of some thing what it is: `the parking space is 40`."""
    tokens = list_tokens(fold(unify(clause)))
    copulas = load_copulas()
    determined = _begins_with(
        clause, load_all_words("definite_articles") | load_all_words("owners")
    )
    return determined and not copulas.isdisjoint(tokens[2:-1])


def _join(clauses: list[str], whole: str) -> str:
    """Write clauses as a statement of their own."""
    end = whole.rstrip()[-1:]
    bare = [_begin(_complete(each, whole)).rstrip(" .。!！") for each in clauses]
    text = ("。" if is_unspaced(whole) else ". ").join(bare)
    return f"{text}{end}" if end in ".。!！" else text


def _begin(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}"
