"""Answers a question from the passages found for it, with citations that hold.

With a model its answer, checked; without one, or where every model fails, what
`bot.answering.without_model` finds. All that reads passages is loaded with this module.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.access import policy
from bot.answering.extracts.phrases import format_phrase
from bot.answering.file_requests import answer_file_request, find_meant_request
from bot.answering.follow_up import understand_question
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.recording import complete_answer
from bot.answering.result import AnswerResult
from bot.answering.summaries.request import find_summary_request
from bot.answering.without_model import answer_after_failure, answer_without_model
from bot.llm import ModelError, Partial
from bot.messages import Answer, Draft, UserError
from bot.messages.marked_text import escape_markup
from bot.turns.command import Turn
from indexer.search.context import EXTRACTED, FoundPassages

if TYPE_CHECKING:
    from bot.llm.budget import Allowance

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


async def answer_from(
    turn: Turn, question: str, found: FoundPassages, asked: AskedQuestion | None = None
) -> Answer:
    """Answer from passages, as `answer_question` does, and record the answer."""
    async with aclosing(answer_question(turn, question, found, asked)) as steps:
        async for step in steps:
            if isinstance(step, AnswerResult):
                yield await complete_answer(turn, question, step)
            else:
                yield Draft(step.text)


async def _search(turn: Turn, question: str) -> tuple[FoundPassages, AskedQuestion | None]:
    """Return passages and, where no model rewrites the question, how it was understood."""
    if turn.services.model:
        from bot.answering.searching import find_passages  # with what a prompt needs

        return await find_passages(turn, question), None
    asked = await understand_question(turn, question)
    store = turn.services.store
    hits = await store.search(turn.recall, asked.searched, limit=EXTRACTED, now=turn.now)
    return FoundPassages(hits), asked


async def answer_question(
    turn: Turn, question: str, found: FoundPassages, asked: AskedQuestion | None = None
) -> AsyncGenerator[Partial | AnswerResult, None]:
    """Yield the answer as it grows, then one `AnswerResult`, from what a search found.

    `asked` is how `question` was understood, by whoever had to know it for the search.
    """
    model = turn.services.model
    if model is None:
        yield await answer_without_model(turn, question, found.hits, asked=asked)
        return
    allowed = await check_allowance(turn)
    if allowed.stops:
        yield await answer_without_model(turn, question, found.hits, allowed.notice, asked)
        return
    from bot.answering.with_model.answer import (
        answer_with_model,  # prompt and tools take longer to load than an extract to make
    )

    try:
        async with aclosing(answer_with_model(turn, model, question, found)) as steps:
            async for step in steps:
                if isinstance(step, AnswerResult):
                    yield replace(step, notice=allowed.notice or step.notice)
                else:
                    yield step
    except ModelError as error:
        yield await answer_after_failure(turn, question, found.hits, error)


async def check_allowance(turn: Turn) -> "Allowance":
    """Return whether today's budget allows the sender an answer by a model."""
    from bot.llm.budget import Allowance, check_budget  # without a model nobody asks

    services = turn.services
    if not services.settings.llm.daily_budget:
        return Allowance.FREE
    spent = await services.usage.sum_cost(turn.now.date())
    return check_budget(spent, services.settings.llm.daily_budget, is_owner=turn.is_owner)
