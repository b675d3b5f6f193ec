"""Writes files that only their owner may read, in one step: it is the old content or the new."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

PRIVATE_FILE = 0o600


def replace_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write `content` in place of what `path` holds, or leave that and raise an OSError.

    Of several who write at once, the last one stays. After a power cut a file that is not `durable`
    may be empty. A link is replaced, not followed.
    """
    # Beside a file elsewhere, `config.new` may be somebody's; and nobody else may write into ours.
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}.new")
    try:
        with open(temporary, "xb", opener=open_private) as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def follow_link(path: Path) -> Path:
    """Return the file elsewhere that a link leads to, so that it stays a link, or `path` itself.

    For a link that leads in a circle, it is one of its links.
    """
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def replace_json(path: Path, value: Mapping[str, object]) -> None:
    """Write `value` as `replace_file` does."""
    replace_file(path, json.dumps(value, ensure_ascii=False).encode())


def open_private(path: str, flags: int) -> int:
    """Open a file readable by its owner only; an `opener` for `open`."""
    return os.open(path, flags, PRIVATE_FILE)
