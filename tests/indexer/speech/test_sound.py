"""Recordings as samples at 16 kHz: the same in blocks as in one piece, and nothing made up."""

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from indexer.speech.sound import (
    HIGHEST_RATE,
    RATE,
    Resampler,
    Samples,
    UnreadableSoundError,
    read_file,
    read_pcm,
)
from tests.speech.sounds import OPUS_RATE, make_tone, write_ogg


def loudest(samples: Samples) -> float:
    """The frequency that is loudest in it, in hertz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.fft.rfftfreq(len(samples), 1 / RATE)[spectrum.argmax()])


def resample(sound: Samples, rate: int, cuts: list[int]) -> Samples:
    resampler = Resampler(rate)
    pieces = [resampler.add(piece) for piece in np.split(sound, sorted(cuts))]
    return np.concatenate([*pieces, resampler.finish()])


@pytest.mark.parametrize("rate", [8000, 16000, 22050, 44100, 48000])
@given(cuts=st.lists(st.integers(0, 20_000), max_size=6))
def test_blocks_of_any_length_give_what_one_piece_gives(rate: int, cuts: list[int]) -> None:
    sound = make_tone(440, 20_000 / rate, rate)
    whole = resample(sound, rate, [])
    assert np.allclose(resample(sound, rate, cuts), whole, atol=1e-5)
    assert abs(len(whole) - len(sound) * RATE / rate) <= 1


@pytest.mark.parametrize("rate", [8000, 22050, 44100, 48000])
def test_a_tone_keeps_its_height_and_strength(rate: int) -> None:
    samples = resample(make_tone(1000, 1, rate), rate, [])
    assert loudest(samples) == pytest.approx(1000, abs=2)
    assert float(np.abs(samples).max()) == pytest.approx(0.3, abs=0.03)


def test_a_tone_that_the_rate_cannot_hold_does_not_come_back_as_another() -> None:
    samples = resample(make_tone(11_000, 1), OPUS_RATE, [])
    assert float(np.abs(samples[100:-100]).max()) < 0.01


def test_a_voice_note_of_telegram_is_read_with_its_length(tmp_path: Path) -> None:
    file = write_ogg(tmp_path / "sound", make_tone(440, 25))
    blocks = list(read_file(file))
    assert len(blocks) > 2
    samples = np.concatenate(blocks)
    assert len(samples) / RATE == pytest.approx(25, abs=0.05)
    assert loudest(samples) == pytest.approx(440, abs=2)


def test_both_channels_are_heard(tmp_path: Path) -> None:
    sides = np.stack([make_tone(400, 1, 44_100), make_tone(900, 1, 44_100)], axis=1)
    soundfile.write(tmp_path / "sound", sides, 44_100, format="FLAC")
    samples = np.concatenate(list(read_file(tmp_path / "sound")))
    spectrum = np.abs(np.fft.rfft(samples))
    assert min(spectrum[400], spectrum[900]) > 20 * spectrum[650]


@pytest.mark.parametrize("content", [b"", b"OggS", b"\x00" * 5000, b"ftypM4A not really", b"RIFF"])
def test_what_is_no_recording_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sound").write_bytes(content)
    with pytest.raises(UnreadableSoundError):
        list(read_file(tmp_path / "sound"))


def test_numbers_that_are_none_become_silence(tmp_path: Path) -> None:
    sound = make_tone(440, 1, RATE)
    sound[100:200] = np.nan
    sound[300] = np.inf
    soundfile.write(tmp_path / "sound", sound, RATE, format="WAV", subtype="FLOAT")
    samples = np.concatenate(list(read_file(tmp_path / "sound")))
    assert np.isfinite(samples).all()
    assert not samples[100:200].any()


def test_samples_of_ffmpeg_may_end_in_half_a_number() -> None:
    numbers = np.array([0, 16384, -32768], "<i2").tobytes()
    (samples,) = read_pcm(io.BytesIO(numbers + b"\x01"))
    assert samples.tolist() == [0.0, 0.5, -1.0]


def test_a_rate_that_no_recorder_has_is_refused_before_a_block_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sound.wav"
    soundfile.write(path, np.zeros(1000), HIGHEST_RATE, format="WAV")
    assert sum(map(len, read_file(path)))
    soundfile.write(path, np.zeros(1000), 2**31 - 1, format="WAV")
    with pytest.raises(UnreadableSoundError):
        next(read_file(path))
