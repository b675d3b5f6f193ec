"""Answers a question from the passages found for it, with citations that hold.

With a model its answer, checked; without one, or where every model fails, what
`bot.answering.without_model` finds.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from bot.answering.extracts.question import AskedQuestion
from bot.answering.result import AnswerResult
from bot.answering.without_model import answer_after_failure, answer_without_model
from bot.llm import ModelError, Partial
from bot.llm.usage import Allowance, check_budget
from bot.turns.command import Turn
from indexer.search.context import FoundPassages


async def answer_question(
    turn: Turn, question: str, found: FoundPassages, asked: AskedQuestion | None = None
) -> AsyncGenerator[Partial | AnswerResult, None]:
    """Yield the answer as it grows, then one `AnswerResult`, from what a search found.

    `asked` is how `question` was understood, by whoever had to know it for the search.
    """
    model = turn.services.model
    allowed = await check_allowance(turn) if model else Allowance.FREE
    if model is None or allowed is Allowance.STOP:
        yield await answer_without_model(turn, question, found.hits, allowed.notice, asked)
        return
    from bot.answering.with_model import (
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


async def check_allowance(turn: Turn) -> Allowance:
    """Return whether today's budget allows the sender an answer by a model."""
    services = turn.services
    if not services.settings.llm.daily_budget:
        return Allowance.FREE
    spent = await services.usage.sum_cost(turn.now.date())
    return check_budget(spent, services.settings.llm.daily_budget, is_owner=turn.is_owner)
