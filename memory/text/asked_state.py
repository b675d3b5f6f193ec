"""Tells which state of whom a question asks for: where somebody lives or works. Pure."""

import re
from collections.abc import Sequence
from functools import cache

from indexer.inference.reading import Reading, guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, load_question_words
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    list_languages,
    load_all_folded,
)
from memory.text.assertion import is_meant, is_negated
from memory.text.changes.owner import find_owner
from memory.text.changes.person_state import (
    HOME,
    WORK,
    find_state_owner,
    list_state_names,
    list_words_of,
)
from memory.text.persons import find_heads, is_about_same_person
from memory.text.roles import find_asked_role
from memory.text.statement import find_pattern, is_unspaced, list_tokens, parse_statement

QUESTIONS: tuple[tuple[ListName, tuple[ListName, ...]], ...] = (
    ("home_questions", HOME),
    ("work_questions", WORK),
)
FORMER_QUESTIONS: tuple[tuple[ListName, tuple[ListName, ...]], ...] = (
    ("former_home_questions", HOME),
    ("former_work_questions", WORK),
)
FIRST = 2  # words in which nothing says before: `how old`
MARKS = "?!.,;:¿¡？。"
BEFORE = frozenset(("asp:ended", "rel:before"))
_SPEAKER = "pers:speaker"
MEANINGS: tuple[tuple[frozenset[str], tuple[ListName, ...]], ...] = (
    (frozenset(("live",)), HOME),
    (frozenset(("work", "start_work")), WORK),
)


def find_asked_state(question: str) -> tuple[ListName, ...] | None:
    """Find which state is asked for: where the speaker, or a relative, lives or works."""
    folded = parse_statement(question).text
    own = next((state for name, state in QUESTIONS if find_pattern(name, folded)), None)
    if own is None and find_pattern("job_questions", folded):
        return WORK if find_heads(read_text(question)) else None
    return own or _find_relatives_state(question)


def asks_former_state(question: str) -> bool:
    """Tell if somebody asks where they lived or worked before; what is so now answers nothing."""
    return find_former_state(question) is not None


def find_former_state(question: str) -> tuple[ListName, ...] | None:
    """Find which state of before is asked for, of the speaker or a relative."""
    own = _find_own_former_state(question)
    last = read_text(question).words[-1:]
    before = any(not each.marks.isdisjoint(BEFORE) for each in last)
    return own or (next(iter(_list_meant_states(question)), None) if before else None)


def find_former_role(question: str) -> tuple[str, ...]:
    """Find whose role of before is asked for: `who was my dentist before?`, `my old number`.

    Empty for any other question.
    """
    plain = _leave_before(question)
    return find_asked_role(plain) if plain != question else ()


def _leave_before(question: str) -> str:
    """Return a question without the words that ask of before; `how old` asks of no such thing."""
    if is_unspaced(question):
        return _compile_former_signs().sub("", question)
    language, words = guess_language(question), question.split()
    return " ".join(
        each for at, each in enumerate(words) if at < FIRST or not _says_before(each, language)
    )


def _says_before(written: str, language: str) -> bool:
    bare = fold(unify(written.strip(MARKS)))
    marks = frozenset(mark for each in read_text(bare, language).words for mark in each.marks)
    return bare in load_all_folded("former_words") or not marks.isdisjoint(BEFORE)


@cache
def _compile_former_signs() -> re.Pattern[str]:
    signs = [each for each in load_all_folded("former_words") if is_unspaced(each)]
    return re.compile(f"(?:{build_alternatives(signs)})[的の、]?")


def _find_own_former_state(question: str) -> tuple[ListName, ...] | None:
    folded = fold(unify(question))
    return next((state for name, state in FORMER_QUESTIONS if find_pattern(name, folded)), None)


def tells_former_state(question: str, text: str) -> bool:
    """Tell if a statement says where whom a question is about lived or worked before."""
    state = find_former_state(question)
    if state is None:
        return False
    if state == _find_own_former_state(question):
        return find_state_owner(state, parse_statement(text)) == frozenset()
    return tells_state_of(question, text, state)


def tells_it_was_so(question: str, text: str) -> bool:
    """Tell if a statement says itself that this was so before: `I used to work at Siemens`."""
    state, told = find_former_state(question), read_text(text)
    ended = any("asp:ended" in each.marks for each in told.words)
    before = any("rel:before" in each.marks for each in (*told.words[:1], *told.words[-1:]))
    if state is None or not (ended or before) or is_negated(text):
        return False
    return names_state(text, state) and _is_of_the_same(text, question)


def _is_of_the_same(text: str, question: str) -> bool:
    """Tell if a statement is of whom a question names, and of the speaker if that is."""
    named, asked = _list_named(read_text(text)), _list_named(read_text(question))
    speaks = (_SPEAKER in named) == (_SPEAKER in asked)
    return asked <= named and speaks and is_about_same_person(text, question)


def _list_named(read: Reading) -> frozenset[str]:
    """List the names of a text, and the speaker as one of them."""
    own = {_SPEAKER for each in read.words if _SPEAKER in each.marks}
    bare = (each for each in read.words if not (each.marks or each.topics))
    return frozenset({*own, *(each.text for each in bare if each.text.istitle())})


def _find_relatives_state(question: str) -> tuple[ListName, ...] | None:
    asked = read_text(question)
    kind = load_question_words(asked.language).find_kind(question)[0]
    if kind is not Kind.WHERE or not find_heads(asked):
        return None
    return next(iter(_list_meant_states(question)), None)


def names_state(text: str, state: tuple[ListName, ...]) -> bool:
    """Tell if a statement says something of such a state, of whomever."""
    folded = parse_statement(text).text
    told = any(find_pattern(name, folded) for name in list_state_names(state))
    return told or any(each == state for each in _list_meant_states(text))


def _list_meant_states(text: str) -> list[tuple[ListName, ...]]:
    """List the states that words of a text mean: `lives round the corner`."""
    topics = {topic for each in read_text(text).words for topic in each.topics}
    return [state for meaning, state in MEANINGS if not topics.isdisjoint(meaning)]


def tells_state_of(
    question: str, text: str, state: tuple[ListName, ...], names: Sequence[str] = ()
) -> bool:
    """Tell if a statement says where those whom a question is about live or work.

    `names` are theirs: what is said of `Ann` is said of a sister who is Ann.
    """
    if not is_meant(text):
        return False
    owner, kin = find_state_owner(state, parse_statement(text)), find_heads(read_text(question))
    if owner is not None and any(owner == set(list_tokens(fold(each))) for each in names):
        return True
    if kin:
        return owner is not None and find_heads(read_text(text)) == kin
    if _names_another(question, state):
        return False
    return owner == frozenset() and is_about_same_person(text, question)


def _names_another(question: str, state: tuple[ListName, ...]) -> bool:
    """Tell if a question in signs has a topic that is not the speaker: `花子はどこに`."""
    return is_unspaced(question) and bool(find_owner(state, parse_statement(question)))


def tells_anothers_state(text: str, question: str) -> bool:
    """Tell if a statement is about somebody else's home, where the speaker asks for their own."""
    state = find_asked_state(question)
    if state is None or find_heads(read_text(question)) or _names_another(question, state):
        return False
    return bool(find_owner(state, parse_statement(text)))


@cache
def list_terms_of(state: tuple[ListName, ...]) -> frozenset[str]:
    """List the terms, in every language, by which something is said of a state."""
    words = (
        (each, word)
        for each in list_languages("home_patterns")
        for name in list_state_names(state)
        for word in list_words_of(name, each)
    )
    return frozenset(term for each, word in words for term in analyze(word, each).terms)
