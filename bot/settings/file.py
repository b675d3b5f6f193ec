"""Replaces config.json, with nothing of the environment."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from indexer.private_files import replace_file


def write_config(path: Path, raw: Mapping[str, object]) -> None:
    """Replace the file in one step; others can never read the token on disk."""
    if path.is_symlink():
        # A link to a file elsewhere stays a link; one that leads in a circle is replaced.
        path = Path(os.path.realpath(path))
    replace_file(path, f"{json.dumps(raw, indent=2, ensure_ascii=False)}\n".encode())
