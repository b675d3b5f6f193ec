"""A layer as an ONNX model with int8 weights, written straight from the published weights.

Matrix products are quantised: weights once, one scale per output column; what flows through them
at run time, one scale per matrix. Everything between stays float32. The operators are onnxruntime's
own (`com.microsoft`), which fuse what a plain graph would do in six times as many steps. Field
numbers follow onnx.proto3, bytes protobuf.dev/programming-guides/encoding. It runs on one thread.

The package `onnx` would write the same for 30 MB more. `fastembed` runs a model as a whole, so that
no question could come in between two layers.
"""

import struct
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import EPSILON, HEADS, WIDTH, Dense, Layer, Norm

VARINT, LENGTH, FIXED32 = 0, 2, 5  # wire types


def varint(value: int) -> bytes:
    """Base 128, least significant group first; not for negative numbers."""
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    groups.append(value)
    return bytes(groups)


def integer(field: int, value: int) -> bytes:
    return varint(field << 3 | VARINT) + varint(value)


def number(field: int, value: float) -> bytes:
    return varint(field << 3 | FIXED32) + struct.pack("<f", value)


def message(field: int, content: bytes) -> bytes:
    """A message inside another, or raw bytes."""
    return varint(field << 3 | LENGTH) + varint(len(content)) + content


def text(field: int, content: str) -> bytes:
    return message(field, content.encode())


INPUT, OUTPUT = "embedded", "hidden"
IR_VERSION, OPSET = 8, 17
FUSED = "com.microsoft"
FLOAT, UINT8, INT8 = 1, 2, 3  # TensorProto.DataType
ELEMENT = {np.dtype(np.float32): FLOAT, np.dtype(np.int8): INT8}
# x86 without VNNI adds products in pairs of 16 bits: 2 * 255 * 64 is the most that fits.
LARGEST = 64
AS_FLOAT, AS_INT = 1, 2  # AttributeProto.AttributeType


def int8_model(layer: Layer) -> bytes:
    """A ModelProto: (1, pieces, 384) float32 in, the same shape out."""
    graph = _Graph()
    attended = _product(graph, _attention(graph, INPUT, layer.attention), layer.attended)
    hidden = _add_norm(graph, attended, INPUT, layer.attended.bias, layer.after_attention)
    bias = graph.tensor(layer.widen.bias)
    inner = graph.node("BiasGelu", [_product(graph, hidden, layer.widen), bias], FUSED)
    narrow = _product(graph, inner, layer.narrow)
    result = _add_norm(graph, narrow, hidden, layer.narrow.bias, layer.after_narrow)
    graph.node("Identity", [result], output=OUTPUT)
    return (
        integer(1, IR_VERSION)
        + message(7, graph.content)
        + message(8, text(1, "") + integer(2, OPSET))
        + message(8, text(1, FUSED) + integer(2, 1))
    )


def quantised(weight: FloatArray) -> tuple[npt.NDArray[np.int8], FloatArray]:
    """Whole numbers from -64 to 64 and, per column, what one step is worth."""
    step = np.maximum(np.abs(weight).max(axis=0) / np.float32(LARGEST), np.float32(1e-30))
    return np.rint(weight / step).astype(np.int8), step


def _attention(graph: "_Graph", hidden: str, dense: Dense) -> str:
    whole, step = quantised(dense.weight)
    rounded, rounded_step, zero = graph.nodes("DynamicQuantizeLinear", [hidden], outputs=3)
    no_mask = ""
    inputs = [rounded, graph.tensor(whole), graph.tensor(dense.bias), rounded_step]
    inputs += [graph.tensor(step), no_mask, zero]
    return graph.node("QAttention", inputs, FUSED, num_heads=HEADS)


def _product(graph: "_Graph", hidden: str, dense: Dense) -> str:
    whole, step = quantised(dense.weight)
    inputs = [hidden, graph.tensor(whole), graph.tensor(step)]
    return graph.node("DynamicQuantizeMatMul", inputs, FUSED)


def _add_norm(graph: "_Graph", new: str, old: str, bias: FloatArray, norm: Norm) -> str:
    inputs = [new, old, graph.tensor(norm.gain), graph.tensor(norm.shift), graph.tensor(bias)]
    return graph.node("SkipLayerNormalization", inputs, FUSED, epsilon=EPSILON)


class _Graph:
    """A GraphProto that grows; values are named by number in the order they come up."""

    def __init__(self) -> None:
        self.content = text(2, "minilm") + message(11, _value(INPUT)) + message(12, _value(OUTPUT))
        self._named = 0

    def tensor(self, array: FloatArray | npt.NDArray[np.int8]) -> str:
        """Store a constant; returns its name."""
        name = self._name()
        dimensions = b"".join(integer(1, size) for size in array.shape)
        kind = integer(2, ELEMENT[array.dtype])
        raw = text(8, name) + message(9, array.tobytes())
        self.content += message(5, dimensions + kind + raw)
        return name

    def node(
        self, operator: str, inputs: list[str], domain: str = "", output: str = "", **options: float
    ) -> str:
        """Store a step with one result; returns the result's name."""
        output = output or self._name()
        self._store(operator, inputs, [output], domain, options)
        return output

    def nodes(self, operator: str, inputs: list[str], outputs: int) -> list[str]:
        """Store a step with several results; returns their names."""
        names = [self._name() for _ in range(outputs)]
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
        self.content += message(
            1,
            b"".join(text(1, name) for name in inputs)
            + b"".join(text(2, name) for name in outputs)
            + text(4, operator)
            + b"".join(message(5, _option(*option)) for option in options.items())
            + text(7, domain),
        )

    def _name(self) -> str:
        self._named += 1
        return str(self._named)


def _option(name: str, value: float) -> bytes:
    if isinstance(value, int):
        return text(1, name) + integer(3, value) + integer(20, AS_INT)
    return text(1, name) + number(2, value) + integer(20, AS_FLOAT)


def _value(name: str) -> bytes:
    """A ValueInfoProto: float32 of (1, pieces, 384)."""
    sizes = (integer(1, 1), text(2, "pieces"), integer(1, WIDTH))
    shape = b"".join(message(1, size) for size in sizes)
    tensor = integer(1, FLOAT) + message(2, shape)
    return text(1, name) + message(2, message(1, tensor))


ERRORS_ONLY = 3


def onnx_block(layer: Layer) -> Callable[[FloatArray], FloatArray]:
    """One layer: (pieces, 384) -> (pieces, 384)."""
    import onnxruntime  # an extra: the model can be written without it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    options.enable_cpu_mem_arena = False
    session = onnxruntime.InferenceSession(
        int8_model(layer), options, providers=["CPUExecutionProvider"]
    )

    def run(hidden: FloatArray) -> FloatArray:
        result: FloatArray = session.run([OUTPUT], {INPUT: hidden[None]})[0][0]
        return result

    return run
