"""The local engine as the bot has it: its sentences, and what a real model makes of speech."""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.voice.engine import TranscriptionError, WorkTime, is_local_engine, name_model
from bot.voice.local import LocalTranscriber
from bot.voice.settings import VoiceSettings, listens
from bot.voice.speaker import find_server
from bot.voice.speech import build_engine
from indexer.speech.models import NEEDED
from tests.speech.sounds import find_speech_model, make_silence, make_tone, speak, write_ogg

LOCAL = VoiceSettings(local_model="base")


@pytest.fixture
def broken_model(tmp_path: Path) -> Path:
    folder = tmp_path / "models" / "whisper-base"
    folder.mkdir(parents=True)
    for name in NEEDED:
        (folder / name).write_bytes(b"{}")
    return folder.parent


async def fault(models: Path, sound: Path, settings: VoiceSettings = LOCAL) -> TranscriptionError:
    with pytest.raises(TranscriptionError) as caught:
        await LocalTranscriber(settings, models).transcribe(sound, ".ogg")
    return caught.value


async def test_its_text_has_times_and_its_length(tmp_path: Path) -> None:
    settings = replace(LOCAL, local_model=str(find_speech_model()), language="en")
    sound = write_ogg(tmp_path / "sound", speak("How much does the ticket cost?"))
    heard = await build_engine(settings, tmp_path).transcribe(sound, ".ogg")
    assert "ticket cost" in heard.text
    assert heard.seconds == pytest.approx(
        len(speak("How much does the ticket cost?")) / 48_000, 0.1
    )
    assert heard.segments[0].start < 2


async def test_a_model_that_is_not_there_is_told_to_the_owner_alone(tmp_path: Path) -> None:
    sound = write_ogg(tmp_path / "sound", make_tone(440, 1))
    error = await fault(tmp_path / "models", sound)
    assert error.retryable
    assert str(tmp_path) not in str(error)
    with pytest.raises(TranscriptionError, match="voice install") as caught:
        await LocalTranscriber(LOCAL, tmp_path / "models").check()
    assert str(tmp_path) in str(caught.value)


async def test_a_model_that_cannot_be_loaded_is_found_by_the_check(
    tmp_path: Path, broken_model: Path
) -> None:
    sound = write_ogg(tmp_path / "sound", make_tone(440, 1))
    assert (await fault(broken_model, sound)).retryable
    with pytest.raises(TranscriptionError, match="cannot be loaded"):
        await LocalTranscriber(LOCAL, broken_model).check()


async def test_a_broken_file_is_not_tried_again(tmp_path: Path, broken_model: Path) -> None:
    (tmp_path / "sound").write_bytes(b"OggS and no more")
    error = await fault(broken_model, tmp_path / "sound")
    assert not error.retryable
    assert ("cannot read" if shutil.which("ffmpeg") else "Without ffmpeg") in str(error)


async def test_one_that_is_stopped_leaves_the_next_its_turn(
    tmp_path: Path, broken_model: Path
) -> None:
    sound = write_ogg(tmp_path / "sound", make_tone(440, 1))
    engine = LocalTranscriber(LOCAL, broken_model)
    stopped = asyncio.create_task(engine.transcribe(sound, ".ogg"))
    await asyncio.sleep(0)
    stopped.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopped
    with pytest.raises(TranscriptionError):
        await engine.transcribe(sound, ".ogg")


def open_engine(tmp_path: Path) -> LocalTranscriber:
    model = str(find_speech_model())
    settings = replace(LOCAL, local_model=model, language="en", long_minutes=1)
    return LocalTranscriber(settings, tmp_path)


async def test_a_long_recording_keeps_no_voice_note_waiting(tmp_path: Path) -> None:
    engine, begun = open_engine(tmp_path), asyncio.Event()
    spoken = speak("The boiler was serviced on the third of May.")
    hours = write_ogg(tmp_path / "long", np.tile(spoken, 60))
    note = write_ogg(tmp_path / "short", speak("How much does the ticket cost?"))
    long = asyncio.create_task(engine.transcribe(hours, ".ogg", lambda _seconds: begun.set()))
    await begun.wait()
    assert "ticket" in (await engine.transcribe(note, ".ogg")).text
    assert not long.done()
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long


async def test_one_that_is_longer_than_it_is_said_to_be_is_written_down(tmp_path: Path) -> None:
    sound = np.concatenate([make_silence(75), speak("How much does the ticket cost?")])
    work = WorkTime()
    heard = await open_engine(tmp_path).transcribe(
        write_ogg(tmp_path / "sound", sound), ".ogg", work=work
    )
    assert "ticket" in heard.text
    assert work.seconds > 0


def test_it_goes_before_an_address_and_keeps_recordings_here() -> None:
    both = replace(LOCAL, base_url="https://speech.example.org/v1", model="whisper-1")
    assert is_local_engine(both)
    assert isinstance(build_engine(both, Path()), LocalTranscriber)
    assert (name_model(both), name_model(replace(both, local_model=""))) == (
        "local:base",
        "whisper-1",
    )
    assert not is_local_engine(find_server(replace(both, speech_model="tts-1")))


def test_nobody_listens_without_a_model_or_an_address() -> None:
    assert not listens(VoiceSettings())
    assert listens(LOCAL)
    assert listens(VoiceSettings(base_url="http://127.0.0.1:8000/v1"))
