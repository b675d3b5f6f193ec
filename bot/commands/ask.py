"""/ask QUESTION, and every message that is not a command."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from bot.answering.answer import answer_question
from bot.answering.extracts.phrases import format_phrase
from bot.answering.extracts.question import parse_question
from bot.answering.follow_up import understand_question
from bot.answering.result import AnswerResult
from bot.answering.without_model import PASSAGES
from bot.messages import N_, Answer, Draft, Reply, UserError, _
from bot.turns.command import Command, Turn
from bot.turns.recording import build_exchange
from indexer.search.context import SEARCHED

PATIENCE = 4.0  # seconds that a question waits for a file before it says so


async def ask(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError(_("Usage: /ask QUESTION"))
    if earlier := await _find_earlier_answer(turn):
        yield Reply(earlier)
        return
    async with aclosing(_wait_for_files(turn, question)) as waiting:
        async for draft in waiting:
            yield draft
    services = turn.services
    limit, searched = SEARCHED, question
    if services.model is None:  # a model reads for itself what was said before
        limit, searched = PASSAGES, (await understand_question(turn, question)).searched
    hits = await services.store.search(turn.recall, searched, limit=limit, now=turn.now)
    async with aclosing(answer_question(turn, question, hits)) as steps:
        async for step in steps:
            if not isinstance(step, AnswerResult):
                yield Draft(step.text)
                continue
            await _record(turn, question, step)
            yield step.build_reply()


async def _wait_for_files(turn: Turn, question: str) -> AsyncGenerator[Draft, None]:
    """Wait for the files that the chat is having read: the question is likely about them."""
    chat = turn.message.chat.key
    if not turn.services.is_reading_for(chat):
        return
    indexing = turn.services.indexing
    if name := await indexing.wait_until_read(chat, within=PATIENCE):
        language = parse_question(question).language
        yield Draft(format_phrase("reading", language, name=name), lasting=True)
        await indexing.wait_until_read(chat)


async def _find_earlier_answer(turn: Turn) -> str:
    """Return the answer that a crash kept from being sent: it is remembered, so it must stand."""
    window = (each for each in await turn.memory.read_window() if each.key == turn.key)
    return next((each.content for each in window if each.role == "assistant"), "")


async def _record(turn: Turn, question: str, answered: AnswerResult) -> None:
    """Record before sending: what was said must not depend on whether sending worked."""
    services = turn.services
    found = [hit for hit in answered.hits if hit.explain]  # neighbours were not searched for
    if services.model is None:  # of the passages that were read, people see those that are quoted
        quoted = {source.chunk_id for source in answered.checked.sources}
        found = [hit for hit in found if hit.chunk.chunk_id in quoted]
    await asyncio.gather(
        services.store.record_access(turn.recall, found, question, turn.now),
        services.record(turn.memory, build_exchange(turn, question, answered.checked.text)),
        _record_sources(turn, answered),
    )


async def _record_sources(turn: Turn, answered: AnswerResult) -> None:
    """Record for /why what is cited or, if nothing is, every passage at hand."""
    cited = [source.chunk_id for source in answered.checked.sources]
    passages = cited or [hit.chunk.chunk_id for hit in answered.hits]
    chat = turn.message.chat.key
    await turn.services.last_answers.record(chat, passages, answered.facts, turn.now)


command = Command("ask", N_("QUESTION"), N_("Answer from your documents, with sources"), ask)
