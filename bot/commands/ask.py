"""/ask <question>, and every message that is no command."""

import asyncio
from contextlib import aclosing

from bot.answering.answer import answer_question
from bot.answering.result import AnswerResult
from bot.answering.without_model import PASSAGES
from bot.messages import Answer, Draft, Reply, UserError
from bot.turns.command import Command, Turn
from bot.turns.recording import build_exchange
from indexer.search.context import SEARCHED


async def ask(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError("Usage: /ask <question>")
    if known := await _answered_before(turn):
        yield Reply(known)
        return
    services = turn.services
    limit = SEARCHED if services.model else PASSAGES
    hits = await services.store.search(turn.recall, question, limit=limit, now=turn.now)
    async with aclosing(answer_question(turn, question, hits)) as steps:
        async for step in steps:
            if not isinstance(step, AnswerResult):
                yield Draft(step.text)
                continue
            await _keep(turn, question, step)
            yield step.reply()


async def _answered_before(turn: Turn) -> str:
    """What a crash kept from being sent: it is remembered, so nothing else may be said."""
    said = (each for each in await turn.memory.read_window() if each.key == turn.key)
    return next((each.content for each in said if each.role == "assistant"), "")


async def _keep(turn: Turn, question: str, answered: AnswerResult) -> None:
    """Before it is sent: what was said must not depend on whether sending worked."""
    services = turn.services
    found = [hit for hit in answered.hits if hit.explain]  # what stands beside came uncalled
    await asyncio.gather(
        services.store.record_access(turn.recall, found, question, turn.now),
        services.record(turn.memory, build_exchange(turn, question, answered.checked.text)),
        _keep_why(turn, answered),
    )


async def _keep_why(turn: Turn, answered: AnswerResult) -> None:
    """For /why: what is cited, or if nothing is, whatever was at hand."""
    cited = [source.chunk_id for source in answered.checked.sources]
    passages = cited or [hit.chunk.chunk_id for hit in answered.hits]
    chat = turn.message.chat.key
    await turn.services.last_answers.record(chat, passages, answered.facts, turn.now)


command = Command("ask", "<question>", "Answer from the documents, with sources", ask)
