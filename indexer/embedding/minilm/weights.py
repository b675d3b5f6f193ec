"""The weights of all-MiniLM-L6-v2, by their function in the network."""

from collections.abc import Iterator, Mapping
from itertools import count

import numpy as np
from msgspec import Struct

from indexer.embedding.minilm.files import DIMENSIONS
from indexer.embedding.minilm.safetensors import FloatArray

WIDTH = DIMENSIONS  # numbers per piece; the vector is a mean of pieces
HEADS = 12
EPSILON = 1e-12  # of every normalisation

Tensors = Mapping[str, FloatArray]  # as the safetensors file names them


class Dense(Struct, frozen=True):
    """y = x @ weight + bias; the weight has one column per output."""

    weight: FloatArray
    bias: FloatArray


class Norm(Struct, frozen=True):
    """Layer normalisation: (x - mean) / deviation * gain + shift."""

    gain: FloatArray
    shift: FloatArray


class Layer(Struct, frozen=True):
    """One transformer block, in the order of use."""

    attention: Dense  # query, key and value side by side: 384 -> 3 * 384
    attended: Dense
    after_attention: Norm
    widen: Dense
    narrow: Dense
    after_narrow: Norm


class EmbeddingLayer(Struct, frozen=True):
    """Vectors of pieces and of positions, which are added before the first layer."""

    words: FloatArray  # (30522, 384); stays mapped from the file
    positions: FloatArray  # (512, 384), with the one segment's vector added
    norm: Norm


def load_embedding_layer(tensors: Tensors) -> EmbeddingLayer:
    segment = tensors["embeddings.token_type_embeddings.weight"][0]
    return EmbeddingLayer(
        words=tensors["embeddings.word_embeddings.weight"],
        positions=tensors["embeddings.position_embeddings.weight"] + segment,
        norm=_load_norm(tensors, "embeddings.LayerNorm"),
    )


def load_layers(tensors: Tensors) -> Iterator[Layer]:
    """Load the layers in order; each is copied from the file when it is reached."""
    for number in count():
        prefix = f"encoder.layer.{number}."  # not translated: a name in the model's file
        if f"{prefix}output.dense.bias" not in tensors:
            return
        yield _load_layer(tensors, prefix)


def _load_layer(tensors: Tensors, prefix: str) -> Layer:
    parts = [_load_dense(tensors, f"{prefix}attention.self.{n}") for n in ("query", "key", "value")]
    return Layer(
        attention=Dense(
            np.concatenate([part.weight for part in parts], axis=1),
            np.concatenate([part.bias for part in parts]),
        ),
        attended=_load_dense(tensors, f"{prefix}attention.output.dense"),
        after_attention=_load_norm(tensors, f"{prefix}attention.output.LayerNorm"),
        widen=_load_dense(tensors, f"{prefix}intermediate.dense"),
        narrow=_load_dense(tensors, f"{prefix}output.dense"),
        after_narrow=_load_norm(tensors, f"{prefix}output.LayerNorm"),
    )


def _load_dense(tensors: Tensors, name: str) -> Dense:
    weight = np.ascontiguousarray(tensors[f"{name}.weight"].T)
    return Dense(weight, tensors[f"{name}.bias"])


def _load_norm(tensors: Tensors, name: str) -> Norm:
    return Norm(tensors[f"{name}.weight"], tensors[f"{name}.bias"])
