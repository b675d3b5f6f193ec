"""Finds a former home, job or dentist: what was replaced since, and what is over.

The text that a fact had stands in its history, with the day until which it held.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from memory.fact import Fact, FactChange
from memory.facts.current_state import LOOKED_AT, Asker, get_said
from memory.facts.reader import FactReader
from memory.text.asked_state import (
    asks_former_state,
    find_former_role,
    tells_former_state,
    tells_it_was_so,
)
from memory.text.changes.several import split_things
from memory.text.equivalence import adds_to, restates
from memory.text.roles import find_role_values
from memory.text.statement import find_pattern, parse_statement

MOST = 3  # former ones that answer
CHANGES = 500  # the latest changes that are looked through


async def find_former_states(facts: FactReader, asker: Asker, question: str) -> list[Fact]:
    """Return what was so before and is not any more, the latest first, each with its last day.

    None if the question asks for anything else.
    """
    if not (asks_former_state(question) or find_former_role(question)):
        return []
    found = [
        *await _list_replaced(facts, asker, question),
        *await _list_over(facts, asker, question),
    ]
    told = {get_said(each): each for each in reversed(found)}
    latest = sorted(told.values(), key=lambda fact: fact.value.validity.until, reverse=True)
    return latest[:MOST]


async def _list_over(facts: FactReader, asker: Asker, question: str) -> list[Fact]:
    """List the facts on a question that held until a day, or that say themselves that they did."""
    found = await facts.search(asker.visibility, question, now=asker.now, limit=LOOKED_AT)
    own = [hit.fact for hit in found if hit.fact.provenance.author == asker.author]
    over = [each for each in own if each.value.validity.is_over(asker.now)]
    said = [each for each in own if tells_it_was_so(question, get_said(each))]
    return [*(each for each in over if _tells(each, asker, question)), *said]


async def _list_replaced(facts: FactReader, asker: Asker, question: str) -> list[Fact]:
    """List facts as they were before another value took their place."""
    former: list[Fact] = []
    changes = await facts.list_replaced(asker.visibility, asker.now, CHANGES)
    for place, each in enumerate(changes):
        if each.before is None or not _tells(each.before, asker, question):
            continue
        later = await find_later(facts, asker, changes[:place], each)
        if later and replaces(later, each.before):
            former.append(_end(_narrow(each.before, question), later, each.changed_at))
    return former


def _narrow(fact: Fact, question: str) -> Fact:
    """Return a fact with the one of the things it tells that answers: `I lived in Leeds`."""
    text = get_said(fact)
    found = [each for each in split_things(text) if _tells_of(each, question)]
    if len(found) != 1 or found[0] == text:
        return fact
    content = fact.value.content.replace(text, found[0])
    return replace(fact, value=replace(fact.value, content=content, summary=""))


def _tells(fact: Fact, asker: Asker, question: str) -> bool:
    """Tell if a fact of the asker says where whom the question is about lived or worked."""
    return fact.provenance.author == asker.author and _tells_of(get_said(fact), question)


def _tells_of(text: str, question: str) -> bool:
    if text.endswith(("?", "？")):
        return False
    if role := find_former_role(question):
        return any(each.role == role for each in find_role_values(text))
    left = find_pattern("leaving_patterns", parse_statement(text).text)
    return left is None and tells_former_state(question, text)


async def find_later(
    facts: FactReader, asker: Asker, later: Sequence[FactChange], change: FactChange
) -> Fact | None:
    """Find the fact as it was after a change: before the next one, or as it is."""
    of_fact = (each.before for each in reversed(later) if each.fact_id == change.fact_id)
    following = next(of_fact, None)
    return following or await facts.get(asker.visibility, change.fact_id, asker.now)


def replaces(later: Fact, before: Fact) -> bool:
    """Tell if a fact got another value: no mere addition, and no correction of a mistake."""
    new, old = get_said(later), get_said(before)
    corrects = parse_statement(later.provenance.said or new).corrects
    things = split_things(old)
    return not corrects and any(not (restates(new, e) or adds_to(new, e)) for e in things)


def _end(before: Fact, later: Fact, changed_at: int) -> Fact:
    """Return a fact that held until what took its place was said.

    What is left of a fact is as old as the fact: there the time of the change counts.
    """
    ended_at = changed_at if later.said_at == before.said_at else later.said_at
    day = f"{datetime.fromtimestamp(ended_at).astimezone():%Y-%m-%d}"
    validity = before.value.validity
    ended = replace(validity, until=validity.until or day)
    return replace(before, value=replace(before.value, validity=ended))
