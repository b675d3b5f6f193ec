import numpy as np
import pytest

from indexer.embedding.minilm.numpy_layers import build_numpy_block
from indexer.embedding.minilm.onnx_layers import (
    LARGEST,
    build_int8_model,
    encode_float,
    encode_integer,
    encode_text,
    encode_varint,
    quantize,
)
from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import WIDTH, load_layers


@pytest.mark.parametrize(
    ("value", "written"), [(0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (300, "ac02")]
)
def test_a_varint_is_written_as_the_format_says(value: int, written: str) -> None:
    assert encode_varint(value).hex() == written


def test_fields_are_written_as_the_format_says() -> None:
    assert encode_integer(1, 150).hex() == "089601"
    assert encode_text(2, "testing").hex() == "120774657374696e67"
    assert encode_float(5, 1.0).hex() == "2d0000803f"


def test_quantised_weights_are_within_half_a_step() -> None:
    weight = np.random.default_rng(4).standard_normal((64, 32)).astype(np.float32)
    weight[:, 3] = 0
    whole, step = quantize(weight)
    assert np.abs(whole).max() == LARGEST
    assert (np.abs(whole * step - weight) <= step / 2 + 1e-7).all()


def test_a_pair_of_products_fits_what_processors_without_vnni_add_them_in() -> None:
    assert np.iinfo(np.int16).max >= 2 * 255 * LARGEST


def test_the_graph_computes_what_numpy_does(tensors: dict[str, FloatArray]) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime comes with the extra `semantic`")
    from indexer.embedding.minilm.onnx_layers import build_onnx_block

    random = np.random.default_rng(5)
    for layer in load_layers(tensors):
        for pieces in (1, 2, 37, 256):
            hidden = random.standard_normal((pieces, WIDTH)).astype(np.float32)
            expected, found = build_numpy_block(layer)(hidden), build_onnx_block(layer)(hidden)
            assert found.shape == expected.shape
            assert cosine(found, expected) > 0.999


def test_the_graph_is_a_quarter_of_the_weights_it_replaces(tensors: dict[str, FloatArray]) -> None:
    layer = next(load_layers(tensors))
    inner = layer.widen.weight.nbytes + layer.narrow.weight.nbytes
    attention = layer.attention.weight.nbytes + layer.attended.weight.nbytes
    assert len(build_int8_model(layer)) < (inner + attention) / 3.8


def cosine(a: FloatArray, b: FloatArray) -> float:
    return float((a * b).sum() / np.linalg.norm(a) / np.linalg.norm(b))
