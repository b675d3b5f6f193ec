"""A model that is shown pictures with whatever it is asked."""

from collections.abc import AsyncGenerator

from msgspec import Struct
from msgspec.structs import replace

from bot.llm.metering import Meter
from bot.llm.model import Completion, Model, Partial, Picture, Prompt, Tool


class ShowingModel(Struct, frozen=True):
    """Lives as long as `model`."""

    model: Model
    pictures: tuple[Picture, ...]

    async def complete(
        self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
    ) -> Completion:
        return await self.model.complete(self._show(prompt), max_tokens=max_tokens, meter=meter)

    def stream(
        self, prompt: Prompt, tools: tuple[Tool, ...] = (), meter: Meter | None = None
    ) -> AsyncGenerator[Partial | Completion]:
        return self.model.stream(self._show(prompt), tools, meter)

    def _show(self, prompt: Prompt) -> Prompt:
        return replace(prompt, pictures=self.pictures)
