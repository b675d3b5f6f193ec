"""/ask <question>, and every message that is no command."""

import asyncio
from contextlib import aclosing

from bot.answering import PASSAGES, Answered, answer
from bot.commands import Command, Turn
from bot.messages import Answer, Draft, UserError
from indexer.gathering import SEARCHED
from memory.messages import Turn as SaidTurn


async def ask(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError("Usage: /ask <question>")
    services = turn.services
    limit = SEARCHED if services.model else PASSAGES
    hits = await services.store.search(turn.recall, question, limit=limit, now=turn.now)
    async with aclosing(answer(turn, question, hits)) as steps:
        async for step in steps:
            if not isinstance(step, Answered):
                yield Draft(step.text)
                continue
            await _keep(turn, question, step)
            yield step.reply()


async def _keep(turn: Turn, question: str, answered: Answered) -> None:
    """Before it is sent: what was said must not depend on whether sending worked."""
    services = turn.services
    found = [hit for hit in answered.hits if hit.explain]  # what stands beside came uncalled
    await asyncio.gather(
        services.store.record_access(turn.recall, found, question, turn.now),
        services.record(turn.memory, _said(turn, question, answered)),
        _keep_why(turn, answered),
    )


async def _keep_why(turn: Turn, answered: Answered) -> None:
    """For /why: what is cited, or if nothing is, whatever was at hand."""
    cited = [source.chunk_id for source in answered.checked.sources]
    passages = cited or [hit.chunk.chunk_id for hit in answered.hits]
    chat = turn.message.chat.key
    await turn.services.last_answers.record(chat, passages, answered.facts, turn.now)


def _said(turn: Turn, question: str, answered: Answered) -> SaidTurn:
    message = turn.message
    return SaidTurn(
        key=f"{message.chat.platform}:{message.key}",
        question=question,
        answer=answered.checked.text,
        asked_at=message.sent_at or turn.now,
        answered_at=turn.services.clock(),
        author=turn.author,
        approved=turn.approved or message.chat.private,
        forwarded=message.forwarded,
        quote=message.quote,
    )


command = Command("ask", "<question>", "Answer from the documents, with sources", ask)
