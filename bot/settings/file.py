"""Reads and replaces config.json as its owner wrote it, with nothing of the environment."""

import errno
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from indexer.i18n import _

LARGEST = 1 << 20  # bytes: a thousand times what anybody sets


def read_text(path: Path) -> str:
    """Return the text of the file; an OSError also for a pipe, which never ends, or a huge file."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, _("it is not a file"))
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content.decode()


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
