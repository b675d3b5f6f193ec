import json
from pathlib import Path

import numpy as np
import pytest

from indexer.embedding.minilm.encoder import Encoder, load_encoder
from indexer.embedding.minilm.files import check_files
from indexer.embedding.minilm.safetensors import FloatArray
from tests.indexer.embedding.minilm.conftest import LAYERS
from tests.indexer.embedding.minilm.reference import encode

ENGINES = ["numpy", "onnxruntime"]
SENTENCE = "The wing was tested in the slipstream of a propeller."
# The first numbers of its vector by another program, whose vectors are torch's to 2e-7.
KNOWN = (-0.05118, 0.08051, -0.03845, 0.03761, 0.06322, 0.00913, -0.02216, 0.06047)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    pytest.importorskip(name, reason="onnxruntime comes with the extra `semantic`")
    return name


@pytest.fixture
def encoder(small_model: Path, engine: str) -> Encoder:
    return load_encoder(small_model, engine)


@pytest.mark.spec("S3-19", "S3-38")
def test_a_vector_has_length_one_and_384_numbers(encoder: Encoder) -> None:
    for text in ("", "the wing", "engine overheated. " * 200, "\x00", "🎉"):
        vector = encoder.encode(text)
        assert vector.shape == (384,)
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


@pytest.mark.spec("S3-18", "S3-19")
def test_a_vector_is_what_the_formulas_of_bert_give(
    small_model: Path, tensors: dict[str, FloatArray], vocabulary: list[str]
) -> None:
    """With weights of the test's own, so that it runs where nothing was downloaded."""
    pieces = ["[CLS]", "the", "engine", "over", "##heat", "##ed", ",", "wing", "?", "[SEP]"]
    expected = encode(list(map(vocabulary.index, pieces)), tensors, LAYERS)
    vector = load_encoder(small_model, "numpy").encode("The engine overheated, wing?")
    assert vector == pytest.approx(expected, abs=1e-6)


def test_the_order_of_the_words_matters(encoder: Encoder) -> None:
    one, other = encoder.encode("the engine over wings"), encoder.encode("wings over the engine")
    assert not np.allclose(one, other, atol=1e-3)


def test_another_text_encoded_in_a_pause_changes_nothing(encoder: Encoder) -> None:
    pauses: list[FloatArray] = []
    alone = encoder.encode("the engine overheated")
    interrupted = encoder.encode(
        "the engine overheated", lambda: pauses.append(encoder.encode("wings"))
    )
    assert len(pauses) == 2  # one before each layer
    np.testing.assert_array_equal(alone, interrupted)
    np.testing.assert_array_equal(pauses[0], encoder.encode("wings"))


def test_the_engines_agree(small_model: Path) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime comes with the extra `semantic`")
    first, second = (load_encoder(small_model, engine) for engine in ENGINES)
    for text in ("the wing", "engine overheated, wings over the engine."):
        assert first.encode(text) @ second.encode(text) > 0.998


@pytest.mark.spec("S3-18")
def test_the_real_model_gives_the_vectors_that_torch_gives(real_model: Path) -> None:
    vector = load_encoder(real_model, "numpy").encode(SENTENCE)
    assert vector[: len(KNOWN)] == pytest.approx(KNOWN, abs=1e-5)


def test_the_real_model_finds_the_paragraph_that_answers(
    real_model: Path, data: Path, engine: str
) -> None:
    check_files(real_model)
    encoder = load_encoder(real_model, engine)
    folder = data / "retrieval" / "xquad-en"
    passages, questions = (
        read_texts(folder / f"{name}.jsonl", limit)
        for name, limit in (("corpus", 20), ("queries", 60))
    )
    answers = dict(
        line.split("\t")[:2] for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:]
    )
    matrix = np.array([encoder.encode(text) for text in passages.values()])
    asked = {name: text for name, text in questions.items() if answers[name] in passages}
    names = np.array(list(passages))
    found = [
        answers[name] in names[np.argsort(matrix @ encoder.encode(text))[-5:]]
        for name, text in asked.items()
    ]
    assert len(found) >= 50
    assert sum(found) / len(found) > 0.95


def read_texts(path: Path, limit: int) -> dict[str, str]:
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(limit), strict=False)]
    return {str(row["_id"]): str(row["text"]) for row in rows}
