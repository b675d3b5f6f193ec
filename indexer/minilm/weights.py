"""The weights of all-MiniLM-L6-v2 by what they do; and whether they are the published ones."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from indexer.errors import UserError
from indexer.minilm.safetensors import FloatArray

WIDTH = 384  # numbers per piece, and of the resulting vector
HEADS = 12
LAYERS = 6
EPSILON = 1e-12  # of every normalisation

WEIGHTS_FILE = "model.safetensors"
VOCABULARY_FILE = "vocab.txt"
# The files as published under huggingface.co/sentence-transformers/all-MiniLM-L6-v2.
SHA256 = {
    WEIGHTS_FILE: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY_FILE: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}

Tensors = Mapping[str, FloatArray]  # as the safetensors file names them


@dataclass(frozen=True, slots=True)
class Dense:
    """y = x @ weight + bias; the weight has one column per output."""

    weight: FloatArray
    bias: FloatArray


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer normalisation: (x - mean) / deviation * gain + shift."""

    gain: FloatArray
    shift: FloatArray


@dataclass(frozen=True, slots=True)
class Layer:
    """One transformer block, in the order of use."""

    attention: Dense  # query, key and value side by side: 384 -> 3 * 384
    attended: Dense
    after_attention: Norm
    widen: Dense
    narrow: Dense
    after_narrow: Norm


@dataclass(frozen=True, slots=True)
class Embedding:
    """What a piece and its place become before the first layer."""

    words: FloatArray  # (30522, 384); stays mapped from the file
    positions: FloatArray  # (512, 384), with the one segment's vector added
    norm: Norm


def check(folder: Path) -> None:
    """Raises `UserError` unless `folder` holds the published weights and vocabulary."""
    for name, expected in SHA256.items():
        if not (folder / name).is_file():
            raise UserError(
                f"The language model is not in {folder} ({name} is missing). "
                "Run `multis semantic install`."
            )
        if _sha256(folder / name) != expected:
            raise UserError(
                f"{folder / name} is not the published file: it is damaged or another version. "
                "Run `multis semantic install` again."
            )


def load_embedding(tensors: Tensors) -> Embedding:
    segment = tensors["embeddings.token_type_embeddings.weight"][0]
    return Embedding(
        words=tensors["embeddings.word_embeddings.weight"],
        positions=tensors["embeddings.position_embeddings.weight"] + segment,
        norm=_norm(tensors, "embeddings.LayerNorm"),
    )


def load_layers(tensors: Tensors) -> Iterator[Layer]:
    """In order; each is copied out of the file when its turn comes."""
    for n in range(LAYERS):
        yield _layer(tensors, f"encoder.layer.{n}.")


def _layer(tensors: Tensors, prefix: str) -> Layer:
    parts = [_dense(tensors, f"{prefix}attention.self.{n}") for n in ("query", "key", "value")]
    return Layer(
        attention=Dense(
            np.concatenate([part.weight for part in parts], axis=1),
            np.concatenate([part.bias for part in parts]),
        ),
        attended=_dense(tensors, f"{prefix}attention.output.dense"),
        after_attention=_norm(tensors, f"{prefix}attention.output.LayerNorm"),
        widen=_dense(tensors, f"{prefix}intermediate.dense"),
        narrow=_dense(tensors, f"{prefix}output.dense"),
        after_narrow=_norm(tensors, f"{prefix}output.LayerNorm"),
    )


def _dense(tensors: Tensors, name: str) -> Dense:
    weight = np.ascontiguousarray(tensors[f"{name}.weight"].T)
    return Dense(weight, tensors[f"{name}.bias"])


def _norm(tensors: Tensors, name: str) -> Norm:
    return Norm(tensors[f"{name}.weight"], tensors[f"{name}.bias"])


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
