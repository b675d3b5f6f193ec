"""Spoken answers: written with their citations all the same, and spoken without them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.llm import LlmSettings
from bot.settings.config import Settings
from bot.voice.settings import VoiceSettings
from tests.conversation import OWNER, World, a_world
from tests.fake_speech import FakeSpeech, says

RULES = b"# Rules\n\nThe galley closes at nine in the evening.\n"
QUESTION = "When does the galley close?"


def read(path: Path) -> tuple[bytes, int]:
    """What a file holds, and what others may do with it."""
    return path.read_bytes(), path.stat().st_mode & 0o077


@pytest.fixture
async def fake() -> AsyncIterator[FakeSpeech]:
    async with FakeSpeech() as served:
        yield served


@asynccontextmanager
async def speaking(
    fake: FakeSpeech, folder: Path, budget: float = 0, **more: object
) -> AsyncIterator[World]:
    voice = VoiceSettings(base_url=fake.url, speech_model="tts-1", api_key="k")
    settings = Settings(
        voice=replace(voice, **more),  # type: ignore[arg-type]  # real fields
        llm=LlmSettings(daily_budget=budget),
    )
    async with a_world(folder, settings) as world:
        await world.owner("kb", rules__md=RULES)
        yield world


@pytest.fixture
async def world(fake: FakeSpeech, tmp_path: Path) -> AsyncIterator[World]:
    async with speaking(fake, tmp_path) as opened:
        yield opened


async def test_it_is_off_until_somebody_wants_it(fake: FakeSpeech, world: World) -> None:
    assert (await world.owner(QUESTION)).files == ()
    shown = await world.owner("/voice")
    assert shown.text == "Answers in this chat are written only."
    await world.owner.press(shown, "Speak them, too")
    assert len((await world.owner(QUESTION)).files) == 1
    await world.owner("/voice off")
    assert (await world.owner(QUESTION)).files == ()
    assert len(fake.spoken) == 1


async def test_the_words_are_spoken_and_the_sources_only_written(
    fake: FakeSpeech, world: World
) -> None:
    await world.owner("/voice on")
    reply = await world.owner(QUESTION)
    (wanted,) = fake.spoken
    assert "nine in the evening" in wanted["input"]
    assert "rules.md" in reply.text
    assert "[1]" in reply.text
    for unread in ("rules.md", "[1]", "*"):
        assert unread not in wanted["input"]
    assert (wanted["model"], wanted["voice"], wanted["response_format"]) == (
        "tts-1",
        "alloy",
        "opus",
    )
    (file,) = reply.files
    assert file.spoken
    assert read(Path(file.path)) == (b"OggS spoken", 0)


async def test_a_spoken_question_is_answered_by_speech(fake: FakeSpeech, world: World) -> None:
    await world.owner("/voice on")
    fake.enqueue(says(QUESTION))
    reply = await world.owner.speak()
    assert reply.text.startswith("You said:")
    assert len(reply.files) == 1
    assert "You said" not in fake.spoken[0]["input"]


@pytest.mark.parametrize(
    ("sound", "why"),
    [
        (500, "does not answer"),
        (401, "refused this one"),
        (b"<html>", "something else than speech"),
        (b"OggS" + b"x" * (9 << 20), "something else than speech"),
    ],
)
async def test_an_engine_that_fails_costs_no_answer(
    fake: FakeSpeech, world: World, sound: bytes | int, why: str
) -> None:
    await world.owner("/voice on")
    fake.sound = sound
    reply = await world.owner(QUESTION)
    assert "nine" in reply.text
    assert why in reply.text.splitlines()[-1]
    assert reply.files == ()


async def test_each_chat_decides_for_itself_and_in_groups_the_owner(
    fake: FakeSpeech, world: World
) -> None:
    await world.person("2")("/voice on")
    assert (await world.owner(QUESTION)).files == ()
    assert len((await world.person("2")(QUESTION)).files) == 1
    refused = await world.person("2", chat="g", private=False)("/voice on")
    assert "only my owner" in refused.text
    assert "spoken, too" in (await world.person(OWNER, chat="g", private=False)("/voice on")).text


async def test_it_says_where_the_words_go(fake: FakeSpeech, tmp_path: Path, world: World) -> None:
    assert "stay on this machine" in (await world.owner("/voice on")).text
    away = VoiceSettings(speech_model="tts-1", speech_url="https://speech.example.org/v1")
    async with a_world(tmp_path / "b", Settings(voice=away)) as other:
        assert "sent to speech.example.org" in (await other.owner("/voice on")).text


async def test_a_server_of_its_own_never_gets_the_other_ones_key(tmp_path: Path) -> None:
    async with (
        FakeSpeech(key="own") as fake,
        speaking(fake, tmp_path, speech_url=fake.url, speech_key="own", api_key="other") as world,
    ):
        await world.owner("/voice on")
        assert len((await world.owner(QUESTION)).files) == 1
        assert fake.spoken[0]["key"] == "Bearer own"


async def test_what_it_costs_is_counted_and_ends_with_the_budget(
    fake: FakeSpeech, tmp_path: Path
) -> None:
    async with speaking(fake, tmp_path, budget=0.0001, speech_price=100.0) as world:
        await world.person("2")("/voice on")
        assert len((await world.person("2")(QUESTION)).files) == 1
        assert "cost 0.0041" in (await world.owner("/usage")).text
        over = await world.person("2")(QUESTION)
        assert over.files == ()
        assert "budget is used up" in over.text


async def test_without_an_engine_it_says_so(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert "voice.speech_model" in (await world.owner("/voice on")).text
