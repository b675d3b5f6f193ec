"""/ask QUESTION, and every message that is not a command."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from bot.answering.answer import answer_question
from bot.answering.extracts.phrases import format_phrase
from bot.answering.extracts.question import AskedQuestion, parse_question
from bot.answering.follow_up import understand_question
from bot.answering.recording import find_earlier_answer, record_answer
from bot.answering.result import AnswerResult
from bot.answering.summaries.request import find_summary_request
from bot.answering.without_model import PASSAGES
from bot.commands.summary import run_summary
from bot.messages import N_, Answer, Draft, Reply, UserError, _
from bot.turns.command import Command, Turn
from indexer.search.context import FoundPassages
from memory.reminders.mention import may_ask

PATIENCE = 4.0  # seconds that a question waits for a file before it says so


async def ask(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError(_("Usage: /ask QUESTION"))
    if earlier := await find_earlier_answer(turn):
        yield await _repeat(turn, question, earlier)
        return
    if reminder := await _set_reminder(turn, question):
        yield reminder
        return
    async with aclosing(_wait_for_files(turn, question)) as waiting:
        async for draft in waiting:
            yield draft
    wanted = await find_summary_request(turn, question) if turn.services.model else None
    steps = run_summary(turn, wanted, question) if wanted else _answer(turn, question)
    async with aclosing(steps):
        async for step in steps:
            yield step


async def _repeat(turn: Turn, question: str, answer: str) -> Reply:
    if not may_ask(question):
        return Reply(answer)
    from bot.answering.reminders import repeat_reply  # hardly any message needs it

    return await repeat_reply(turn, answer)


async def _set_reminder(turn: Turn, question: str) -> Reply | None:
    """Set the reminder that the message asks for; None for any other message."""
    if not may_ask(question):
        return None
    from bot.answering.reminders import answer_reminder_request  # hardly any message needs it

    return await answer_reminder_request(turn, question)


async def _answer(turn: Turn, question: str) -> Answer:
    found, asked = await _search(turn, question)
    async with aclosing(answer_question(turn, question, found, asked)) as steps:
        async for step in steps:
            if not isinstance(step, AnswerResult):
                yield Draft(step.text)
                continue
            await record_answer(turn, question, step)
            yield await _build_reply(turn, step)


async def _build_reply(turn: Turn, result: AnswerResult) -> Reply:
    reply = result.build_reply()
    if not turn.services.speaks:
        return reply
    from bot.answering.speaking import add_speech, is_spoken  # few installations need it

    return await add_speech(turn, result, reply) if await is_spoken(turn) else reply


async def _search(turn: Turn, question: str) -> tuple[FoundPassages, AskedQuestion | None]:
    """Return passages and, where no model rewrites the question, how it was understood."""
    if turn.services.model:
        from bot.answering.searching import find_passages  # with what a prompt needs

        return await find_passages(turn, question), None
    asked = await understand_question(turn, question)
    store = turn.services.store
    hits = await store.search(turn.recall, asked.searched, limit=PASSAGES, now=turn.now)
    return FoundPassages(hits), asked


async def _wait_for_files(turn: Turn, question: str) -> AsyncGenerator[Draft, None]:
    """Wait for the files that the person is having read: the question is likely about them."""
    chat, person = turn.message.chat.key, turn.message.sender.key
    if not turn.services.is_reading_for(chat):
        return
    indexing = turn.services.indexing
    if name := await indexing.wait_until_read(chat, person, within=PATIENCE):
        language = parse_question(question).language
        yield Draft(format_phrase("reading", language, name=name), lasting=True)
        await indexing.wait_until_read(chat, person)


command = Command("ask", N_("QUESTION"), N_("Answer from your documents, with sources"), ask)
