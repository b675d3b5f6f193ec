"""Features that a Whisper model hears: the logarithm of a mel spectrogram, in 10 ms steps.

Its definition is part of the model: Slaney's mel scale, windows of 25 ms, half a minute at a time.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from indexer.speech.sound import RATE, Samples

Features = NDArray[np.float32]  # (bands, 3000)

WINDOW_SECONDS = 30
WINDOW = 400  # samples of one spectrum
HOP = 160
STEPS = WINDOW_SECONDS * RATE // HOP
LINEAR_HZ, LINEAR_MELS = 1000.0, 15.0  # up to here a mel is a number of hertz
LOG_STEP = np.log(6.4) / 27  # and from here a ratio
FLOOR, RANGE = 1e-10, 8.0  # of the power, and decades below the loudest


def compute_features(samples: Samples, filters: Features) -> Features:
    """Return the features of up to half a minute; what is missing is silence."""
    padded = np.pad(samples, (0, WINDOW_SECONDS * RATE - len(samples)))
    padded = np.pad(padded, WINDOW // 2, mode="reflect")
    windows = sliding_window_view(padded, WINDOW)[::HOP][:STEPS]
    shape = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
    power = np.abs(np.fft.rfft(windows * shape, axis=1)).astype(np.float32) ** 2
    loudness = np.log10(np.maximum(filters @ power.T, FLOOR))
    loudness = np.maximum(loudness, loudness.max() - RANGE)
    return np.ascontiguousarray((loudness + 4) / 4, dtype=np.float32)


def build_filters(bands: int) -> Features:
    """Return what each band takes of each frequency of a spectrum: (bands, 201)."""
    frequencies = np.fft.rfftfreq(WINDOW, 1 / RATE)
    edges = _to_hertz(np.linspace(0, _to_mels(RATE / 2), bands + 2))
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising = (frequencies - low) / (middle - low)
    falling = (high - frequencies) / (high - middle)
    triangles = np.maximum(0, np.minimum(rising, falling))
    return (triangles * 2 / (high - low)).astype(np.float32)


def _to_mels(hertz: float) -> float:
    if hertz < LINEAR_HZ:
        return hertz * LINEAR_MELS / LINEAR_HZ
    return float(LINEAR_MELS + np.log(hertz / LINEAR_HZ) / LOG_STEP)


def _to_hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    linear = mels * LINEAR_HZ / LINEAR_MELS
    above = np.maximum(mels, LINEAR_MELS) - LINEAR_MELS
    return np.where(mels < LINEAR_MELS, linear, LINEAR_HZ * np.exp(LOG_STEP * above))
