"""Replaces config.json, with nothing of the environment."""

import json
import os
from collections.abc import Mapping
from pathlib import Path


def write_config(path: Path, raw: Mapping[str, object]) -> None:
    """Replace the file in one step; others can never read the token on disk."""
    if path.is_symlink():
        # A link to a file elsewhere stays a link; one that leads in a circle is replaced.
        path = Path(os.path.realpath(path))
    # A name of our own: beside a file elsewhere, `config.new` may be somebody's.
    temporary = path.with_name(f".{path.name}.new")
    temporary.unlink(missing_ok=True)  # others may read it, or write to it, or it leads elsewhere
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    opened = os.open(temporary, flags, 0o600)  # not in `try`: what is not ours is not removed
    try:
        with os.fdopen(opened, "w") as file:
            json.dump(raw, file, indent=2, ensure_ascii=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())  # a power cut must leave the old file or the new one
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
