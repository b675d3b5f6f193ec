"""The layers in onnxruntime, on one thread."""

from collections.abc import Callable

import onnxruntime

from indexer.embedding.minilm.onnx_layers import INPUT, OUTPUT, int8_model
from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.weights import Layer

ERRORS_ONLY = 3


def onnx_block(layer: Layer) -> Callable[[FloatArray], FloatArray]:
    """One layer: (pieces, 384) -> (pieces, 384)."""
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
