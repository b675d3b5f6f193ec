"""A real model on real sound: what is said comes out, and of silence and noise nothing."""

import re
from contextlib import aclosing
from pathlib import Path

import numpy as np
import pytest

from indexer.speech.process import Listening, check_model, listen
from indexer.speech.sound import RATE
from indexer.speech.vocabulary import Stretch
from indexer.speech.whisper import Windows, is_repetitive, is_speech, measure_quiet
from tests.speech.sounds import make_noise, make_silence, make_tone, speak, write_m4a, write_ogg

QUESTION = "How much does the ticket cost?"
ORDER = "Please remind me to call the bank on Friday."


def words(stretches: list[Stretch]) -> list[str]:
    return re.findall(r"\w+", " ".join(each.text for each in stretches).lower())


async def hear(model: Path, sound: Path) -> list[Stretch]:
    async with aclosing(listen(Listening(model, sound))) as steps:
        return [each async for step in steps for each in step.stretches]


@pytest.fixture
async def heard_long(speech_model: Path, tmp_path: Path) -> list[Stretch]:
    pause = make_silence(40)
    sound = np.concatenate([speak(QUESTION), pause, make_noise(5, 0.005), speak(ORDER)])
    return await hear(speech_model, write_ogg(tmp_path / "sound", sound))


async def test_a_voice_note_is_written_down(speech_model: Path, tmp_path: Path) -> None:
    sound = speak(f"{QUESTION} {ORDER}")
    heard = words(await hear(speech_model, write_ogg(tmp_path / "sound", sound)))
    said = words([Stretch(0, 0, f"{QUESTION} {ORDER}")])
    assert len(set(said) & set(heard)) >= len(set(said)) - 2, heard


async def test_speech_after_a_long_silence_has_its_time(heard_long: list[Stretch]) -> None:
    assert {"ticket", "cost"} <= set(words(heard_long))
    later = [each for each in heard_long if each.start > 30]  # the silence has no words
    assert {"remind", "call"} <= set(words(later))
    begins = len(speak(QUESTION)) / 48_000 + 45
    assert abs(later[0].start - begins) < 6
    assert not [each for each in heard_long if 8 < each.start < 38]


@pytest.mark.parametrize("loudness", [0.02, 0.1])
async def test_noise_is_nobodys_word(speech_model: Path, tmp_path: Path, loudness: float) -> None:
    sound = write_ogg(tmp_path / "sound", make_noise(8, loudness))
    assert await hear(speech_model, sound) == []


async def test_silence_and_a_tone_are_nobodys_word(speech_model: Path, tmp_path: Path) -> None:
    sound = np.concatenate([make_silence(35), make_tone(440, 8)])
    assert await hear(speech_model, write_ogg(tmp_path / "sound", sound)) == []


async def test_the_sound_of_a_video_is_written_down(speech_model: Path, tmp_path: Path) -> None:
    sound = write_m4a(tmp_path / "sound", speak(QUESTION))
    assert {"ticket", "cost"} <= set(words(await hear(speech_model, sound)))


async def test_a_model_can_be_checked_without_a_recording(speech_model: Path) -> None:
    await check_model(speech_model, 60)


def test_windows_begin_where_the_last_one_ended() -> None:
    blocks = [np.full(7 * RATE, number, np.float32) for number in range(10)]
    windows, found = Windows(blocks), list[float]()
    while len(window := windows.read()):
        found.append(windows.position)
        assert len(window) <= 30 * RATE
        assert float(window[0]) == windows.position // 7
        windows.advance(20.5)
    assert found == [0.0, 20.5, 41.0, 61.5]
    assert windows.position == 70


def test_what_is_said_of_silence_is_believed_only_if_it_is_certain() -> None:
    assert is_speech(0.1, -0.9)
    assert is_speech(0.7, -0.2)
    assert not is_speech(0.7, -0.9)


def test_what_is_said_of_a_tone_is_believed_by_nobody() -> None:
    assert not is_speech(0.34, -1.38)  # "BEE-BEE-BE-BEEP", as the model heard a tone of 440 Hz


def test_quiet_is_nothing_louder_than_a_whisper_of_hiss() -> None:
    nothing, tone = np.zeros(5 * RATE, np.float32), make_tone(440, 0.2, RATE)
    assert measure_quiet(nothing) == 5
    assert measure_quiet(make_noise(1, 0.0003)[:RATE]) == 1
    assert measure_quiet(np.concatenate([nothing, tone, nothing])) == pytest.approx(4.9)
    assert measure_quiet(tone) == 0
    assert measure_quiet(np.zeros(0, np.float32)) == 0


def test_a_text_that_turns_in_circles_is_found() -> None:
    assert is_repetitive("thank you for watching " * 20)
    assert not is_repetitive(f"{QUESTION} {ORDER}")
    assert not is_repetitive("")
