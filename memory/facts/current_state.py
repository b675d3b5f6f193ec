"""Finds where somebody lives or works now: one answer, the last that was said of them."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from indexer.scopes import Visibility
from memory.fact import Fact
from memory.facts.planned import find_start
from memory.facts.reader import FactReader
from memory.text.asked_state import (
    asks_former_state,
    find_asked_state,
    find_former_role,
    names_state,
    tells_anothers_state,
    tells_state_of,
)
from memory.text.assertion import is_negated
from memory.text.introductions import Introduction, find_introductions
from memory.text.persons import is_about_same_person, is_about_speaker
from memory.text.roles import find_asked_role, find_role_values

LOOKED_AT = 30  # facts


class Asker(Struct, frozen=True):
    """The reader of an answer, and the time; in a group, `author` is their name."""

    visibility: Visibility
    now: datetime
    author: str = ""


async def find_names(facts: FactReader, asker: Asker, question: str) -> list[Introduction]:
    """Find by which names those are known whom a question is about: `my sister`, who is `Ann`.

    A name stands for a sister only as long as no other sister is known.
    """
    named = {
        each: renamed
        for each in await _list_introductions(facts, asker, question)
        if (renamed := each.rename(question))
    }
    return [
        each
        for each, renamed in named.items()
        if not each.is_named_in(question)
        or all(
            other.name == each.name or other.meant.isdisjoint(each.meant)
            for other in await _list_introductions(facts, asker, renamed)
        )
    ]


async def _list_introductions(facts: FactReader, asker: Asker, question: str) -> list[Introduction]:
    """List who is introduced by a name in facts on a question, each name once."""
    found = await _list_own(facts, asker, question)
    named = [each for fact in found for each in find_introductions(get_said(fact))]
    return list({each.name: each for each in named}.values())


async def list_current_states(
    facts: FactReader, asker: Asker, asked: Sequence[str], names: Sequence[str] = ()
) -> list[Fact]:
    """List the last fact that says where the person who is asked about lives or works.

    What is only planned comes behind it. `asked` is one question, by a name and by whose it is;
    `names` are those of the person. None for any other question.
    """
    states = [(each, state) for each in asked if (state := find_asked_state(each))]
    if not states:
        return []
    found = [fact for each in asked for fact in await _list_own(facts, asker, each)]
    told = [
        fact
        for question, state in states
        for fact in found
        if tells_state_of(question, get_said(fact), state, names)
    ]
    # `We're not moving after all` says nothing of where somebody lives.
    told = [each for each in told if not is_negated(get_said(each))] or told
    now = [each for each in told if not find_start(each.value, asker.now)]
    return [each for each in dict.fromkeys((_find_latest(now), _find_latest(told))) if each]


async def find_current_holder(facts: FactReader, asker: Asker, question: str) -> Fact | None:
    """Return the last fact that says who or which has the role that a question asks for."""
    role = find_asked_role(question)
    if not role:
        return None
    told = [
        fact
        for fact in await _list_own(facts, asker, question)
        if any(each.role == role for each in find_role_values(get_said(fact)))
    ]
    return _find_latest(told)


def asks_of_before(question: str) -> bool:
    """Tell if a question is of a former home, work or role, which no current fact answers."""
    return asks_former_state(question) or bool(find_former_role(question))


def _find_latest(told: Sequence[Fact]) -> Fact | None:
    return max(told, key=lambda fact: fact.said_at, default=None)


async def _list_own(facts: FactReader, asker: Asker, question: str) -> list[Fact]:
    """List what the asker said on a question, that is no question itself and is not over."""
    found = await facts.search(asker.visibility, question, now=asker.now, limit=LOOKED_AT)
    return [
        hit.fact
        for hit in found
        if hit.fact.provenance.author == asker.author
        and not hit.fact.value.validity.is_over(asker.now)
        and not hit.fact.value.content.endswith(("?", "？"))
    ]


def lacks_asked_state(fact: Fact, asked: Sequence[str]) -> bool:
    """Tell if a fact says nothing of where somebody lives or works, which `asked` asks for."""
    states = (find_asked_state(each) for each in asked)
    return any(state and not names_state(get_said(fact), state) for state in states)


def is_about_another(fact: Fact, question: str, author: str = "") -> bool:
    """Tell if a fact is about another person than the question. In a group, `author` asks."""
    text = get_said(fact)
    if is_about_speaker(question) and fact.provenance.author != author:
        return True
    return tells_anothers_state(text, question) or not is_about_same_person(text, question)


def affirms_what_is_denied(fact: Fact, question: str) -> bool:
    """Tell if a question asks for what is not so, and a fact says what is."""
    return is_negated(question) and not is_negated(get_said(fact))


def asks_of_state(question: str) -> bool:
    """Tell if a question asks where somebody lives or works."""
    return find_asked_state(question) is not None


def may_answer(said: str, question: str) -> bool:
    """Tell if a statement that is no fact yet is about whom and what a question is about.

    Of where somebody lives or works it tells, if that is asked; and it affirms nothing denied.
    """
    if asks_of_before(question):
        return False
    if state := find_asked_state(question):
        return tells_state_of(question, said, state)
    same = is_about_same_person(said, question) and not tells_anothers_state(said, question)
    return same and not (is_negated(question) and not is_negated(said))


def get_said(fact: Fact) -> str:
    """Return the text of a fact without the name of who said it, which it has in a group."""
    return fact.value.content.removeprefix(f"{fact.provenance.author}: ")
