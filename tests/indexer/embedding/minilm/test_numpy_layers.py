import math

import numpy as np
import numpy.typing as npt

from indexer.embedding.minilm.numpy_layers import build_numpy_block
from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import EPSILON, HEADS, WIDTH, load_layers

Exact = npt.NDArray[np.float64]


def reference(hidden: Exact, weights: dict[str, Exact]) -> Exact:
    """One layer as the paper has it, in double precision, head by head and piece by piece."""
    query, key, value = (
        dense(hidden, weights, f"attention.self.{name}") for name in ("query", "key", "value")
    )
    size = WIDTH // HEADS
    mixed = np.zeros_like(hidden)
    for head in range(HEADS):
        part = slice(head * size, head * size + size)
        for row in range(len(hidden)):
            scores = [float(query[row, part] @ each) / math.sqrt(size) for each in key[:, part]]
            weight = [math.exp(score) for score in scores]
            for share, each in zip(weight, value[:, part], strict=True):
                mixed[row, part] += share / sum(weight) * each
    attended = dense(mixed, weights, "attention.output.dense")
    hidden = norm(hidden + attended, weights, "attention.output.LayerNorm")
    inner = dense(hidden, weights, "intermediate.dense")
    gelu = np.vectorize(lambda x: x * 0.5 * (1 + math.erf(x / math.sqrt(2))))(inner)
    return norm(hidden + dense(gelu, weights, "output.dense"), weights, "output.LayerNorm")


def dense(hidden: Exact, weights: dict[str, Exact], name: str) -> Exact:
    product: Exact = hidden @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    return product


def norm(hidden: Exact, weights: dict[str, Exact], name: str) -> Exact:
    deviation = np.sqrt(hidden.var(axis=1, keepdims=True) + EPSILON)
    centred = (hidden - hidden.mean(axis=1, keepdims=True)) / deviation
    normed: Exact = centred * weights[f"{name}.weight"] + weights[f"{name}.bias"]
    return normed


def test_a_layer_computes_what_the_paper_says(tensors: dict[str, FloatArray]) -> None:
    hidden = np.random.default_rng(2).standard_normal((7, WIDTH)).astype(np.float32)
    for number, layer in enumerate(load_layers(tensors)):
        prefix = f"encoder.layer.{number}."
        weights = {
            name.removeprefix(prefix): array.astype(np.float64)
            for name, array in tensors.items()
            if name.startswith(prefix)
        }
        expected = reference(hidden.astype(np.float64), weights)
        np.testing.assert_allclose(build_numpy_block(layer)(hidden), expected, atol=2e-5)


def test_large_scores_do_not_overflow(tensors: dict[str, FloatArray]) -> None:
    layer = next(load_layers(tensors))
    hidden = np.random.default_rng(3).standard_normal((5, WIDTH)).astype(np.float32) * 1000
    assert np.isfinite(build_numpy_block(layer)(hidden)).all()
