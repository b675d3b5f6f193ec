"""The configured model, for `--model`: its settings, and about what asking it all will cost."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from bench.answers.items import Grade, Item
from bot.home import Home, find_home
from bot.llm import LlmSettings
from bot.llm.metering import TokenUsage
from bot.llm.usage import compute_cost
from bot.settings.config import load_settings

# Of one message, with instructions, tools, passages and what was said before: measured over the
# half `open`. A call of a tool sends all of it once more.
READ, WRITTEN = 2_700, 150


class ConfiguredModel(Struct, frozen=True):
    """The `llm` block of the owner's configuration, as it stands there and as it is understood."""

    block: Mapping[str, object]
    settings: LlmSettings


def load_model() -> ConfiguredModel:
    """Load it from the home that MULTIS_HOME names; exit where no model is configured."""
    home = find_home(None, os.environ)
    settings = load_settings(home.config, os.environ).llm
    if not settings.model:
        sys.exit(f"No model is configured: llm.model in {home.config} is empty.")
    return ConfiguredModel(_read_block(home), settings)


def _read_block(home: Home) -> Mapping[str, object]:
    written = json.loads(home.config.read_text("utf-8")) if home.config.exists() else {}
    block = written.get("llm", {})
    assert isinstance(block, dict)
    return {**block, "daily_budget": 0}  # in a copy of the home, nothing was spent yet


def select_for_model(items: Sequence[Item]) -> list[Item]:
    """Leave out what a model can do and rules cannot: its answers would have to be read."""
    return [each for each in items if each.grade is not Grade.CANNOT]


def format_cost(model: ConfiguredModel, items: Sequence[Item]) -> str:
    """Tell how many messages go to which model, and about what that costs."""
    asked = sum(1 + len(item.earlier) for item in items)
    usage = TokenUsage(asked * READ, asked * WRITTEN, model.settings.model, 0)
    lead = (
        f"{asked} messages to {model.settings.model}: about {usage.input_tokens:,} tokens read,"
        f" {usage.output_tokens:,} written"
    )
    cost = compute_cost(usage, model.settings.price)
    return f"{lead}, {cost:.2f} by llm.price." if cost else f"{lead}; llm.price is not set."


def confirm(question: str, ask: Callable[[str], str] = input) -> None:
    """Exit unless the person at the terminal agrees."""
    if ask(f"{question} Go on? [y/N] ").strip().casefold() not in ("y", "yes"):
        sys.exit("Nothing was asked.")


def write_config(model: ConfiguredModel, home: Path) -> None:
    """Configure the model in a bench's home, which nobody else may read."""
    path = home / "config.json"
    written = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.touch(mode=0o600)
    path.write_text(json.dumps({**written, "llm": model.block}), "utf-8")
