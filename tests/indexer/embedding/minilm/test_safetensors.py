import json
from pathlib import Path

import numpy as np

from indexer.embedding.minilm.safetensors import load_tensors


def test_what_was_written_is_read_and_other_types_are_passed_over(tmp_path: Path) -> None:
    matrix = np.arange(6, dtype="<f4").reshape(2, 3)
    contents = {
        "__metadata__": {"format": "pt"},
        "positions": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]},
        "matrix": {"dtype": "F32", "shape": [2, 3], "data_offsets": [8, 32]},
    }
    head = json.dumps(contents).encode()
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(head).to_bytes(8, "little") + head + bytes(8) + matrix.tobytes())
    found = load_tensors(path)
    assert list(found) == ["matrix"]
    np.testing.assert_array_equal(found["matrix"], matrix)
