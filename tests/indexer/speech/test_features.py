"""What a model hears: where a tone shows, with the numbers that models learnt from."""

import numpy as np
import pytest

from indexer.speech.features import STEPS, build_filters, compute_features
from indexer.speech.sound import RATE
from tests.speech.sounds import make_tone

BANDS = 80


def test_each_band_is_where_slaneys_scale_puts_it() -> None:
    """Up to 1 kHz bands are evenly spaced, above by a ratio; each covers the same area."""
    filters = build_filters(BANDS)
    assert filters.shape == (BANDS, 201)
    centres = (filters.argmax(axis=1) * RATE / 400).tolist()
    assert centres == sorted(centres)
    # As in the table that is published with the models.
    assert filters[0, :2] == pytest.approx([0, 0.02486259], abs=1e-7)
    assert filters[1, 1:3] == pytest.approx([0.00199082, 0.02287177], abs=1e-7)
    assert filters[60:].sum(axis=1) * RATE / 400 == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("bands", [80, 128])
def test_a_tone_is_loud_in_its_band_and_nowhere_else(bands: int) -> None:
    filters = build_filters(bands)
    features = compute_features(make_tone(2000, 30, RATE), filters)
    assert features.shape == (bands, STEPS)
    expected = int(filters[:, 50].argmax())  # 2,000 Hz
    loudest = features[:, 10:-10].argmax(axis=0)
    assert abs(loudest - expected).max() <= 1  # a tone on an edge is in two


def test_loudness_is_a_logarithm_within_eight_decades() -> None:
    filters = build_filters(BANDS)
    loud = compute_features(make_tone(2000, 30, RATE), filters)
    soft = compute_features(make_tone(2000, 30, RATE) / np.float32(10), filters)
    assert loud.max() - soft.max() == pytest.approx(2 / 4, abs=0.01)  # two decades of power
    assert loud.max() - loud.min() <= 2.0001


def test_what_is_missing_of_half_a_minute_is_silence() -> None:
    features = compute_features(make_tone(2000, 1, RATE), build_filters(BANDS))
    assert features.shape == (BANDS, STEPS)
    assert features[:, 110:].max() == features.min()
