"""Finds what a person told in this conversation and nobody noted: it answers, and can be noted.

Whoever says "I live in Cork" is offered to have it remembered. Until then it is known for as long
as the conversation lasts.
"""

from collections.abc import Sequence

from bot.answering.extracts.phrases import format_phrase
from bot.answering.extracts.question import AskedQuestion
from bot.answering.own_data.matching_facts import LONGEST_OFFER, answers_question, has_kind
from bot.messages.marked_text import escape_markup
from bot.turns.command import Turn
from indexer.i18n import N_
from indexer.text.sentence_kind import is_statement
from memory.messages import Message

NOT_NOTED = N_("That is only in our conversation so far; I can remember it.")


async def find_told_here(turn: Turn, question: AskedQuestion) -> str:
    """Find the last statement of the sender in this conversation that answers; "" for none."""
    if question.tells:
        return ""
    said = [each for each in await turn.read_conversation() if _is_told(each, turn.author)]
    return select_told([each.content for each in said], question)


def _is_told(message: Message, author: str) -> bool:
    own = message.role == "user" and message.author == author and not message.forwarded
    text = message.content
    return own and len(text) <= LONGEST_OFFER and text[:1] != "/" and is_statement(text)


def select_told(said: Sequence[str], question: AskedQuestion) -> str:
    """Select the last of the statements `said` that answers; "" if none does."""
    return next((each for each in reversed(said) if _answers(each, question)), "")


def _answers(said: str, question: AskedQuestion) -> bool:
    from memory.facts.current_state import may_answer  # needs facts

    if not may_answer(said, question.text):
        return False
    return has_kind(said, question) and answers_question(said, question)


def format_told_here(said: str, language: str) -> str:
    """Quote what was told on one line, without its markup, in the language of the question."""
    quoted = escape_markup(" ".join(said.split()))
    return f"{format_phrase('told', language)}\n- {quoted}"
