"""Encodes a text as a unit vector: embeds its pieces, runs six layers, averages the output.

The layers run in onnxruntime (int8) or in numpy (float32); everything else is the same. Texts are
encoded one by one: on one thread a batch is no faster, and a vector does not depend on the other
texts of its batch.
"""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from indexer.embedding.minilm.files import VOCABULARY, WEIGHTS
from indexer.embedding.minilm.numpy_layers import build_numpy_block, normalize
from indexer.embedding.minilm.safetensors import FloatArray, load_tensors
from indexer.embedding.minilm.weights import (
    EmbeddingLayer,
    Layer,
    load_embedding_layer,
    load_layers,
)
from indexer.embedding.minilm.wordpiece import WordPiece

Block = Callable[[FloatArray], FloatArray]  # one layer: (pieces, 384) -> (pieces, 384)


def _do_nothing() -> None:
    """Pause that lets no other text go first."""


class Encoder:
    """The loaded model; not thread-safe."""

    def __init__(
        self, words: WordPiece, embedding: EmbeddingLayer, blocks: Sequence[Block]
    ) -> None:
        self._words = words
        self._embedding = embedding
        self._blocks = blocks

    def encode(self, text: str, pause: Callable[[], None] = _do_nothing) -> FloatArray:
        """Return a unit vector; `pause` runs before each layer and may encode another text."""
        pieces = self._words.encode(text)
        embedded = self._embedding.words[pieces] + self._embedding.positions[: len(pieces)]
        hidden = normalize(embedded, self._embedding.norm)
        for block in self._blocks:
            pause()
            hidden = block(hidden)
        mean = hidden.mean(axis=0)
        unit: FloatArray = mean / np.linalg.norm(mean)
        return unit


def load_encoder(folder: Path, engine: str = "") -> Encoder:
    """Load the files in `folder`, which the caller has checked; `engine` as of `choose_engine`."""
    tensors = load_tensors(folder / WEIGHTS)
    lines = (folder / VOCABULARY).read_text(encoding="utf-8").splitlines()
    make = _find_block_builder(engine or choose_engine())
    blocks = [make(layer) for layer in load_layers(tensors)]
    return Encoder(WordPiece(lines), load_embedding_layer(tensors), blocks)


def choose_engine() -> str:
    """Choose what the layers run in: "onnxruntime" if it is installed, else "numpy"."""
    return "onnxruntime" if find_spec("onnxruntime") else "numpy"


def _find_block_builder(engine: str) -> Callable[[Layer], Block]:
    if engine == "numpy":
        return build_numpy_block
    from indexer.embedding.minilm.onnx_layers import build_onnx_block

    return build_onnx_block
