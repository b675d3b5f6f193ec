"""The layers in numpy: BERT as in Devlin et al. 2019, after-norm, GELU, twelve heads."""

from collections.abc import Callable
from functools import partial

import numpy as np

from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import EPSILON, HEADS, WIDTH, Dense, Layer, Norm


def build_numpy_block(layer: Layer) -> Callable[[FloatArray], FloatArray]:
    """Build a function for one layer: (pieces, 384) -> (pieces, 384)."""
    return partial(_run_block, layer)


def normalize(hidden: FloatArray, norm: Norm) -> FloatArray:
    centred: FloatArray = hidden - hidden.mean(axis=-1, keepdims=True)
    deviation = np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + np.float32(EPSILON))
    centred /= deviation
    centred *= norm.gain
    centred += norm.shift
    return centred


def _run_block(layer: Layer, hidden: FloatArray) -> FloatArray:
    attended = _apply_dense(_attend(_apply_dense(hidden, layer.attention)), layer.attended)
    hidden = normalize(hidden + attended, layer.after_attention)
    inner = _apply_gelu(_apply_dense(hidden, layer.widen))
    return normalize(hidden + _apply_dense(inner, layer.narrow), layer.after_narrow)


def _apply_dense(hidden: FloatArray, dense: Dense) -> FloatArray:
    product: FloatArray = hidden @ dense.weight
    product += dense.bias
    return product


def _attend(projected: FloatArray) -> FloatArray:
    """Softmax(query key / sqrt(head width)) value, per head; `projected` is (pieces, 3 * 384)."""
    pieces, head = len(projected), WIDTH // HEADS
    query, key, value = projected.reshape(pieces, 3, HEADS, head).transpose(1, 2, 0, 3)
    scores: FloatArray = query @ key.transpose(0, 2, 1) * np.float32(head**-0.5)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed: FloatArray = (scores @ value).transpose(1, 0, 2).reshape(pieces, WIDTH)
    return mixed


def _apply_gelu(hidden: FloatArray) -> FloatArray:
    """Multiply x by the normal distribution function at x, (1 + erf(x / sqrt 2)) / 2."""
    halved: FloatArray = hidden * np.float32(0.5)
    halved *= np.float32(1) + _erf(hidden * np.float32(0.5**0.5))
    return halved


def _erf(x: FloatArray) -> FloatArray:
    """Abramowitz and Stegun 7.1.26; the error is below 1.5e-7, numpy has no erf of its own."""
    size = np.abs(x)
    t = 1 / (1 + np.float32(0.3275911) * size)
    series = np.full_like(t, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series *= t
        series += np.float32(factor)
    tail: FloatArray = series * t * np.exp(-size * size)
    return np.copysign(1 - tail, x)
