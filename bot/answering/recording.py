"""Records an answer: in the chat's memory, in the usage of its passages, and for /why."""

import asyncio

from bot.answering.result import AnswerResult
from bot.answering.small_talk import find_courtesy
from bot.messages import Reply
from bot.turns.command import Turn
from bot.turns.recording import build_exchange

LISTED = 50  # passages of an answer that cites none: a summary may have read a thousand


async def find_earlier_answer(turn: Turn) -> str:
    """Return the answer that a crash kept from being sent: it is remembered, so it must stand."""
    window = (each for each in await turn.memory.read_window() if each.key == turn.key)
    return next((each.content for each in window if each.role == "assistant"), "")


async def complete_answer(turn: Turn, question: str, answered: AnswerResult) -> Reply:
    """Record the answer and return the reply, spoken where the chat wants that."""
    await record_answer(turn, question, answered)
    reply = answered.build_reply(shared=not turn.message.chat.private)
    if not turn.services.speaks:
        return reply
    from bot.answering.speaking import add_speech, is_spoken  # few installations need it

    return await add_speech(turn, answered, reply) if await is_spoken(turn) else reply


async def record_answer(turn: Turn, question: str, answered: AnswerResult) -> None:
    """Record before sending: what was said must not depend on whether sending worked."""
    services = turn.services
    found = [hit for hit in answered.hits if hit.explain]  # neighbours were not searched for
    if services.model is None:  # of the passages that were read, people see those that are quoted
        quoted = {source.chunk_id for source in answered.checked.sources}
        found = [hit for hit in found if hit.chunk.chunk_id in quoted]
    exchange = build_exchange(turn, question, answered.checked.text)
    await asyncio.gather(
        services.store.record_access(turn.recall, found, question, turn.now),
        services.record_answer(turn.memory, exchange, turn.now),
        _record_sources(turn, question, answered),
    )


async def _record_sources(turn: Turn, question: str, answered: AnswerResult) -> None:
    """Record for /why what is cited or, if nothing is, every passage at hand.

    A courtesy stands on nothing: "thanks" asks of the answer before it.
    """
    if find_courtesy(question):
        return
    cited = [source.chunk_id for source in answered.checked.sources]
    passages = cited or [hit.chunk.chunk_id for hit in answered.hits[:LISTED]]
    chat = turn.message.chat.key
    await turn.services.last_answers.record(chat, passages, answered.facts, turn.now)
