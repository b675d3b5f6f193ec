"""Real sound in a chat: spoken by espeak-ng, heard by a real model, here and behind an address."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.settings.config import Settings
from bot.voice.settings import VoiceSettings
from tests.conversation import World, a_world
from tests.speech.server import RealSpeech
from tests.speech.sounds import find_speech_model, make_noise, make_silence, speak, write_ogg

RULES = b"# Rules\n\nThe kitchen closes at nine in the evening.\n"
QUESTION = "When does the kitchen close?"


@pytest.fixture(params=["here", "served"])
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    """A bot that listens: by its own model, or by that of a server."""
    model = find_speech_model()
    local = VoiceSettings(local_model=str(model), language="en", long_minutes=1)
    async with RealSpeech(model) as served:
        remote = replace(local, local_model="", base_url=served.url)
        voice = local if request.param == "here" else remote
        async with a_world(tmp_path / "home", Settings(voice=voice)) as opened:
            yield opened


def record(folder: Path, *parts: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> bytes:
    """A voice note as Telegram sends it."""
    return write_ogg(folder / "sound", np.concatenate(parts)).read_bytes()


async def test_a_spoken_question_is_quoted_and_answered(world: World, tmp_path: Path) -> None:
    await world.owner("kb", rules__md=RULES)
    reply = await world.owner.speak(content=record(tmp_path, speak(QUESTION)))
    assert "You said: “" in reply.text
    assert "kitchen" in reply.text.split("”")[0]
    assert "nine" in reply.text
    assert "rules.md" in reply.text


async def test_nothing_is_made_of_silence_and_noise(world: World, tmp_path: Path) -> None:
    sound = record(tmp_path, make_silence(3), make_noise(4, 0.05))
    assert (await world.owner.speak(content=sound)).text == "I heard no words in that recording."


async def test_a_broken_recording_gets_a_sentence_and_no_second_try(world: World) -> None:
    reply = await world.owner.speak(content=b"OggS and nothing more")
    assert reply.failed
    assert "read" in reply.text
    assert not reply.choices


async def test_a_long_one_shows_how_many_of_its_minutes_are_written_down(
    world: World, tmp_path: Path
) -> None:
    sound = record(tmp_path, speak("Welcome to the meeting."), make_silence(125))
    owner = world.owner
    await owner.speak(128, content=sound)
    shown = [each for each in owner.drafts if each.endswith("1 of 2 minutes …")]
    local = bool(world.services.settings.voice.local_model)
    assert bool(shown) is local, owner.drafts


async def test_a_long_one_is_a_document_cited_by_its_times(world: World, tmp_path: Path) -> None:
    later = speak("The new heating was built in nineteen thirty one.")
    sound = record(tmp_path, speak("Welcome to the meeting."), make_silence(75), later)
    reply = await world.owner.speak(85, content=sound)
    assert "Indexed" in reply.text
    found = await world.owner("/search heating built")
    assert "1:1" in found.text, found.text


async def test_the_time_that_listening_takes_here_counts_for_a_guest(
    world: World, tmp_path: Path
) -> None:
    guest, local = world.person("2"), bool(world.services.settings.voice.local_model)
    await guest.speak(content=record(tmp_path, speak(QUESTION)))
    used = (await world.services.quotas.get("test:2")).used
    assert (used.files, used.seconds > 0) == (1, local)
    if local:
        await world.services.quotas.set("test:2", "seconds", 1)
        await world.services.quotas.open_allowance("test:2").add_seconds(1)
        refused = await guest.speak(content=record(tmp_path, speak(QUESTION)))
        assert "reading time" in refused.text
