"""A file whose text cannot be replaced for a while, as on a full disk; it can still be read."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def unwritable(path: Path) -> Iterator[None]:
    """Let no new text of that file be prepared beside it."""
    prepared, refuses = str(path.with_name(f".{path.name}.")), True

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if refuses and event == "open" and str(arguments[0]).startswith(prepared):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    sys.addaudithook(refuse)  # cannot be removed
    try:
        yield
    finally:
        refuses = False
