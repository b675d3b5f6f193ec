"""Replaces config.json, with nothing of the environment."""

import json
from collections.abc import Mapping
from pathlib import Path

from indexer.private_files import follow_link, replace_file


def write_config(path: Path, raw: Mapping[str, object]) -> None:
    """Replace the file in one step; others can never read the token on disk."""
    text = f"{json.dumps(raw, indent=2, ensure_ascii=False)}\n"
    replace_file(follow_link(path), text.encode())
