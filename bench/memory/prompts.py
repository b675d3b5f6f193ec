"""The prompt of a real answer: how often does it state the same fact?

The owner tells forty-three facts, which are captured as the model is asked to capture them, and
then asks about one of them. Their own messages in the recent conversation do not count.
"""

import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path

from bench.memory.filler_texts import generate_facts
from bot.access.policy import Access
from bot.home import Home
from bot.llm import Completion, Meter, Partial, Prompt, TokenUsage, Tool
from bot.messages import Attachment, Chat, IncomingMessage, Sender
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from tests.memory.model import own_lines

OWNER = Sender("bench", "1")
CHAT = Chat("bench", "1", private=True)
FACTS = 43

Write = Callable[[str], str]  # a capture's answer from its request


class RecordingModel:
    """Notes everything when it captures, and keeps the last prompt that it was to answer."""

    def __init__(self, write_notes: Write) -> None:
        self._write_notes = write_notes
        self.notes = ""

    async def complete(
        self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
    ) -> Completion:
        del max_tokens
        if meter:
            meter.add(TokenUsage(1, 1, "recording"))
        return Completion(self._write_notes(prompt.messages[-1].text))

    async def stream(
        self, prompt: Prompt, tools: tuple[Tool, ...] = (), meter: Meter | None = None
    ) -> AsyncGenerator[Partial | Completion]:
        del tools
        self.notes = f"{prompt.system}\n{prompt.messages[-1].text}"
        if meter:
            meter.add(TokenUsage(1, 1, "recording"))
        yield Completion("I see.")


def write_all_notes(request: str) -> str:
    return "\n".join(f"- {text} [{number}] {{fact}}" for number, text in own_lines(request))


async def count_repeated_facts(folder: Path, facts: int = FACTS) -> tuple[int, int]:
    """Count the facts of a prompt that stand in it, and how often they stand there again."""
    told = generate_facts(facts)
    model = RecordingModel(write_all_notes)
    access = Access(owners=frozenset({"bench:1"}))
    async with open_services(Setup(Home(folder), Settings(), access, _refuse_files)) as services:
        answering = services.with_model(model)
        bot = Bot(Commands(), answering)
        for text in told:
            await _say(bot, text)
            await answering.background.wait_until_idle()
        await _say(bot, "What do you know about my friends?")
    counts = Counter({text: model.notes.count(text.rstrip(".")) for text in told})
    present = [number for number in counts.values() if number]
    return len(present), sum(present) - len(present)


async def _say(bot: Bot, text: str) -> None:
    message = IncomingMessage(secrets.token_hex(8), CHAT, OWNER, text)
    async with aclosing(bot.handle(message)) as items:
        async for _item in items:
            pass


async def _refuse_files(_platform: str, _attachment: Attachment, _path: Path) -> None:
    raise AssertionError("nobody sends files here")
