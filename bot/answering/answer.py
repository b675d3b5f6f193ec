"""Answers a message: of the whole of a document, or from the passages found for the question.

All that reads passages is loaded with this module.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from bot.access import policy
from bot.answering.extracts.phrases import format_phrase
from bot.answering.file_requests import answer_file_request
from bot.answering.follow_up import understand_question
from bot.answering.from_passages import answer_from
from bot.answering.meant_document import find_meant_request
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.summaries.request import find_summary_request
from bot.messages import Answer, Draft, UserError
from bot.messages.marked_text import escape_markup
from bot.turns.command import Turn
from indexer.search.context import EXTRACTED, FoundPassages

PATIENCE = 4.0  # seconds that a question waits for a file before it says so


async def answer_message(turn: Turn, question: str) -> Answer:
    """Answer once the files are read that the person sent; yield what there is until then."""
    async with aclosing(_wait_for_files(turn, question)) as waiting:
        async for draft in waiting:
            yield draft
    steps = await _answer_of_document(turn, question) or _answer(turn, question)
    async with aclosing(steps):
        async for step in steps:
            yield step


async def _answer_of_document(turn: Turn, question: str) -> Answer | None:
    """Return the answer to what is asked of the whole of one document; None for anything else."""
    if meant := await find_meant_request(turn, question):
        return answer_file_request(turn, question, *meant)
    wanted = await find_summary_request(turn, question) if turn.services.model else None
    if wanted is None:
        return None
    from bot.answering.summaries.steps import run_summary  # few questions want a whole document

    return run_summary(turn, wanted, question)


async def _wait_for_files(turn: Turn, question: str) -> AsyncGenerator[Draft, None]:
    """Wait for the files that the person is having read: the question is likely about them."""
    chat, person = turn.message.chat.key, turn.message.sender.key
    if not turn.services.is_reading_for(chat):
        return
    indexing = turn.services.indexing
    if name := await indexing.wait_until_read(chat, person, within=PATIENCE):
        language = parse_question(question).language
        reading = format_phrase("reading", language, name=escape_markup(name))
        yield Draft(reading, lasting=True)
        await indexing.wait_until_read(chat, person)
    access = await turn.services.people.load_access()
    if not policy.is_admitted(turn.message, access):  # their files were stopped with them
        raise UserError(policy.format_refusal(access))


async def _answer(turn: Turn, question: str) -> Answer:
    with turn.services.stage_times.measure(turn.key, "search"):
        found, asked = await _search(turn, question)
    async with aclosing(answer_from(turn, question, found, asked)) as steps:
        async for step in steps:
            yield step


async def _search(turn: Turn, question: str) -> tuple[FoundPassages, AskedQuestion | None]:
    """Return passages and, where no model rewrites the question, how it was understood."""
    if turn.services.model:
        from bot.answering.searching import find_passages  # with what a prompt needs

        return await find_passages(turn, question), None
    asked = await understand_question(turn, question)
    store = turn.services.store
    hits = await store.search(turn.recall, asked.searched, limit=EXTRACTED, now=turn.now)
    return FoundPassages(hits), asked
