from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings.config import Settings
from memory.settings import MemorySettings
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import FakeLlm


@pytest.fixture
async def world(tmp_path: Path, llm: FakeLlm) -> AsyncIterator[World]:
    settings = answered_by(llm, Settings(memory=MemorySettings(capture_threshold=100)))
    async with a_world(tmp_path, settings) as world:
        yield world
