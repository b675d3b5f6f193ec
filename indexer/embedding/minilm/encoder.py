"""A text's unit vector: pieces embedded, six layers, the mean of what comes out, length one.

The layers run in onnxruntime (int8) or in numpy (float32); everything around them is the same.
Texts are encoded one by one: on one thread a batch is no faster, and a vector does not depend on
what was embedded beside it.
"""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from indexer.embedding.minilm.files import VOCABULARY, WEIGHTS
from indexer.embedding.minilm.numpy_layers import normalised, numpy_block
from indexer.embedding.minilm.safetensors import FloatArray, read_tensors
from indexer.embedding.minilm.weights import Embedding, Layer, load_embedding, load_layers
from indexer.embedding.minilm.wordpiece import WordPiece

Block = Callable[[FloatArray], FloatArray]  # one layer: (pieces, 384) -> (pieces, 384)


def _no_pause() -> None:
    """What is done between two layers when nothing else may come in between."""


class Encoder:
    """The model, loaded. Not for several threads at once."""

    def __init__(self, words: WordPiece, embedding: Embedding, blocks: Sequence[Block]) -> None:
        self._words = words
        self._embedding = embedding
        self._blocks = blocks

    def encode(self, text: str, pause: Callable[[], None] = _no_pause) -> FloatArray:
        """384 numbers of length one; `pause` is called between layers and may encode another."""
        pieces = self._words.encode(text)
        embedded = self._embedding.words[pieces] + self._embedding.positions[: len(pieces)]
        hidden = normalised(embedded, self._embedding.norm)
        for block in self._blocks:
            pause()
            hidden = block(hidden)
        mean = hidden.mean(axis=0)
        unit: FloatArray = mean / np.linalg.norm(mean)
        return unit


def load_encoder(folder: Path, engine: str = "") -> Encoder:
    """Of the files in `folder`, which the caller has checked; `engine` as `best_engine` has it."""
    tensors = read_tensors(folder / WEIGHTS)
    lines = (folder / VOCABULARY).read_text(encoding="utf-8").splitlines()
    make = _block_maker(engine or best_engine())
    blocks = [make(layer) for layer in load_layers(tensors)]
    return Encoder(WordPiece(lines), load_embedding(tensors), blocks)


def best_engine() -> str:
    """What the layers will run in: "onnxruntime" where it is installed, else "numpy"."""
    return "onnxruntime" if find_spec("onnxruntime") else "numpy"


def _block_maker(engine: str) -> Callable[[Layer], Block]:
    if engine == "numpy":
        return numpy_block
    from indexer.embedding.minilm.onnx_layers import onnx_block

    return onnx_block
