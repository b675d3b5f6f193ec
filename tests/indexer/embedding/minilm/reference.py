"""BERT written out piece by piece and head by head, slow and in double precision, to compare with.

Only the names of the tensors and the sizes are those of all-MiniLM-L6-v2: twelve heads, after-norm,
GELU by the error function, the mean of all pieces, length one.
"""

from collections.abc import Mapping, Sequence
from math import erf, exp, sqrt

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]
Tensors = Mapping[str, npt.NDArray[np.float32]]
HEADS = 12


def encode(pieces: Sequence[int], tensors: Tensors, layers: int) -> Vector:
    """Return the unit vector of a text, given by the numbers of its pieces."""
    embeddings = "embeddings.word_embeddings", "embeddings.position_embeddings"
    words, positions = (_get(tensors, f"{name}.weight") for name in embeddings)
    kind = _get(tensors, "embeddings.token_type_embeddings.weight")[0]
    norm = "embeddings.LayerNorm"
    rows = [words[piece] + positions[at] + kind for at, piece in enumerate(pieces)]
    rows = [_norm(row, tensors, norm) for row in rows]
    for layer in range(layers):
        rows = _run_layer(rows, tensors, f"encoder.layer.{layer}.")
    mean: Vector = sum(rows, np.zeros_like(rows[0])) / len(rows)
    return mean / sqrt(sum(float(x) ** 2 for x in mean))


def _run_layer(rows: list[Vector], tensors: Tensors, layer: str) -> list[Vector]:
    after = []
    for row, attended in zip(rows, _attend(rows, tensors, f"{layer}attention.self."), strict=True):
        told = _apply(attended, tensors, f"{layer}attention.output.dense")
        hidden = _norm(row + told, tensors, f"{layer}attention.output.LayerNorm")
        inner = _apply(hidden, tensors, f"{layer}intermediate.dense")
        wide = np.array([x * (1 + erf(x / sqrt(2))) / 2 for x in inner])
        narrow = _apply(wide, tensors, f"{layer}output.dense")
        after.append(_norm(hidden + narrow, tensors, f"{layer}output.LayerNorm"))
    return after


def _attend(rows: list[Vector], tensors: Tensors, prefix: str) -> list[Vector]:
    names = ("query", "key", "value")
    queries, keys, values = (
        [np.split(_apply(row, tensors, prefix + name), HEADS) for row in rows] for name in names
    )
    mixed = []
    for query in queries:
        heads = []
        for head in range(HEADS):
            width = sqrt(len(query[head]))
            weights = [exp(float(query[head] @ key[head]) / width) for key in keys]
            shares = [weight / sum(weights) for weight in weights]
            heads.append(
                sum(share * value[head] for share, value in zip(shares, values, strict=True))
            )
        mixed.append(np.concatenate(heads))
    return mixed


def _apply(row: Vector, tensors: Tensors, name: str) -> Vector:
    product: Vector = _get(tensors, f"{name}.weight") @ row
    return product + _get(tensors, f"{name}.bias")


def _norm(row: Vector, tensors: Tensors, name: str) -> Vector:
    centred = row - row.mean()
    scaled: Vector = centred / sqrt(float((centred**2).mean()) + 1e-12)
    return scaled * _get(tensors, f"{name}.weight") + _get(tensors, f"{name}.bias")


def _get(tensors: Tensors, name: str) -> Vector:
    return tensors[name].astype(np.float64)
