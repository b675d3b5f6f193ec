"""Adapt the model to what memory needs: instructions and material in, text out."""

from collections.abc import Callable
from datetime import datetime

from bot.llm import Model, ModelError, ModelMessage, Prompt
from bot.llm.usage import UsageLog
from bot.messages import N_
from memory.capture.capture import Summarize, SummaryFailedError

BEHIND = "notes"  # whose usage captures count as: no single chat asked for one


def build_summarizer(
    model: Model | None, usage: UsageLog, clock: Callable[[], datetime]
) -> Summarize:
    async def summarize(system: str, material: str) -> str:
        if model is None:
            raise SummaryFailedError(N_("No model is configured."))
        try:
            prompt = Prompt(system, (ModelMessage("user", material),))
            async with usage.open_meter(BEHIND, clock().date()) as meter:
                return (await model.complete(prompt, meter=meter)).text
        except ModelError as error:
            raise SummaryFailedError(error.sentence) from error

    return summarize
