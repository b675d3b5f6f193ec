"""Writes files that only their owner may read, in one step: it is the old content or the new."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from io import BufferedWriter
from pathlib import Path

PRIVATE_FILE = 0o600


def replace_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write `content` in place of what `path` holds, or leave that and raise an OSError.

    After a power cut a file that is not `durable` may be empty. A link is replaced, not followed.
    """
    # A name of our own: beside a file elsewhere, `config.new` may be somebody's.
    temporary = path.with_name(f".{path.name}.new")
    created = _create(temporary)  # not in `try`: what is not ours is not removed
    try:
        with created as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def replace_json(path: Path, value: Mapping[str, object]) -> None:
    """Write `value` as `replace_file` does."""
    replace_file(path, json.dumps(value, ensure_ascii=False).encode())


def _create(path: Path) -> BufferedWriter:
    """Create a file in place of what a crash, or somebody else, left there: no link is followed."""
    try:
        return open(path, "xb", opener=open_private)
    except FileExistsError:
        path.unlink()
    return open(path, "xb", opener=open_private)


def open_private(path: str, flags: int) -> int:
    """Open a file readable by its owner only; an `opener` for `open`."""
    return os.open(path, flags, PRIVATE_FILE)
