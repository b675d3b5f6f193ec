"""Builds a layer as an ONNX model with int8 weights, directly from the published weights.

Matrix products are quantized: weights in advance, with one scale per output column; activations at
run time, with one scale per matrix. Everything between stays float32. The operators are those of
onnxruntime (`com.microsoft`), which fuse what a plain graph would do in six times as many steps.
Field numbers follow onnx.proto3, bytes protobuf.dev/programming-guides/encoding. It runs on one
thread.

The package `onnx` would write the same for 30 MB more. `fastembed` runs a model as a whole, so no
question could go first between two layers.
"""

import struct
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import EPSILON, HEADS, WIDTH, Dense, Layer, Norm

VARINT, LENGTH, FIXED32 = 0, 2, 5  # wire types


def encode_varint(value: int) -> bytes:
    """Encode in base 128, least significant group first; not for negative numbers."""
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    groups.append(value)
    return bytes(groups)


def encode_integer(field: int, value: int) -> bytes:
    return encode_varint(field << 3 | VARINT) + encode_varint(value)


def encode_float(field: int, value: float) -> bytes:
    return encode_varint(field << 3 | FIXED32) + struct.pack("<f", value)


def encode_message(field: int, content: bytes) -> bytes:
    """Encode a nested message or raw bytes."""
    return encode_varint(field << 3 | LENGTH) + encode_varint(len(content)) + content


def encode_text(field: int, content: str) -> bytes:
    return encode_message(field, content.encode())


INPUT, OUTPUT = "embedded", "hidden"
IR_VERSION, OPSET = 8, 17
FUSED = "com.microsoft"
FLOAT, INT8 = 1, 3  # TensorProto.DataType
ELEMENT = {np.dtype(np.float32): FLOAT, np.dtype(np.int8): INT8}
# x86 without VNNI adds products in pairs of 16 bits: 2 * 255 * 64 is the most that fits.
LARGEST = 64
AS_FLOAT, AS_INT = 1, 2  # AttributeProto.AttributeType


def build_int8_model(layer: Layer) -> bytes:
    """Build a ModelProto: (1, pieces, 384) float32 in, the same shape out."""
    graph = _Graph()
    attended = _add_product(graph, _add_attention(graph, INPUT, layer.attention), layer.attended)
    hidden = _add_norm(graph, attended, INPUT, layer.attended.bias, layer.after_attention)
    bias = graph.add_tensor(layer.widen.bias)
    inner = graph.add_node("BiasGelu", [_add_product(graph, hidden, layer.widen), bias], FUSED)
    narrow = _add_product(graph, inner, layer.narrow)
    result = _add_norm(graph, narrow, hidden, layer.narrow.bias, layer.after_narrow)
    graph.add_node("Identity", [result], output=OUTPUT)
    return (
        encode_integer(1, IR_VERSION)
        + encode_message(7, graph.content)
        + encode_message(8, encode_text(1, "") + encode_integer(2, OPSET))
        + encode_message(8, encode_text(1, FUSED) + encode_integer(2, 1))
    )


def quantize(weight: FloatArray) -> tuple[npt.NDArray[np.int8], FloatArray]:
    """Round to whole numbers from -64 to 64; returns them with the step of each column."""
    step = np.maximum(np.abs(weight).max(axis=0) / np.float32(LARGEST), np.float32(1e-30))
    return np.rint(weight / step).astype(np.int8), step


def _add_attention(graph: "_Graph", hidden: str, dense: Dense) -> str:
    whole, step = quantize(dense.weight)
    rounded, rounded_step, zero = graph.add_nodes("DynamicQuantizeLinear", [hidden], outputs=3)
    no_mask = ""
    inputs = [rounded, graph.add_tensor(whole), graph.add_tensor(dense.bias), rounded_step]
    inputs += [graph.add_tensor(step), no_mask, zero]
    return graph.add_node("QAttention", inputs, FUSED, num_heads=HEADS)


def _add_product(graph: "_Graph", hidden: str, dense: Dense) -> str:
    whole, step = quantize(dense.weight)
    inputs = [hidden, graph.add_tensor(whole), graph.add_tensor(step)]
    return graph.add_node("DynamicQuantizeMatMul", inputs, FUSED)


def _add_norm(graph: "_Graph", new: str, old: str, bias: FloatArray, norm: Norm) -> str:
    inputs = [
        new,
        old,
        graph.add_tensor(norm.gain),
        graph.add_tensor(norm.shift),
        graph.add_tensor(bias),
    ]
    return graph.add_node("SkipLayerNormalization", inputs, FUSED, epsilon=EPSILON)


class _Graph:
    """Builds a GraphProto; values are named by number in order of creation."""

    def __init__(self) -> None:
        self.content = (
            encode_text(2, "minilm")
            + encode_message(11, _encode_value_info(INPUT))
            + encode_message(12, _encode_value_info(OUTPUT))
        )
        self._named = 0

    def add_tensor(self, array: FloatArray | npt.NDArray[np.int8]) -> str:
        """Store a constant; returns its name."""
        name = self._create_name()
        dimensions = b"".join(encode_integer(1, size) for size in array.shape)
        kind = encode_integer(2, ELEMENT[array.dtype])
        raw = encode_text(8, name) + encode_message(9, array.tobytes())
        self.content += encode_message(5, dimensions + kind + raw)
        return name

    def add_node(
        self, operator: str, inputs: list[str], domain: str = "", output: str = "", **options: float
    ) -> str:
        """Store a step with one result; returns the result's name."""
        output = output or self._create_name()
        self._store(operator, inputs, [output], domain, options)
        return output

    def add_nodes(self, operator: str, inputs: list[str], outputs: int) -> list[str]:
        """Store a step with several results; returns their names."""
        names = [self._create_name() for _ in range(outputs)]
        self._store(operator, inputs, names, "", {})
        return names

    def _store(
        self,
        operator: str,
        inputs: list[str],
        outputs: list[str],
        domain: str,
        options: dict[str, float],
    ) -> None:
        self.content += encode_message(
            1,
            b"".join(encode_text(1, name) for name in inputs)
            + b"".join(encode_text(2, name) for name in outputs)
            + encode_text(4, operator)
            + b"".join(encode_message(5, _encode_option(*option)) for option in options.items())
            + encode_text(7, domain),
        )

    def _create_name(self) -> str:
        self._named += 1
        return str(self._named)


def _encode_option(name: str, value: float) -> bytes:
    if isinstance(value, int):
        return encode_text(1, name) + encode_integer(3, value) + encode_integer(20, AS_INT)
    return encode_text(1, name) + encode_float(2, value) + encode_integer(20, AS_FLOAT)


def _encode_value_info(name: str) -> bytes:
    """Encode a ValueInfoProto: float32 of (1, pieces, 384)."""
    sizes = (encode_integer(1, 1), encode_text(2, "pieces"), encode_integer(1, WIDTH))
    shape = b"".join(encode_message(1, size) for size in sizes)
    tensor = encode_integer(1, FLOAT) + encode_message(2, shape)
    return encode_text(1, name) + encode_message(2, encode_message(1, tensor))


ERRORS_ONLY = 3


def build_onnx_block(layer: Layer) -> Callable[[FloatArray], FloatArray]:
    """Build a function for one layer: (pieces, 384) -> (pieces, 384)."""
    import onnxruntime  # an extra: the model can be written without it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    options.enable_cpu_mem_arena = False
    session = onnxruntime.InferenceSession(
        build_int8_model(layer), options, providers=["CPUExecutionProvider"]
    )

    def run(hidden: FloatArray) -> FloatArray:
        result: FloatArray = session.run([OUTPUT], {INPUT: hidden[None]})[0][0]
        return result

    return run
