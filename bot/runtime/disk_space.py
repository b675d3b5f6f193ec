"""Keeps a part of the disk free: files must not take the room that answers and memory need."""

import os
from pathlib import Path

from msgspec import Struct

from bot.messages import N_, UserError
from indexer.i18n import format_size

SCARCE = N_(
    "The disk of this machine is almost full, so I take in no files until space is freed. "
    "Nothing that I have is lost. Please send it again later."
)
REPORT = N_(
    "Only {free} of disk space is free: no files are taken in below {least} "
    "(documents.free_bytes). Free some space."
)


class DiskSpace(Struct, frozen=True):
    """The disk that holds `folder`."""

    folder: Path
    least: int  # bytes that stay free; 0: all may be used

    def measure_free(self) -> int:
        """Return the bytes that this process may still use; the parts kept for root are not."""
        disk = os.statvfs(self.folder)
        return disk.f_bavail * disk.f_frsize

    def check(self, size: int = 0) -> None:
        """Raise a UserError if less than `least` would be free with `size` bytes more."""
        if self.least and self.measure_free() - size < self.least:
            raise UserError(SCARCE)

    def describe(self) -> str:
        """Return a sentence for the owner if no file is taken in now, else an empty one."""
        free = self.measure_free()
        if not self.least or free >= self.least:
            return ""
        return str(REPORT.fill(free=format_size(free), least=format_size(self.least)))
