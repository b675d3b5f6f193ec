"""Decides if a statement takes the place of an earlier one about the same thing. Pure.

It does if both have the same frame and differ in the value alone, and something shows that there is
one value at a time: a word such as `now` or `actually no`, or a verb such as `is called`. A home, a
job and a marriage change whatever verb says so; an event, a price and a name by verbs such as
`cancelled`, `gone up to`, `renamed`. `Also` and `another` show that both hold. In doubt both are
kept.
"""

import re
from functools import cache
from itertools import pairwise

from msgspec.structs import replace

from indexer.inference.reading import guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import is_question
from indexer.text.word_lists import build_alternatives, load_all_folded, load_all_words
from memory.text.ages import are_measured_anew
from memory.text.assertion import (
    CONDITION,
    LONG_AGO,
    drop_unmeant,
    ends_in_doubt,
    is_meant,
    is_mere_doubt,
    is_negated,
    leaves_open,
    list_doubts,
)
from memory.text.changes.corrections.correction import correct_words
from memory.text.changes.endings.disposal import disposes_of, is_number
from memory.text.changes.endings.farewell import takes_leave_of
from memory.text.changes.endings.pet_death import loses_pet
from memory.text.changes.event_change import changes_event
from memory.text.changes.frames.value_change import changes_value
from memory.text.changes.marriage import ends_couple
from memory.text.changes.name_change import changes_name
from memory.text.changes.person_state import (
    begins_state,
    changes_state,
    is_about_same_state,
    is_recent,
    says_more_of_school,
)
from memory.text.changes.role_change import changes_role, grows_older
from memory.text.changes.things import names_other_one
from memory.text.changes.times import strip_times
from memory.text.changes.whose import is_apart
from memory.text.introductions import name_subjects, shorten_introductions
from memory.text.naming import read_both
from memory.text.persons import are_namesakes
from memory.text.statement import (
    CLAUSE,
    LONGEST,
    Statement,
    drop_speaker,
    find_pattern,
    find_person_words,
    is_addition,
    is_comparable,
    is_unspaced,
    leave_reason,
    list_tokens,
    load_copulas,
    parse_statement,
)
from memory.text.words import all_words, content_words

SHORTEST_DOING = 4  # letters of a verb
DOERS = frozenset(("er", "r", "or"))  # a teacher teaches


def takes_place_of(new: str, old: str, said: str = "") -> bool:
    """Tell if `old` does not hold any more, now that `new` is noted.

    `said` are the person's words, if `new` is a note that was made of them. Of more than `LONGEST`
    characters nobody can tell: both stay.
    """
    if not is_comparable(new, old, said) or not _tells_anew(said or new):
        return False
    own = drop_unmeant(said)
    # A note may be of what the person only quotes.
    new, said = drop_doubts(drop_unmeant(new if own == said else own), old), own
    if not new or is_apart(said or new, old) or names_other_one(said or new, old):
        return False
    if says_more_of_school(said or new, old) or are_namesakes(*read_both(said or new, old)):
        return False
    now, before = _parse_both(new, old, said)
    if now.text == before.text or is_question(before.text):
        return False
    return (
        _takes_back(new, old)
        or bool(correct_words(new, old))
        or _changes(now, before)
        # `mon abonnement Deezer`, `my old Volvo`
        or any(disposes_of(parse_statement(new), parse_statement(each)) for each in _list_told(old))
        or ends_couple(parse_statement(new), parse_statement(old))
        or loses_pet(parse_statement(new), parse_statement(old))  # `our neighbour Moss`
    )


def _list_told(old: str) -> list[str]:
    """List a statement of one thing, and what it says first: a detail may follow, `MOT in March`.

    Of several things one alone is parted with: `I have a boat, a dog`.
    """
    first, *more = CLAUSE.split(old)
    return [] if any(map(tells_more, more)) else list(dict.fromkeys((old, first)))


def tells_more(clause: str) -> bool:
    """Tell if a clause is of a thing of its own: `the bike is red`, `two cats`, `my bike`."""
    own = find_person_words() | load_all_words("owners") | load_copulas()
    words = list_tokens(fold(unify(clause)))
    of_person = any(each.text.istitle() or each.has("kin") for each in read_text(clause).words[:1])
    return of_person or lists_thing(clause) or not own.isdisjoint(words)


def lists_thing(clause: str) -> bool:
    """Tell if a clause begins with a thing, as in a list: `a dog and two cats`."""
    first, *more = list_tokens(fold(unify(clause))) or [""]
    opens = load_all_words("definite_articles") | load_all_words("indefinite_articles")
    counted = is_number(first) and not first.isdigit()  # `89 a month`
    return bool(more) and (first in opens or counted)


def _parse_both(new: str, old: str, said: str) -> tuple[Statement, Statement]:
    """Parse two statements, each with names alone for whom the other only names."""
    now = parse_statement(name_subjects(shorten_introductions(new, old), old))
    before = parse_statement(shorten_introductions(old, new))
    if not said:
        return now, before
    spoken = parse_statement(said)
    begins = begins_state(spoken.text) and is_about_same_state(spoken, before)
    changes = now.changes or spoken.changes or begins
    return replace(now, changes=changes, corrects=now.corrects or spoken.corrects), before


def _changes(now: Statement, before: Statement) -> bool:
    """Tell if `now` changes what `before` is about, denies it, or affirms what it denies."""
    return (
        changes_event(now, before)
        or _denies(now, before)
        or _affirms(now, before)
        or changes_state(now, before)
        or changes_name(now, before)
        or changes_role(now, before)
        or grows_older(now, before)
        or changes_value(now, before)
        or changes_value(_leave_since(now, before), before)
        or takes_leave_of(now, before)
    )


def _tells_anew(said: str) -> bool:
    return is_meant(said) and not is_addition(said)


def drop_doubts(new: str, old: str) -> str:
    """Return `new` without clauses that suppose, wish or remember what `old` states.

    Under a condition nothing is left: `if I moved to York, I would live by the river`; nor of what
    was long ago, unless it says what is so now.
    """
    if max(len(new), len(old)) > LONGEST:
        return new
    doubts = list_doubts(new) - list_doubts(old)
    if not doubts:
        return new
    clauses = CLAUSE.split(new)
    language = guess_language(new)
    if any(is_mere_doubt(each, language) for each in clauses[1:]):
        return ""
    sure = [
        each
        for before, each in pairwise(("", *clauses))
        if doubts.isdisjoint(list_doubts(each)) and not ends_in_doubt(before, language)
    ]
    rest = ", ".join(filter(str.strip, sure))
    if CONDITION in doubts or (LONG_AGO in doubts and not parse_statement(rest).changes):
        return ""
    return rest


def _leave_since(now: Statement, before: Statement) -> Statement:
    """Return a statement without the day since which it holds: `from May the rent is 700`; and a
    weight without the day of weighing: `ich wiege heute 78 kg`.
    """
    if not (is_recent(now) or are_measured_anew(now.written, before.written)):
        return now
    text = _compile_since().sub("", strip_times(now.text))
    if any(each.has("rel") for each in read_text(text).words[-1:]):
        return now  # `the meeting is now on Monday`, which says nothing else
    return replace(parse_statement(text), changes=True, corrects=now.corrects)


@cache
def _compile_since() -> re.Pattern[str]:
    """Match what stood before a date that was taken out: `from`."""
    words = build_alternatives(load_all_folded("since_words"))
    return re.compile(rf"^(?:{words})\s")


def _takes_back(new: str, old: str) -> bool:
    """Tell if `new` ends by denying the value of `old`: `on the 15th, not the 14th`."""
    folded, before = fold(unify(new)).strip(" .!"), fold(unify(old))
    found = _compile_denied().search(folded)
    if found is None or is_unspaced(folded):
        return False
    language = detect_language(f"{folded} {before}")
    denied, rest = all_words(found["denied"], language), folded[: found.start()]
    held = all_words(before, language)
    loud = denied & content_words(found["denied"], language)
    shared = content_words(rest, language) & content_words(before, language)
    return bool(loud) and loud <= held and bool(shared - denied)


@cache
def _compile_denied() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("reversals"))
    return re.compile(rf"[,;] (?:and |und |et |y |e |en )?(?:{words}) (?P<denied>[^,;]{{1,60}})$")


def _denies(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that `before` has ended: `I no longer have piano lessons`.

    A correction may merely deny it: `turns out I'm not allergic to nuts`.
    """
    if is_unspaced(now.text) or find_pattern("ended_patterns", before.text):
        return False
    denied = now.corrects and not is_negated(before.text)
    still = leaves_open(now.written)  # `I haven't given up yoga`
    ending = [
        leave_reason(each)
        for each in now.sentence
        if (find_pattern("ended_patterns", each) and not still) or (denied and is_negated(each))
    ]
    return any(_ends_what_was_said(each, before) for each in ending)


def _ends_what_was_said(ending: str, before: Statement) -> bool:
    language = detect_language(f"{ending} {before.text}")
    said = _list_loud_words(ending, language)
    held = content_words(before.text, language)
    if not said or not all(_is_among(each, held) for each in said):
        return False
    own = not _find_first(before.text) and not find_person_words().isdisjoint(list_tokens(ending))
    first, known = _find_first(ending), _find_first(before.text)
    stems = [analyze(each, language).terms for each in (first, known)]
    return own or first == known or (stems[0] == stems[1] and bool(stems[0]))


def _is_among(word: str, held: frozenset[str]) -> bool:
    """Tell if a word is among others, or what somebody does is: `teaching` of a `teacher`."""
    return word in held or any(
        len(word) >= SHORTEST_DOING and each.startswith(word) and each.removeprefix(word) in DOERS
        for each in held
    )


def _affirms(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that what `before` denies is so by now: `I like olives now`."""
    if not now.changes or is_unspaced(now.text):
        return False
    if is_negated(now.text) or not is_negated(before.text):
        return False
    language = detect_language(f"{now.text} {before.text}")
    said = _list_loud_words(now.text, language)
    return (
        bool(said)
        and said == _list_loud_words(before.text, language)
        and _find_first(now.text) == _find_first(before.text)
    )


def _list_loud_words(text: str, language: str) -> frozenset[str]:
    """List the words with meaning, without those that deny: `don't`, `any more`."""
    silent = _load_silent(language)
    words = content_words(text, language)
    return frozenset(word for word in words if fold(word) not in silent and "n't" not in word)


@cache
def _load_silent(language: str) -> frozenset[str]:
    """Load words that deny or end something, as they are written and as they are stemmed."""
    words = load_all_words("reversals") | load_all_words("ended_fillers")
    return words | frozenset(term for word in words for term in analyze(word, language).terms)


def _find_first(text: str) -> str:
    """Return the first word that denies nothing, which is empty for the speaker."""
    denials = load_all_words("reversals") | load_all_words("ended_fillers")
    tokens = [each for each in list_tokens(text) if each not in denials]
    return "" if drop_speaker(tokens) != tuple(tokens) else tokens[0] if tokens else ""
