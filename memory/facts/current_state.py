"""Finds where somebody lives or works now: one answer, the last that was said of them."""

from datetime import datetime

from indexer.scopes import Visibility
from memory.fact import Fact
from memory.facts.reader import FactReader
from memory.text.assertion import is_negated
from memory.text.person_state import (
    find_asked_state,
    names_state,
    tells_anothers_state,
    tells_state_of,
)
from memory.text.persons import is_about_same_person, is_about_speaker

LOOKED_AT = 30  # facts


async def find_current_state(
    facts: FactReader, visibility: Visibility, question: str, now: datetime, author: str = ""
) -> Fact | None:
    """Return the last fact that says where the person who is asked about lives or works.

    None for any other question. In a group, `author` is who asks.
    """
    state = find_asked_state(question)
    if state is None:
        return None
    found = await facts.search(visibility, question, now=now, limit=LOOKED_AT)
    told = [
        hit.fact
        for hit in found
        if hit.fact.provenance.author == author
        and not hit.fact.value.validity.is_over(now)
        and not hit.fact.value.content.endswith(("?", "？"))
        and tells_state_of(question, get_said(hit.fact), state)
    ]
    return max(told, key=lambda fact: fact.said_at, default=None)


def is_about_another(fact: Fact, question: str, author: str = "") -> bool:
    """Tell if a fact is about another person than the question, or not about the state it asks for.

    In a group, `author` asks.
    """
    text, state = get_said(fact), find_asked_state(question)
    if state is not None and not names_state(text, state):
        return True
    if is_about_speaker(question) and fact.provenance.author != author:
        return True
    return tells_anothers_state(text, question) or not is_about_same_person(text, question)


def affirms_what_is_denied(fact: Fact, question: str) -> bool:
    """Tell if a question asks for what is not so, and a fact says what is."""
    return is_negated(question) and not is_negated(get_said(fact))


def get_said(fact: Fact) -> str:
    """Return the text of a fact without the name of who said it, which it has in a group."""
    return fact.value.content.removeprefix(f"{fact.provenance.author}: ")
