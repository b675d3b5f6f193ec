"""Reads and replaces config.json as its owner wrote it, with nothing of the environment."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from bot.settings.config import read_text


def read_config(path: Path) -> dict[str, object]:
    """Return what the file holds; nothing if there is none."""
    return dict(json.loads(read_text(path))) if path.exists() else {}


def write_config(path: Path, raw: Mapping[str, object]) -> None:
    """Replace the file in one step; others can never read the token on disk."""
    temporary = path.with_suffix(".new")
    if temporary.is_symlink():  # somebody left it there, and it leads to another file
        temporary.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(temporary, flags, 0o600), "w") as file:
        json.dump(raw, file, indent=2, ensure_ascii=False)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())  # a power cut must leave the old file or the new one
    temporary.replace(path)
