"""The world of a chaos run: Telegram, a model that streams slowly, and an engine that hears."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bench.chaos.people import HearingSpeech
from bench.chaos.updates import build_answer
from tests.adapters.fake_bot_api import FakeBotApi
from tests.daemon import write_config
from tests.fake_llm import Call, FakeLlm, Says

PACE = 0.03  # seconds for each word of an answer
QUESTION = re.compile(r"what is ([0-9]+)\?")


@asynccontextmanager
async def open_world(home: Path, pace: float = PACE, **more: object) -> AsyncIterator[FakeBotApi]:
    """Run the servers that a daemon with this home needs; `more` blocks go into config.json."""
    async with FakeBotApi() as fake, FakeLlm(_think, pace) as model, HearingSpeech() as engine:
        mind = {"model": "openai:fake", "vision_model": "openai:fake", "api_key": "x"}
        write_config(
            home,
            fake,
            access={"policy": "open"},
            rate_limit={"burst_per_minute": 0, "daily_per_sender": 0},
            llm={**mind, "base_url": f"{model.address}/v1"},
            voice={"base_url": engine.url},
            **more,
        )
        yield fake


def _think(call: Call) -> Says:
    asked = QUESTION.findall(call.text)
    return Says(build_answer(int(asked[-1])) if asked else "No notable information.")
