"""A file of lines that is only ever appended to, and put aside once it is large."""

import errno
import os
from pathlib import Path


class LineFile:
    """Several processes may append to the same file: lines of two do not mix.

    A file of more than `most_bytes` is put aside as NAME.1, and so on; `kept` of those stay.
    """

    def __init__(self, path: Path, most_bytes: int, kept: int) -> None:
        self._path = path
        self._most_bytes = most_bytes
        self._kept = kept

    def append(self, line: str) -> None:
        """Append a line; raises OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        content = f"{line}\n".encode("utf-8", "backslashreplace")
        if self._path.exists() and self._path.stat().st_size + len(content) > self._most_bytes:
            self._rotate()
        file = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            _write_line(file, content)
        finally:
            os.close(file)

    def list_files(self) -> list[Path]:
        """List the files that there may be, with the latest lines first."""
        return [self._path, *(self._build_rotated_path(n) for n in range(1, self._kept + 1))]

    def _rotate(self) -> None:
        newer_first = self.list_files()
        for older, newer in zip(reversed(newer_first), reversed(newer_first[:-1]), strict=False):
            if newer.exists():
                newer.replace(older)

    def _build_rotated_path(self, n: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{n}")


def _write_line(file: int, content: bytes) -> None:
    """Write the whole line at once, below one that a full disk has cut off."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        content = b"\n" + content
    if os.write(file, content) < len(content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
