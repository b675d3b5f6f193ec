"""Adapts models to what memory needs: instructions and material in, text or a judgement out."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from bot.llm import Model, ModelError, ModelMessage, Prompt
from bot.llm.budget import Allowance, check_budget
from bot.llm.feature import Feature
from bot.llm.second_opinion import NOTES, ask_model
from bot.llm.usage import UsageLog
from bot.messages import N_, Asker
from memory.capture.capture import Confirm, Summarize, SummaryFailedError
from memory.text.grounding import NoteClaim

BEHIND = Asker("notes")  # whose usage captures count as: no single chat asked for one


def build_summarizer(
    model: Model | None, usage: UsageLog, clock: Callable[[], datetime]
) -> Summarize:
    async def summarize(system: str, material: str) -> str:
        if model is None:
            raise SummaryFailedError(N_("No model is configured."))
        try:
            prompt = Prompt(system, (ModelMessage("user", material),))
            async with usage.open_meter(BEHIND, clock().date(), Feature.CAPTURE) as meter:
                return (await model.complete(prompt, meter=meter)).text
        except ModelError as error:
            raise SummaryFailedError(error.sentence) from error

    return summarize


def build_confirmer(
    model: Model | None, usage: UsageLog, clock: Callable[[], datetime], daily_budget: float
) -> Confirm | None:
    """Build what asks a second model about notes, while today's budget lasts; None without one."""
    if model is None:
        return None

    async def confirm(claims: Sequence[NoteClaim]) -> Collection[NoteClaim]:
        today = clock().date()
        spent = await usage.sum_cost(today)
        if check_budget(spent, daily_budget, is_owner=False) is not Allowance.FREE:
            return ()
        said = list(dict.fromkeys(each.said for each in claims))
        async with usage.open_meter(BEHIND, today, Feature.VERIFICATION) as meter:
            found = await ask_model(model, [each.note for each in claims], said, meter, NOTES)
        return [each for each in claims if found.get(each.note) == said.index(each.said) + 1]

    return confirm
