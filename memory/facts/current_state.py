"""Finds where somebody lives or works now: one answer, the last that they said."""

from datetime import datetime

from indexer.scopes import Visibility
from memory.fact import Fact
from memory.facts.reader import FactReader
from memory.text.person_state import find_asked_state, tells_anothers_state, tells_own_state

LOOKED_AT = 30  # facts


async def find_current_state(
    facts: FactReader, visibility: Visibility, question: str, now: datetime, author: str = ""
) -> Fact | None:
    """Return the last fact that says where the person who asks lives or works.

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
        and tells_own_state(hit.fact.value.content.removeprefix(f"{author}: "), state)
    ]
    return max(told, key=lambda fact: fact.said_at, default=None)


def is_about_another(fact: Fact, question: str) -> bool:
    """Tell if a fact is about somebody else's home or job, and the question about one's own."""
    text = fact.value.content.removeprefix(f"{fact.provenance.author}: ")
    return tells_anothers_state(text, question)
