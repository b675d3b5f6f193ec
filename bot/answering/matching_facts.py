"""Facts that answer a question where no model does, and the offer to remember a message as a fact.

A fact answers a question if it holds nearly all its content words, and all its names and numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.citations.statement import parse_passage, parse_statement
from bot.citations.support import has_anchors, measure_coverage
from bot.messages import Choice
from bot.rendering.fact_times import describe_times
from bot.turns.command import Turn
from indexer.i18n import N_, _
from indexer.text.languages import detect_language
from indexer.text.sentence_kind import is_statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory.fact import Fact

LOOKED_AT = 10
MOST = 3
LONGEST_OFFER = 300  # characters
OFFER = N_("If you wanted to tell me this, I can remember it.")
COVERED = 0.7  # of the content words: with two of three, Bob's phone number answers for Anna's


async def find_matching_facts(turn: Turn, question: str) -> list[Fact]:
    """Return the facts that answer `question`, the best first."""
    services = turn.services
    if not await services.has_facts():
        return []
    found = await services.owner_memory.facts.search(
        turn.recall, question, now=turn.now, limit=LOOKED_AT
    )
    return [hit.fact for hit in found if answers_question(hit.fact.value.text, question)][:MOST]


def answers_question(fact: str, question: str) -> bool:
    # Both are short: together they show their language best.
    passage = parse_passage(fact, language=detect_language(f"{question} {fact}"))
    asked = parse_statement(question, passage.language)
    whole = sum(passage.sentences, start=passage.heading)
    return measure_coverage(asked.words, whole) >= COVERED and has_anchors(asked, whole)


def format_facts(turn: Turn, facts: Sequence[Fact]) -> str:
    """List the facts for a person; empty for none."""
    if not facts:
        return ""
    head = _("I was told:") if turn.author else _("You told me:")
    return "\n".join([head, *(f"- {fact.value.text} ({describe_times(fact)})" for fact in facts)])


def offer_to_remember(turn: Turn, text: str) -> tuple[Choice, ...]:
    """Offer a button that remembers `text`: a statement by somebody whose words may be kept."""
    if turn.approved and len(text) <= LONGEST_OFFER and is_statement(text):
        return (Choice(_("Remember it"), f"/remember {text}"),)
    return ()
