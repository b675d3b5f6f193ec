"""A model small enough for any test, and the real one where there is a copy."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from indexer.embedding.minilm.files import VOCABULARY, WEIGHTS
from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import WIDTH

LAYERS = 2
INNER = 4 * WIDTH
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
WORDS = ("the", "wing", "##s", "engine", "over", "##heat", "##ed", ",", ".", "?", "!", "鳥", "π")


@pytest.fixture(scope="session")
def vocabulary() -> list[str]:
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    return [*marks, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]


@pytest.fixture(scope="session")
def tensors(vocabulary: list[str]) -> dict[str, FloatArray]:
    """Random weights under the names and in the shapes of the real ones, for two layers."""
    random = np.random.default_rng(1)

    def drawn(*shape: int) -> FloatArray:
        return (random.standard_normal(shape) * 0.05).astype("<f4")

    found = {
        "embeddings.word_embeddings.weight": drawn(len(vocabulary), WIDTH),
        "embeddings.position_embeddings.weight": drawn(512, WIDTH),
        "embeddings.token_type_embeddings.weight": drawn(2, WIDTH),
    }
    shapes = {
        "attention.self.query": (WIDTH, WIDTH),
        "attention.self.key": (WIDTH, WIDTH),
        "attention.self.value": (WIDTH, WIDTH),
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (INNER, WIDTH),
        "output.dense": (WIDTH, INNER),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}."
        norms += [f"{prefix}attention.output.LayerNorm", f"{prefix}output.LayerNorm"]
        for name, shape in shapes.items():
            found[f"{prefix}{name}.weight"] = drawn(*shape)
            found[f"{prefix}{name}.bias"] = drawn(shape[0])
    for name in norms:
        found[f"{name}.weight"] = 1 + drawn(WIDTH)
        found[f"{name}.bias"] = drawn(WIDTH)
    return found


@pytest.fixture(scope="session")
def small_model(
    tmp_path_factory: pytest.TempPathFactory,
    tensors: dict[str, FloatArray],
    vocabulary: list[str],
) -> Path:
    folder = tmp_path_factory.mktemp("small-model")
    write_tensors(folder / WEIGHTS, tensors)
    (folder / VOCABULARY).write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def real_model() -> Path:
    """The folder with the published files, named by MULTIS_MODEL."""
    folder = Path(os.environ.get("MULTIS_MODEL", "") or "/nowhere")
    if not (folder / WEIGHTS).is_file():
        pytest.skip("MULTIS_MODEL does not name a folder with all-MiniLM-L6-v2")
    return folder


def write_tensors(path: Path, tensors: dict[str, FloatArray]) -> None:
    contents: dict[str, object] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, array in tensors.items():
        end = len(data) + array.nbytes
        place = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), end]}
        contents[name] = place
        data += array.tobytes()
    head = json.dumps(contents).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + data)
