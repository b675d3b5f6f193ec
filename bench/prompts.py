"""Measures how much of a prompt its provider has just read: `python -m bench.prompts [--write]`.

Somebody asks everyday questions in one conversation, over the documents of `bench.answers`, half
open. Two figures, both medians in characters: the share of a prompt that is the beginning of the
prompt before it too, and that share of all that stands above the passages.
"""

import asyncio
import secrets
import sys
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path
from statistics import median

from bench.answers.asking import build_home, find_version
from bench.record import record
from bot.access.policy import Access
from bot.home import Home
from bot.llm import Completion, Meter, Partial, Prompt, TokenUsage, Tool
from bot.messages import Attachment, Chat, IncomingMessage, Sender
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot

DOCUMENTS = Path(__file__).parent / "labels" / "answers" / "documents" / "open"
OWNER, CHAT = Sender("bench", "1"), Chat("bench", "1", private=True)
QUESTIONS = (
    "When does the pool open on Sundays?",
    "And how much is it for children?",
    "Who do I call when the dishwasher leaks?",
    "What does error E3 mean?",
    "How long is the notice period of the flat in Alder Street?",
    "Does the handbook allow working from home?",
    "What did Baxter Plumbing charge for labour?",
    "By when is it due?",
    "Which day is paper collected in Lindenhof?",
    "How many lentils does grandma's soup need?",
    "What was decided about the release date?",
    "Who writes the minutes?",
)
ANSWER = "That stands in the documents [1]. "


class RecordingModel:
    """Keeps every prompt that it was to answer."""

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []

    async def complete(
        self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
    ) -> Completion:
        del prompt, max_tokens
        if meter:
            meter.add(TokenUsage(1, 1, "recording"))
        return Completion("No notable information.")

    async def stream(
        self, prompt: Prompt, tools: tuple[Tool, ...] = (), meter: Meter | None = None
    ) -> AsyncGenerator[Partial | Completion]:
        del tools
        self.prompts.append(prompt)
        if meter:
            meter.add(TokenUsage(1, 1, "recording"))
        yield Completion(ANSWER * 4)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        build_home(find_version(None), home, sorted(DOCUMENTS.iterdir()))
        prompts = asyncio.run(_talk(home))
    whole = [_join(prompt) for prompt in prompts]
    above = [_join_above(prompt) for prompt in prompts]
    lines = [
        "| what two prompts of one conversation share | |",
        "| :-- | --: |",
        f"| characters of a prompt, median of {len(whole)} | {median(map(len, whole)):,.0f} |",
        f"| beginning, of the whole prompt | {_measure(whole, whole):.2f} |",
        f"| beginning, of what stands above the last message | {_measure(whole, above):.2f} |",
    ]
    print("\n".join(lines))
    if "--write" in sys.argv:
        record("Prompts", "python -m bench.prompts --write", lines)


async def _talk(home: Path) -> Sequence[Prompt]:
    model, access = RecordingModel(), Access(owners=frozenset({OWNER.key}))
    async with open_services(Setup(Home(home), Settings(), access, _refuse_files)) as services:
        answering = services.with_model(model)
        bot = Bot(Commands(), answering)
        for text in QUESTIONS:
            message = IncomingMessage(secrets.token_hex(8), CHAT, OWNER, text)
            async with aclosing(bot.handle(message)) as items:
                async for _item in items:
                    pass
            await answering.background.wait_until_idle()
    return model.prompts


async def _refuse_files(_platform: str, _attachment: Attachment, _path: Path) -> None:
    raise AssertionError("nobody sends files here")


def _join(prompt: Prompt) -> str:
    return "\n".join((prompt.system, *(f"{each.role}: {each.text}" for each in prompt.messages)))


def _join_above(prompt: Prompt) -> str:
    return "\n".join(
        (prompt.system, *(f"{each.role}: {each.text}" for each in prompt.messages[:-1]))
    )


def _measure(prompts: Sequence[str], measured: Sequence[str]) -> float:
    """Measure the median share of each text after the first that the prompt before begins with."""
    shares = (
        _count_shared(*pair) / len(text)
        for pair, text in zip(pairwise(prompts), measured[1:], strict=True)
    )
    return median(min(1.0, share) for share in shares)


def _count_shared(one: str, other: str) -> int:
    """Count the characters with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


if __name__ == "__main__":
    main()
