"""Reads recordings as mono samples at 16 kHz, a stretch at a time, however long they are."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]  # between -1 and 1

RATE = 16_000  # samples a second that models listen to
BLOCK_SECONDS = 10
HIGHEST_RATE = 768_000  # of a recording: a block is held whole, and any number may be claimed
REACH = 32  # samples on each side that a filtered one is made of
PASSED = 0.92  # of the band that is left: what lies above would come back as noise
PCM_SCALE = 32_768.0  # signed 16-bit integers


class UnreadableSoundError(Exception):
    """This is no recording that can be read here."""


def read_file(path: Path) -> Iterator[Samples]:
    """Yield the samples of any file that libsndfile reads: Ogg (Opus, Vorbis), MP3, FLAC, WAV."""
    import soundfile  # only the process that reads recordings has it

    try:
        with soundfile.SoundFile(str(path)) as file:
            if file.samplerate > HIGHEST_RATE:
                raise UnreadableSoundError
            resampler = Resampler(file.samplerate)
            size = BLOCK_SECONDS * file.samplerate
            while len(block := file.read(size, dtype="float32", always_2d=True)):
                yield resampler.add(_mix(block))
            yield resampler.finish()
    except (soundfile.SoundFileError, ValueError) as error:
        raise UnreadableSoundError from error


def read_pcm(stream: BinaryIO) -> Iterator[Samples]:
    """Yield the samples of what ffmpeg writes: 16-bit integers, mono, at 16 kHz."""
    size = BLOCK_SECONDS * RATE * 2
    while block := stream.read(size):
        whole = block[: len(block) // 2 * 2]
        yield np.frombuffer(whole, "<i2").astype(np.float32) / np.float32(PCM_SCALE)


class Resampler:
    """Changes the rate of a recording that comes in blocks, as if it came in one piece."""

    def __init__(self, rate: int) -> None:
        self._step = rate / RATE
        self._kernel = build_low_pass(rate)
        self._buffer = np.zeros(REACH, np.float32)
        self._start = -REACH  # which sample of the input the buffer begins with
        self._next = 0  # number of the sample that comes out next

    def add(self, block: Samples) -> Samples:
        """Return the samples that can be made now."""
        self._buffer = np.concatenate([self._buffer, block])
        if len(self._buffer) < len(self._kernel):
            return np.zeros(0, np.float32)
        filtered = np.convolve(self._buffer, self._kernel, "valid")
        first = self._start + REACH
        count = max(0, math.floor((first + len(filtered) - 1) / self._step) + 1 - self._next)
        wanted = np.arange(self._next, self._next + count) * self._step - first
        made: Samples = np.interp(wanted, np.arange(len(filtered)), filtered).astype(np.float32)
        self._next += count
        self._drop_until(math.floor(self._next * self._step) - REACH)
        return made

    def finish(self) -> Samples:
        """Return the rest, after the last block."""
        return self.add(np.zeros(REACH, np.float32))

    def _drop_until(self, start: int) -> None:
        dropped = min(max(0, start - self._start), len(self._buffer))
        self._buffer = self._buffer[dropped:]
        self._start += dropped


def build_low_pass(rate: int) -> Samples:
    """Return the filter that takes away what the lower rate cannot hold; none if there is none."""
    kernel = np.zeros(2 * REACH + 1, np.float32)
    kernel[REACH] = 1
    if rate <= RATE:
        return kernel
    share = PASSED * RATE / rate
    sinc = np.sinc(share * np.arange(-REACH, REACH + 1)) * np.hanning(2 * REACH + 3)[1:-1]
    taps: Samples = (sinc / sinc.sum()).astype(np.float32)
    return taps


def _mix(block: Samples) -> Samples:
    mixed = block.mean(axis=1, dtype=np.float32)
    finite: Samples = np.where(np.isfinite(mixed), mixed, np.float32(0))
    return finite
