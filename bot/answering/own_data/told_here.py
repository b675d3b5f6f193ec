"""Finds what a person told in this conversation and nobody noted: it answers, and can be noted.

Whoever says "I live in Cork" is offered to have it remembered. Until then it is known for as long
as the conversation lasts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.answering.extracts.phrases import format_phrase
from bot.answering.own_data.matching_facts import LONGEST_QUESTION, answers_question, has_kind
from bot.answering.question.asked_question import AskedQuestion
from bot.messages import Choice, opens_with_quotation
from bot.messages.marked_text import escape_markup
from bot.turns.command import Turn
from indexer.aside import run_aside
from indexer.i18n import N_, _
from indexer.text.normalize import fold
from indexer.text.sentence_kind import (
    asks_for_something,
    drop_correction,
    is_question,
    is_statement,
)
from memory.messages import Message
from memory.text.quotation import drop_replied

if TYPE_CHECKING:
    from memory.fact import Fact

LOOKED_AT = 5  # facts
LONGEST_OFFER = 300  # characters
OFFER = N_("If you wanted to tell me this, I can remember it.")
NOT_NOTED = N_("That is only in our conversation so far; I can remember it.")


async def find_told_here(turn: Turn, question: AskedQuestion) -> str:
    """Find the last statement of the sender in this conversation that answers; "" for none."""
    if question.tells or len(question.text) > LONGEST_QUESTION:
        return ""
    told = _list_told(await turn.read_conversation(), turn.author)
    # Each is compared with the question, which may be a page.
    return await run_aside(partial(select_told, told, question), len(told) * len(question.text))


async def has_told_here(turn: Turn) -> bool:
    """Tell if the sender told something in this conversation."""
    told = _list_told(await turn.read_conversation(), turn.author)
    return await run_aside(partial(_tell_something, told), sum(map(len, told)))


def _tell_something(told: Sequence[str]) -> bool:
    return any(tells_something(each) or may_tell_of_somebody(each) for each in told)


def _list_told(conversation: Sequence[Message], author: str) -> list[str]:
    """List what somebody said themselves, without what they quote."""
    own = (drop_replied(each.content) for each in conversation if _is_of(each, author))
    return [each for each in own if _is_told(each)]


def _is_of(message: Message, author: str) -> bool:
    said = message.role == "user" and message.author == author and not message.forwarded
    return said and len(message.content) <= LONGEST_OFFER


def _is_told(text: str) -> bool:
    """Tell if a text says something: `Moss died` ends something, and may tell none."""
    if not text or text[0] == "/" or opens_with_quotation(text):
        return False
    return not asks_for_something(text)


def select_told(said: Sequence[str], question: AskedQuestion) -> str:
    """Select the last of the statements `said` that answers; "" if none does.

    One that a later one has ended answers no more: the later one does.
    """
    place = next((n for n in reversed(range(len(said))) if _answers(said[n], question)), None)
    if place is None:
        return ""
    return _find_end(said[place + 1 :], said[place], question) or said[place]


def _find_end(later: Sequence[str], earlier: str, question: AskedQuestion) -> str:
    """Find the last statement that ends or corrects what an earlier one answers; "" for none."""
    from memory.facts.told_change import correct, ends, keep_rest  # needs facts

    if later and (right := correct(later[0], earlier)):
        return _find_end(later[1:], right, question) or right
    return next(
        (
            each
            for each in reversed(later)
            if ends(each, earlier) and not _answers(keep_rest(each, earlier), question)
        ),
        "",
    )


async def find_told_since(turn: Turn, question: AskedQuestion, facts: Sequence[Fact]) -> str:
    """Find what the sender told here since a fact was noted, and ends it; "" for none.

    What somebody asks of before stays as it was, and so does a fact whose last day is known.
    """
    if not facts or len(question.text) > LONGEST_QUESTION:
        return ""
    from memory.facts.current_state import asks_of_before, get_said  # needs facts

    if asks_of_before(question.text):
        return ""
    conversation = await turn.read_conversation()
    for fact in (each for each in facts if not each.value.validity.until):
        since = _list_since(conversation, fact)
        told = _list_told(since, turn.author)
        find = partial(_find_end, told, get_said(fact), question)
        if newer := await run_aside(find, len(told) * len(question.text)):
            return newer
    return ""


async def find_corrected(turn: Turn, text: str) -> str:
    """Find what the sender said, with the value that `text` corrects right behind: `actually 42`.

    Empty where what they said last was no statement, nor were they answered with one.
    """
    if len(text) > LONGEST_OFFER or drop_correction(fold(text)) == fold(text):
        return ""
    said = _find_said_last(await turn.read_conversation(), turn.author)
    if not said or asks_for_something(text):
        return ""
    from memory.facts.told_change import correct  # few messages correct anything

    return correct(text, said)


def _find_said_last(conversation: Sequence[Message], author: str) -> str:
    """Find the statement that somebody made last, or that they were just reminded of."""
    own = [each for each in conversation if _is_of(each, author)]
    if told := _list_told(own[-1:], author):
        return told[0]
    answer = conversation[-1].content if conversation else ""
    return next((each for each in reversed(_list_told(own, author)) if each in answer), "")


def _list_since(conversation: Sequence[Message], fact: Fact) -> Sequence[Message]:
    """List what follows the words that a fact was last told in; without them, what is later.

    Times alone cannot tell: that of a fact is in seconds, and several are said within one.
    """
    for place in reversed(range(len(conversation))):
        if _is_origin(conversation[place], fact):
            return conversation[place + 1 :]
    at = datetime.fromtimestamp(fact.said_at, UTC)
    return [each for each in conversation if datetime.fromisoformat(each.timestamp) > at]


def _is_origin(message: Message, fact: Fact) -> bool:
    said, turn = fact.provenance.said, fact.provenance.turn
    asked = message.role == "user" and bool(turn) and message.key == turn
    return asked or (bool(said) and message.content == said)


async def find_noted(turn: Turn, told: str) -> Fact | None:
    """Find the fact that was made of a statement in its own words."""
    facts = turn.services.owner_memory.facts
    found = await facts.search(turn.recall, told, now=turn.now, limit=LOOKED_AT)
    return next((hit.fact for hit in found if hit.fact.provenance.said == told), None)


def _answers(said: str, question: AskedQuestion) -> bool:
    from memory.facts.current_state import may_answer  # needs facts

    if not (said and tells_something(said) and may_answer(said, question.text)):
        return False
    both = (question, _leave_before(question))
    return any(has_kind(said, each) and answers_question(said, each) for each in both)


def _leave_before(question: AskedQuestion) -> AskedQuestion:
    """Return a question of where somebody lives or works, which needs nothing said before it."""
    from memory.facts.current_state import asks_of_state  # needs facts

    return replace(question, before="") if asks_of_state(question.text) else question


def format_told_here(said: str, language: str) -> str:
    """Quote what was told on one line, without its markup, in the language of the question."""
    quoted = escape_markup(" ".join(said.split()))
    return f"{format_phrase('told', language)}\n- {quoted}"


def may_tell_of_somebody(text: str) -> bool:
    """Tell if what looks like search words may tell something: `Pete owes Ann £40`."""
    from memory.text import telling  # few messages find nothing

    return telling.may_tell_of_somebody(text)


def tells_something(text: str) -> bool:
    """Tell if a message tells something, also in a fragment or in an idiom."""
    if is_statement(text) or is_question(text):
        return is_statement(text)
    from memory.facts.told_change import is_told  # needs facts

    return is_told(text)


def offer_to_remember(turn: Turn, text: str, *, in_doubt: bool = False) -> tuple[Choice, ...]:
    """Offer a button that remembers `text`: a statement by somebody whose words may be kept.

    What a button says is the presser's own word, so what is forwarded or quoted gets none.
    `in_doubt` offers it also for what looks like search words: `Pete owes Ann £40`.
    """
    if turn.message.forwarded or opens_with_quotation(text):
        return ()
    tells = may_tell_of_somebody if in_doubt else _is_worth_offer
    if turn.approved and len(text) <= LONGEST_OFFER and tells(text):
        return (Choice(_("Remember it"), f"/remember {text}"),)
    return ()


def _is_worth_offer(text: str) -> bool:
    from memory.text import fragments, telling  # few messages find nothing

    likely = telling.tells_of_third(text) or fragments.tells_in_fragment(text)
    return tells_something(text) or likely
