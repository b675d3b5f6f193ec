"""The model that the owner has configured, for a bench with `--model`; its cost is told first."""

import argparse
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct

from bot.home import find_home
from bot.llm import LlmSettings, Model, ModelMessage, Prompt
from bot.llm.connect import open_model
from bot.settings.config import load_settings
from indexer.text.llm_tokens import count_llm_tokens

WRITTEN = 120  # tokens of an answer, as a guess


class Estimate(Struct, frozen=True):
    requests: int
    sent: int  # tokens
    written: int

    def format_cost(self, settings: LlmSettings) -> str:
        price = settings.price
        money = (self.sent * price.input + self.written * price.output) / 1_000_000
        paid = f"about {money:.2f}" if money else "unknown, for llm.price is not set"
        return (
            f"{settings.model}: {self.requests} requests, about {self.sent:,} tokens sent and"
            f" {self.written:,} written; cost {paid}."
        )


def add_model_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", action="store_true", help="measure the configured model")
    parser.add_argument("--home", default="", help="whose config.json names the model")
    parser.add_argument("--yes", action="store_true", help="do not ask whether the cost is right")


def estimate(prompts: Sequence[Prompt]) -> Estimate:
    texts = ((each.system, *(message.text for message in each.messages)) for each in prompts)
    sent = sum(count_llm_tokens(text) for prompt in texts for text in prompt)
    return Estimate(len(prompts), sent, WRITTEN * len(prompts))


def load_model_settings(home: str) -> LlmSettings:
    """Load the owner's settings of the model; exits if there is none."""
    settings = load_settings(find_home(home, os.environ).config, os.environ).llm
    if not settings.model:
        raise SystemExit("No model is configured: set llm.model, or name a home with --home.")
    return settings


def confirm_cost(told: str, *, yes: bool, ask: Callable[[str], str] = input) -> bool:
    """Tell the cost, and ask unless the person has agreed already."""
    print(told)
    return yes or ask("Go on? [y/N] ").strip().lower() == "y"


@asynccontextmanager
async def open_configured(settings: LlmSettings) -> AsyncIterator["PlainModel"]:
    async with open_model(settings) as model:
        yield PlainModel(model)


class PlainModel(Struct, frozen=True):
    """Instructions and material in, text out: what a capture calls."""

    model: Model

    async def __call__(self, system: str, material: str) -> str:
        return await self.ask(Prompt(system, (ModelMessage("user", material),)))

    async def ask(self, prompt: Prompt) -> str:
        return (await self.model.complete(prompt)).text
