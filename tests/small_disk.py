"""A daemon whose home lies on a disk of its own, small or read-only, in a namespace of its own.

Needs Linux that lets its users make namespaces; the disk is gone when the daemon ends.
"""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOM = 8 << 20  # bytes
NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
# $0 is the home, whose settings are taken along; what follows becomes the daemon.
SMALL = f"""
settings=$(cat "$0/config.json")
mount -t tmpfs -o size={ROOM},mode=700 small "$0" || exit
printf %s "$settings" > "$0/config.json"
exec "$@"
"""
READ_ONLY = """
mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" || exit
exec "$@"
"""


def missing() -> str:
    """Why it cannot be tried here; empty if it can."""
    if shutil.which("unshare") is None:
        return "unshare is not installed"
    trial = (*NAMESPACE, "mount", "-t", "tmpfs", "trial", "/mnt")
    tried = subprocess.run(trial, capture_output=True, check=False)  # noqa: S603  # our own words
    return "" if tried.returncode == 0 else "namespaces are not allowed here"


def under(home: Path, script: str = SMALL) -> tuple[str, ...]:
    return (*NAMESPACE, "sh", "-c", script, str(home))


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """No file of this process grows beyond `size` bytes; what is written beyond fails."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def unwritable(path: Path) -> Iterator[None]:
    """Let no new text of that file be prepared beside it, as on a full disk; it can be read."""
    prepared, refuses = str(path.with_name(f".{path.name}.")), True

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if refuses and event == "open" and str(arguments[0]).startswith(prepared):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    sys.addaudithook(refuse)  # cannot be removed
    try:
        yield
    finally:
        refuses = False


class Disk:
    """The disk of the running process `pid`, seen from outside."""

    def __init__(self, pid: int, home: Path) -> None:
        self.home = Path(f"/proc/{pid}/root{home}")
        self._filler = self.home / "filler"

    def fill(self, leave: int = 0) -> None:
        """Until about `leave` bytes are free; the daemon may write at the same time."""
        disk = os.statvfs(self.home)
        free = disk.f_bavail * disk.f_frsize
        with self._filler.open("wb", buffering=0) as filler, suppress(OSError):
            filler.write(b"x" * max(free - leave, 0))

    def empty(self) -> None:
        self._filler.unlink()
