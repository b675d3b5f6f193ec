"""Answers a question from the passages found for it, with citations that hold.

With a model its answer, checked; without one, or where every model fails, what
`bot.answering.without_model` finds.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.answering.question.asked_question import AskedQuestion
from bot.answering.recording import complete_answer
from bot.answering.result import AnswerResult
from bot.answering.without_model import answer_after_failure, answer_without_model
from bot.llm import ModelError, Partial
from bot.messages import Answer, Draft
from bot.turns.command import Turn
from indexer.search.context import FoundPassages

if TYPE_CHECKING:
    from bot.llm.budget import Allowance


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
