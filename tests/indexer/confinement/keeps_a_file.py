"""Writes into the folder of the file that the argument names, and beside it."""

import json
import sys
from pathlib import Path


def main() -> int:
    path = Path(sys.argv[1])
    tried = {"kept": _can_write(path), "beside": _can_write(path.parent.parent / "beside.txt")}
    json.dump(tried, sys.stdout)
    return 0


def _can_write(path: Path) -> bool:
    try:
        path.write_text("text")
    except OSError:
        return False
    return path.read_text() == "text"
