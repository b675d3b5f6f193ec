"""/ask <question>, and every message that is no command."""

from contextlib import aclosing

from bot.answering import Answered, answer
from bot.commands import Command, Turn
from bot.messages import Answer, Draft, UserError
from memory.messages import Turn as SaidTurn

PASSAGES = 5


async def ask(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError("Usage: /ask <question>")
    services = turn.services
    hits = await services.store.search(turn.recall, question, limit=PASSAGES, now=turn.now)
    async with aclosing(answer(turn, question, hits)) as steps:
        async for step in steps:
            if not isinstance(step, Answered):
                yield Draft(step.text)
                continue
            # Kept before it is sent: what was said must not depend on whether sending worked.
            await services.store.record_access(turn.recall, step.hits, question, turn.now)
            await services.remembering.record(turn.memory, _said(turn, question, step))
            yield step.reply()


def _said(turn: Turn, question: str, answered: Answered) -> SaidTurn:
    message = turn.message
    return SaidTurn(
        key=f"{message.chat.platform}:{message.key}",
        question=question,
        answer=answered.checked.text,
        asked_at=message.sent_at or turn.now,
        answered_at=turn.services.clock(),
        author="" if message.chat.private else message.sender.name,
        forwarded=message.forwarded,
        quote=message.quote,
    )


command = Command("ask", "<question>", "Answer from the documents, with sources", ask)
