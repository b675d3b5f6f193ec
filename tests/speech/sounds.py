"""Recordings for tests: speech by espeak-ng, as Telegram sends it; noise, silence and tones."""

import io
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from indexer.speech.models import NEEDED

OPUS_RATE = 48_000  # of every Opus file
Sound = NDArray[np.float32]


def find_speech_model() -> Path:
    """The folder with Whisper base, named by MULTIS_SPEECH_MODEL; skips the test without it."""
    folder = Path(os.environ.get("MULTIS_SPEECH_MODEL", "") or "/nowhere").resolve()
    if not all((folder / name).is_file() for name in NEEDED):
        pytest.skip("MULTIS_SPEECH_MODEL does not name a folder with Whisper base")
    return folder


@cache
def speak(text: str, voice: str = "en-us") -> Sound:
    """Say `text`, at 48 kHz; skips the test where espeak-ng is not installed."""
    program = shutil.which("espeak-ng")
    if not program:
        pytest.skip("espeak-ng is not installed")
    spoken = subprocess.run(  # noqa: S603  # our own words
        [program, "-v", voice, "-s", "140", "--stdout", text], capture_output=True, check=True
    )
    sound, rate = soundfile.read(io.BytesIO(spoken.stdout), dtype="float32")
    places = np.arange(int(len(sound) * OPUS_RATE / rate)) * rate / OPUS_RATE
    spoken_sound: Sound = np.interp(places, np.arange(len(sound)), sound).astype(np.float32)
    return spoken_sound


def make_noise(seconds: float, loudness: float = 0.1) -> Sound:
    noise = np.random.default_rng(7).standard_normal(int(seconds * OPUS_RATE))
    return (noise * loudness).astype(np.float32)


def make_silence(seconds: float) -> Sound:
    return np.zeros(int(seconds * OPUS_RATE), np.float32)


def make_tone(hertz: float, seconds: float, rate: int = OPUS_RATE) -> Sound:
    times = np.arange(int(seconds * rate)) / rate
    return (0.3 * np.sin(2 * np.pi * hertz * times)).astype(np.float32)


def write_ogg(path: Path, sound: Sound) -> Path:
    """Write it as a voice note of Telegram: Opus in Ogg, mono."""
    soundfile.write(path, sound, OPUS_RATE, format="OGG", subtype="OPUS")
    return path


def write_m4a(path: Path, sound: Sound) -> Path:
    """Write it as the sound of a video, with ffmpeg; skips the test where that is not installed."""
    program = shutil.which("ffmpeg")
    if not program:
        pytest.skip("ffmpeg is not installed")
    wave = io.BytesIO()
    soundfile.write(wave, sound, OPUS_RATE, format="WAV")
    command = [program, "-v", "error", "-y", "-i", "pipe:0", "-c:a", "aac", "-f", "mp4", str(path)]
    subprocess.run(command, input=wave.getvalue(), check=True)  # noqa: S603  # our own words
    return path
