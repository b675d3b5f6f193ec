"""Checks what the model wrote against what it was shown."""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from bot.answering.result import AnswerResult
from bot.answering.with_model.gathering import PromptParts, list_told_texts
from bot.citations.check import check_citations
from bot.llm import Completion
from bot.llm.budget import Allowance, check_budget
from bot.llm.feature import Feature
from bot.llm.second_opinion import ask_model
from bot.messages import run_aside
from bot.runtime.cancellation import Stopped
from bot.tools.numbered_passages import NumberedPassages
from bot.turns.command import Turn
from indexer.documents import Hit


async def check_answer(
    turn: Turn, done: Completion, found: NumberedPassages, gathered: PromptParts
) -> AnswerResult:
    """Check all statements against the passages, notes and messages that the model was shown."""
    question = gathered.layers.question.text
    known = [each for each in (*list_told_texts(gathered.layers), *found.notes) if each]
    check = partial(check_citations, done.text, found.hits, question, known)
    length = len(done.text) + len(question) + sum(map(len, known))
    checked = await run_aside(check, length)
    asked = () if done.stopped else checked.open
    if asked and (confirmed := await _ask_verifier(turn, asked, found.hits)):
        checked = await run_aside(partial(check, confirmed), length)
    answer = AnswerResult(checked, found.hits, facts=gathered.facts)
    return replace(answer, truncated=done.truncated, stopped=done.stopped)


async def _ask_verifier(
    turn: Turn, statements: Sequence[str], hits: Sequence[Hit]
) -> Mapping[str, int]:
    """Ask the second model, if there is one and today's budget allows it.

    Once the chat stops it, the answer is as the rules have it.
    """
    services, day = turn.services, turn.now.date()
    if services.verifier is None or not hits:
        return {}
    spent = await services.usage.sum_cost(day)
    budget = services.settings.llm.daily_budget
    if check_budget(spent, budget, is_owner=False) is not Allowance.FREE:
        return {}
    asker = turn.message.asker
    passages = [hit.chunk.text for hit in hits]
    try:
        async with services.usage.open_meter(asker, day, Feature.VERIFICATION) as meter:
            asking = ask_model(services.verifier, statements, passages, meter)
            return await services.cancellations.run_whole(asker.chat, asker.person, asking)
    except Stopped:
        return {}
