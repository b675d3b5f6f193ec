"""What `memory` in config.json does in a conversation, and what holds where it says nothing."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from math import log
from pathlib import Path

import pytest

from bot.settings.config import Settings, load_settings
from indexer.scopes import Visibility
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import FakeLlm

UNSET: dict[str, object] = {}


def configured(folder: Path, **content: object) -> Settings:
    (folder / "config.json").write_text(json.dumps(content), encoding="utf-8")
    return load_settings(folder / "config.json", {})


@asynccontextmanager
async def a_conversation(folder: Path, llm: FakeLlm, **memory: object) -> AsyncIterator[World]:
    """With a model, but without captures, which would shorten the conversation."""
    settings = configured(folder, memory={"capture_threshold": 400, **memory})
    async with a_world(folder, answered_by(llm, settings)) as world:
        yield world


@pytest.mark.spec("S4-125")
@pytest.mark.parametrize("memory", [UNSET, {"enabled": True}])
async def test_memory_is_on_unless_it_is_switched_off(
    tmp_path: Path, llm: FakeLlm, memory: dict[str, object]
) -> None:
    async with a_conversation(tmp_path, llm, **memory) as world:
        await world.owner("The ferry leaves at seven.")
        await world.owner("/remember I keep the key in the shed")
        await world.owner("Hello")
    assert "The ferry leaves at seven." in llm.calls[-1].text
    assert "key in the shed" in llm.calls[-1].text


@pytest.mark.spec("S4-125")
async def test_memory_that_is_switched_off_knows_nothing_of_what_was_said(
    tmp_path: Path, llm: FakeLlm
) -> None:
    async with a_conversation(tmp_path, llm, enabled=False) as world:
        await world.owner("The ferry leaves at seven.")
        refused = await world.owner("/remember I keep the key in the shed")
        await world.owner("Hello")
        files = [path for path in world.services.home.chats.rglob("*") if path.is_file()]
    assert refused.failed
    assert "memory.enabled" in refused.text
    assert "ferry" not in llm.calls[-1].text
    assert "shed" not in llm.calls[-1].text
    assert not [path for path in files if "ferry" in path.read_text(encoding="utf-8")]


@pytest.mark.spec("S4-126")
@pytest.mark.parametrize(("memory", "messages"), [(UNSET, 20), ({"recent_window": 6}, 6)])
async def test_a_prompt_holds_the_last_twenty_messages_unless_told_otherwise(
    tmp_path: Path, llm: FakeLlm, memory: dict[str, object], messages: int
) -> None:
    async with a_conversation(tmp_path, llm, **memory) as world:
        for number in range(100, 115):
            await world.owner(f"remark{number}")
        await world.owner("last")
    remarks = [number for number in range(100, 115) if f"remark{number}" in llm.calls[-1].text]
    assert remarks == list(range(115 - messages // 2, 115))  # each was answered


@pytest.mark.spec("S4-39", "S4-132")
@pytest.mark.parametrize(("memory", "decay"), [(UNSET, 0.5), ({"decay_rate": 0.05}, 0.05)])
async def test_use_fades_by_the_half_unless_told_otherwise(
    tmp_path: Path, memory: dict[str, object], decay: float
) -> None:
    settings = configured(tmp_path, memory=memory, search={"mode": "specification"})
    async with a_world(tmp_path, settings) as world:
        await world.owner("kb", rent__md=b"# Rent\n\nThe rent is 900.\n")
        await world.owner("/search rent")
        tomorrow = world.clock() + timedelta(days=1)
        (hit,) = await world.services.store.search(Visibility.unrestricted(), "rent", now=tomorrow)
    age = 86_400.0
    assert hit.explain["use"] == pytest.approx(2 * log(1 + age**-decay), rel=1e-3)
