"""Tells if somebody says, without a subject or in an idiom, that something has changed. Pure.

`Packed in the gym` and `rent's gone up to 690` are no search words: who says so wants it known.
"""

from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import has_question_signs, is_question
from indexer.text.word_lists import ListName, load_all_words
from memory.text.changes.change import takes_place_of
from memory.text.changes.codes import says_it_changed
from memory.text.changes.compound import find_ended_part
from memory.text.changes.corrections.correction import (
    compile_it_is,
    correct_words,
    parse_correction,
)
from memory.text.changes.corrections.last_said import correct_last
from memory.text.changes.decision import ends_by_its_words
from memory.text.changes.event_change import tells_change
from memory.text.statement import (
    CLAUSE,
    LONGEST,
    drop_now,
    find_pattern,
    list_tokens,
    parse_statement,
)
from memory.text.telling import tells_something

EVENTS: tuple[ListName, ...] = (
    "farewell_patterns",
    "hiring_patterns",
    "leaving_patterns",
    "moving_patterns",
)
STATES: tuple[ListName, ...] = ("home_patterns", "work_patterns")
FEWEST = 3  # words; fewer are search words


def is_told(text: str) -> bool:
    """Tell if a text tells something: how it is, or that it is otherwise by now."""
    return tells_something(text) or tells_of_change(text)


def tells_of_change(text: str) -> bool:
    """Tell if a text says that something is otherwise by now, and asks for nothing."""
    if len(text) > LONGEST or is_question(text) or has_question_signs(text):
        return False
    statement = parse_statement(text)
    folded = statement.text
    words = list_tokens(fold(unify(text)))
    if len(words) < FEWEST or words[0] in load_all_words("request_words"):
        return False
    if parse_correction(text) or any(_tells_event(each) for each in statement.sentence):
        return True
    if _gives_new_value(text):
        return True
    if tells_change(folded) and any(sign.isdigit() for sign in text):
        return True
    return statement.changes and any(_begins_with(each, folded) for each in STATES)


def _gives_new_value(text: str) -> bool:
    """Tell if words say that something changed, and what it is now: `it changed, it's 8C02`."""
    first, *later = CLAUSE.split(text)
    changed = says_it_changed(first)
    return any(_is_value(each, changed=changed) for each in later)


def _is_value(clause: str, *, changed: bool) -> bool:
    """Tell if a clause is a value behind `it's` or `now`, or alone where something `changed`."""
    bare = drop_now(clause)
    led = compile_it_is().match(bare)
    value = bare[led.end() if led else 0 :].strip(" .!").split()
    said = changed or led is not None or bare != clause
    return said and len(value) == 1 and any(map(str.isdigit, value[0]))


def _tells_event(clause: str) -> bool:
    return any(find_pattern(each, clause) for each in EVENTS)


def _begins_with(name: ListName, folded: str) -> bool:
    """Tell if a text leaves out who lives or works there now: `arbeite jetzt bei der Bahn`."""
    found = find_pattern(name, folded)
    return found is not None and not found.start()


def ends(later: str, earlier: str) -> bool:
    """Tell if what somebody said later ends what they said before."""
    return takes_place_of(later, earlier) or ends_by_its_words(later, earlier)


def correct(later: str, earlier: str) -> str:
    """Return what somebody said with the value that they gave right behind it: `no, 5 May`; "" if
    that corrects nothing of it.
    """
    return correct_words(later, earlier) or correct_last(later, earlier)


def keep_rest(later: str, earlier: str) -> str:
    """Return what still holds of what somebody said before: `I work here` of `I live in Ely and
    work here`; "" if nothing does.
    """
    part = find_ended_part(later, earlier)
    return part.rest if part else ""
