"""What multis remembers of chats, and all that keeps it in order, joined to index and model."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from bot.background import Background
from bot.llm import Model, ModelError, ModelMessage, Prompt
from bot.usage import UsageLog
from memory.capture import Captures, Summarise, SummaryFailedError
from memory.facts import Facts
from memory.forget import Forgetting
from memory.manager import ChatMemoryManager, Memories
from memory.messages import Turn as SaidTurn
from memory.retention import Retention
from memory.settings import MemorySettings

BEHIND = "notes"  # whom the cost of captures is put down to: no single chat asked for one


@dataclass(frozen=True, slots=True)
class Remembering:
    """Lives as long as the database; captures run in `background`."""

    settings: MemorySettings
    memories: Memories
    captures: Captures
    facts: Facts
    forgetting: Forgetting
    retention: Retention
    background: Background
    captured: bool  # False without a model: there is nobody to summarise
    take_over: Callable[[datetime], Awaitable[int]]  # an older assistant's files, once

    async def record(self, memory: ChatMemoryManager, turn: SaidTurn) -> None:
        """Keep question and answer once; a full window is summarised behind the reply's back."""
        await memory.record(turn)
        if self.captured:
            name = f"capture {memory.folder.chat}"
            self.background.start(name, self.captures.run(memory))


def summariser(model: Model | None, usage: UsageLog, clock: Callable[[], datetime]) -> Summarise:
    """The model as memory knows it: instructions and material in, text out."""

    async def summarise(system: str, material: str) -> str:
        if model is None:
            raise SummaryFailedError("No model is configured.")
        try:
            prompt = Prompt(system, (ModelMessage("user", material),))
            completion = await model.complete(prompt)
        except ModelError as error:
            raise SummaryFailedError(error.sentence) from error
        await usage.record(BEHIND, completion.usage, clock().date())
        return completion.text

    return summarise
