import numpy as np

from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import WIDTH, load_embedding_layer, load_layers
from tests.indexer.embedding.minilm.conftest import LAYERS


def test_every_text_is_of_the_first_segment(tensors: dict[str, FloatArray]) -> None:
    embedding = load_embedding_layer(tensors)
    first, _ = tensors["embeddings.token_type_embeddings.weight"]
    positions = tensors["embeddings.position_embeddings.weight"]
    np.testing.assert_array_equal(embedding.positions, positions + first)


def test_a_layer_has_query_key_and_value_side_by_side(tensors: dict[str, FloatArray]) -> None:
    layers = list(load_layers(tensors))
    assert len(layers) == LAYERS
    for number, layer in enumerate(layers):
        for place, name in enumerate(("query", "key", "value")):
            part = layer.attention.weight[:, place * WIDTH : (place + 1) * WIDTH]
            stored = tensors[f"encoder.layer.{number}.attention.self.{name}.weight"]
            np.testing.assert_array_equal(part, stored.T)
