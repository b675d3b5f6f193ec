"""Store the files that people send and receive in the page's own folder; `fetch` reads them there.

No file name from the browser becomes part of a path.
"""

import asyncio
import os
import re
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from bot.messages import Attachment, UserError, _, copy_file, format_size

MIB = 1 << 20
LIMIT = 50 * MIB  # bytes of one file
ROOM = 1024 * MIB  # bytes of all files of one person
MOST = 2000  # files of one person, however small: all of them are looked at for each new one
KEPT = 86_400.0  # seconds that a file stays; after a restart it may be needed again
REFERENCE = re.compile(r"[a-z0-9_~-]{1,31}\.[0-9a-f]{32}")
NAME = 200  # characters
AT_ONCE = 8  # files of one person that arrive at the same time


class _Arrivals(Struct):
    """The files of one person, while some of them arrive."""

    bytes: int  # of all of them, also of what has arrived of the others
    kept: int  # files that were there when the first began to arrive, and that came since
    files: int = 0  # that arrive


class Uploads:
    """The files of all people; a reference names its person, so nobody can send another's file."""

    def __init__(
        self, folder: Path, limit: int = LIMIT, room: int = ROOM, most: int = MOST
    ) -> None:
        self._folder = folder
        self._limit = limit
        self._room = room
        self._most = most
        self._arriving: dict[str, _Arrivals] = {}

    async def take(
        self, person: str, name: str, body: AsyncIterator[bytes], room: int | None = None
    ) -> Attachment:
        """Store an upload; a UserError if it is too large or the person's limit is reached.

        `room` limits the bytes of all files of this person, if it is less than for everybody.
        """
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        await asyncio.to_thread(self.sweep)
        most = self._room if room is None else min(self._room, room)
        reference = f"{person}.{secrets.token_hex(16)}"
        path = self._folder / reference
        with self._arrive(person) as arrivals:
            try:
                size = await self._write(path, body, arrivals, most)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        return Attachment(name[:NAME] or "file", size, reference)

    def find(self, person: str, reference: str, name: str) -> Attachment:
        """Find a file of `person`; a UserError if it is gone."""
        path = self._parse_reference(reference)
        if path is None or not reference.startswith(f"{person}.") or not path.is_file():
            raise UserError(_("The file is no longer here. Please send it again."))
        return Attachment(name[:NAME] or "file", path.stat().st_size, reference)

    async def give(self, person: str, path: Path) -> str:
        """Store a copy of `path` for `person`; return its reference, "" if it cannot be read."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        reference = f"{person}.{secrets.token_hex(16)}"
        try:
            await asyncio.to_thread(copy_file, path, self._folder / reference)
        except OSError:
            return ""
        return reference

    def find_path(self, person: str, reference: str) -> Path:
        """Return the path of a file of `person`; a UserError if it is gone."""
        self.find(person, reference, "")
        return self._folder / reference

    async def copy(self, reference: str, path: Path) -> None:
        """Copy a stored file to `path`; a UserError if it is gone."""
        kept = self._parse_reference(reference)
        if kept is None or not kept.is_file():
            raise UserError(_("The file is no longer here. Please send it again."))
        await asyncio.to_thread(shutil.copyfile, kept, path)

    def sweep(self) -> None:
        """Delete expired files."""
        oldest = time.time() - KEPT
        for path in self._folder.glob("*.*"):
            # Another upload may sweep at the same time, or give up its file.
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    @contextmanager
    def _arrive(self, person: str) -> Iterator[_Arrivals]:
        """Count one more file of `person` that arrives: those that do so together share a limit."""
        arrivals = self._arriving.get(person) or _Arrivals(*self._measure(person))
        if arrivals.kept + arrivals.files >= self._most:
            raise _format_limit()
        if arrivals.files >= AT_ONCE:
            raise UserError(_("Too many requests. Please wait a minute."))
        self._arriving[person] = arrivals
        arrivals.files += 1
        try:
            yield arrivals
        finally:
            arrivals.files -= 1
            arrivals.kept += 1
            if not arrivals.files:
                del self._arriving[person]

    def _measure(self, person: str) -> tuple[int, int]:
        """Return the bytes of a person's files, and their number."""
        with os.scandir(self._folder) as entries:
            own = (each for each in entries if each.name.startswith(f"{person}."))
            sizes = list(map(_measure_file, own))
        return sum(sizes), len(sizes)

    async def _write(
        self, path: Path, body: AsyncIterator[bytes], arrivals: _Arrivals, most: int
    ) -> int:
        size = 0
        try:
            with path.open("xb") as file:
                async for piece in body:
                    size += len(piece)
                    arrivals.bytes += len(piece)
                    self._check(size, arrivals, most)
                    await asyncio.to_thread(file.write, piece)
        except BaseException:
            arrivals.bytes -= size
            raise
        return size

    def _check(self, size: int, arrivals: _Arrivals, most: int) -> None:
        """Raise a `UserError` for too many bytes, of all files of a person or of this one."""
        if arrivals.bytes > most:
            raise _format_limit()
        if size > self._limit:
            limit = format_size(self._limit)
            raise UserError(_("The file is too large: the limit is {size}.", size=limit))

    def _parse_reference(self, reference: str) -> Path | None:
        return self._folder / reference if REFERENCE.fullmatch(reference) else None


def _format_limit() -> UserError:
    return UserError(_("You have reached today's limit for files. Please continue tomorrow."))


def _measure_file(entry: "os.DirEntry[str]") -> int:
    """Return the bytes of a file; 0 if it is gone meanwhile."""
    try:
        return entry.stat().st_size
    except FileNotFoundError:
        return 0
