"""Decides which of several statements has ended, now that something else was said. Pure.

The one place for it. What repeats the frame of a statement with another value ends it; so do words
that tell of a change and name most of what a statement names, where nothing else has ended. Whoever
knows which one is meant, as a model that names a fact or a topic, needs less of the words.
"""

from collections.abc import Sequence

from memory.text.assertion import drop_unmeant, is_meant
from memory.text.changes.change import drop_doubts, lists_thing, takes_place_of
from memory.text.changes.codes import number_codes
from memory.text.changes.compound import PartlyEnded, find_ended_part, join_parts
from memory.text.changes.endings.debt import settles_debt
from memory.text.changes.person_state import has_same_owner, says_more_of_school
from memory.text.changes.revision import calls_off_journey, revises_by_itself
from memory.text.changes.role_change import says_more_of_holder
from memory.text.changes.several import complete_things, restore_things, split_things
from memory.text.changes.things import ends, is_of_same, names_same_thing, revises, says_more
from memory.text.changes.times import recurs_on_more_days
from memory.text.changes.whose import is_apart
from memory.text.equivalence import restates
from memory.text.naming import list_shared, read_both
from memory.text.own_sentences import list_own_sentences
from memory.text.persons import are_namesakes
from memory.text.statement import CLAUSE, is_addition, is_comparable, parse_statement


def choose_ended(new: str, known: Sequence[str], said: str = "") -> int | None:
    """Return the place of the one statement that has ended; None if several may have, or none.

    `said` are the person's words, if `new` is a note that was made of them.
    """
    for decides in (ends_surely, ends_by_its_words):
        ended = [place for place, old in enumerate(known) if decides(new, old, said)]
        if ended:
            return ended[0] if len(ended) == 1 else None
    return None


def ends_surely(new: str, old: str, said: str = "") -> bool:
    """Tell if a statement, or one thing that it tells, has another value now."""
    things = complete_things(old)
    return any(_ends_thing(new, each, said) for each in things) or _ends_one(new, old, said)


def _ends_one(new: str, old: str, said: str) -> bool:
    """Tell if words end one of several things, where that is plain only beside the others."""
    if len(split_things(old)) < 2:
        return False
    return find_ended_part(new, old, said) is not None or bool(_find_named(new, old, said))


def _find_named(new: str, old: str, said: str) -> list[str]:
    """Find the one of several things that words name which end something of them."""
    if not takes_place_of(new, old, said):
        return []
    named = [each for each in split_things(old) if list_shared(*read_both(said or new, each))]
    return named if len(named) == 1 else []


def _ends_thing(new: str, old: str, said: str) -> bool:
    spoken = said or new
    if takes_place_of(new, old, said) or find_ended_part(new, old, said) is not None:
        return True
    return settles_debt(spoken, old) or any(
        takes_place_of(each, old) for each in list_own_sentences(spoken, old)
    )


def ends_by_its_words(new: str, old: str, said: str = "") -> bool:
    """Tell if words tell of a change of what a statement names."""
    spoken = drop_unmeant(said or new)
    if not is_comparable(old, spoken) or is_addition(spoken) or not is_meant(spoken):
        return False
    if are_namesakes(*read_both(spoken, old)):
        return False
    things = complete_things(old)
    sentences = (spoken, *list_own_sentences(spoken, old))
    return any(_revises(each, thing) for each in sentences for thing in things)


def separate_things(new: str, old: str, said: str = "") -> PartlyEnded | None:
    """Separate what has ended of the several things that a statement tells; None if each has, or
    none.
    """
    ended = _list_ended(new, old, said)
    again = [each for each in split_things(new) if ended]
    things = list(zip(split_things(old), restore_things(old), strict=True))
    rest = [
        whole
        for each, whole in things
        if each not in ended and not any(restates(one, each) for one in again)
    ]
    gone = [whole for each, whole in things if each in ended]
    return join_parts(gone, rest, old) if ended and rest else None


def ends_all(new: str, old: str, said: str = "") -> bool:
    """Tell if a statement tells several things, and words end each of them."""
    things = split_things(old)
    return len(things) > 1 and len(_list_ended(new, old, said)) == len(things)


def leaves_all(new: str, old: str, said: str = "") -> bool:
    """Tell if a statement tells several things, and words end none of them."""
    return len(split_things(old)) > 1 and not _list_ended(new, old, said)


def _list_ended(new: str, old: str, said: str) -> list[str]:
    """List which of several things have ended: by words, or else the only one they may change."""
    things = list(zip(split_things(old), complete_things(old), strict=True))
    if len(things) == 1:
        return []
    told = split_things(new) if said in ("", new) else (said,)
    surely = [thing for thing, whole in things if _is_over(new, whole, said)]
    maybe = list[str]()
    for one in told if len(told) > 1 or not surely else ():
        alone = [
            thing for thing, whole in things if _ends_named_thing((one,), whole, is_over=False)
        ]
        maybe += alone if len(alone) == 1 else []
    ended = (*surely, *maybe) or _find_named(new, old, said)
    return [thing for thing, _whole in things if thing in ended]


def _is_over(new: str, thing: str, said: str) -> bool:
    """Tell if words, or one of the things that they tell, end another."""
    told = split_things(new) if said in ("", new) else ()
    pairs = [(new, said), *((each, "") for each in told)]
    return any(
        ends_surely(one, thing, spoken) or ends_by_its_words(one, thing, spoken)
        for one, spoken in pairs
    )


def _revises(said: str, old: str) -> bool:
    said, old = number_codes(said, old)
    if any(map(lists_thing, CLAUSE.split(old)[1:])):
        return False  # of several things one alone has changed
    sure = drop_doubts(said, old)
    if not sure:
        return False
    return calls_off_journey(sure, old) or (
        not is_apart(said, old) and revises_by_itself(sure, old)
    )


def ends_as_named(said: Sequence[str], old: str, *, is_over: bool) -> bool:
    """Tell if any words of a person change the statement that a model says they are about.

    `is_over` if the model says that nothing takes its place.
    """
    return any(_ends_named_thing(said, each, is_over=is_over) for each in complete_things(old))


def _ends_named_thing(said: Sequence[str], old: str, *, is_over: bool) -> bool:
    changes = ends if is_over else revises
    own = [each for each in map(drop_unmeant, said) if each and not is_addition(each)]
    parts = (part for each in own for part in list_own_sentences(each, old))
    meant = [each for each in (*own, *parts) if not _leaves_alone(each, old)]
    return any(sure and changes(sure, old) for sure in (drop_doubts(each, old) for each in meant))


def _leaves_alone(said: str, old: str) -> bool:
    more = says_more_of_holder(said, old) or recurs_on_more_days(said, old)
    return more or is_apart(said, old)


def is_about_topic(new: str, old: str, said: str) -> bool:
    """Tell if a note gives another value to what an earlier note on the same topic says."""
    if not is_comparable(new, old, said):
        return False
    if (
        is_addition(said or new)
        or _leaves_alone(said or new, old)
        or not drop_doubts(drop_unmeant(said or new), old)
    ):
        return False
    statement = parse_statement(said or new)
    same = has_same_owner(statement, parse_statement(old))
    if not same or says_more_of_school(said or new, old):
        return False
    anew = statement.changes and not says_more(new, old)
    return (anew and is_of_same(new, old) and names_same_thing(new, old)) or (
        ends_as_named((new, said), old, is_over=False) or takes_place_of(new, old, said)
    )
