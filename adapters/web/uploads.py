"""Files on their way in and out, in a folder of the page's own: `fetch` takes them from there.

Nothing of what the browser says becomes part of a path.
"""

import asyncio
import re
import secrets
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.messages import Attachment, UserError, _, format_size

MIB = 1 << 20
LIMIT = 50 * MIB  # bytes of one file
ROOM = 1024 * MIB  # bytes of all files of one person
KEPT = 86_400.0  # seconds that a file stays, for a restart may ask for it again
REFERENCE = re.compile(r"[a-z0-9_-]{1,31}\.[0-9a-f]{32}")
NAME = 200  # characters


class Uploads:
    """The files of all people; each knows its person, so that nobody sends another's."""

    def __init__(self, folder: Path, limit: int = LIMIT, room: int = ROOM) -> None:
        self._folder = folder
        self._limit = limit
        self._room = room

    async def take(self, person: str, name: str, body: AsyncIterator[bytes]) -> Attachment:
        """Keep what `body` brings."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        await asyncio.to_thread(self.sweep)
        if sum(path.stat().st_size for path in self._folder.glob(f"{person}.*")) > self._room:
            raise UserError(
                _("You have reached today's limit for files. Please continue tomorrow.")
            )
        reference = f"{person}.{secrets.token_hex(16)}"
        path = self._folder / reference
        try:
            size = await self._write(path, body)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return Attachment(name[:NAME] or "file", size, reference)

    def find(self, person: str, reference: str, name: str) -> Attachment:
        """A file that `person` has brought before."""
        path = self._parse_reference(reference)
        if path is None or not reference.startswith(f"{person}.") or not path.is_file():
            raise UserError(_("The file is no longer here. Please send it again."))
        return Attachment(name[:NAME] or "file", path.stat().st_size, reference)

    async def give(self, person: str, path: Path) -> str:
        """Keep a copy of `find_path` for `person` to take; its reference, or "" if it is gone."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        reference = f"{person}.{secrets.token_hex(16)}"
        try:
            await asyncio.to_thread(shutil.copyfile, path, self._folder / reference)
        except OSError:
            return ""
        return reference

    def find_path(self, person: str, reference: str) -> Path:
        """Where the bytes lie of a file that `person` was given."""
        self.find(person, reference, "")
        return self._folder / reference

    async def copy(self, reference: str, path: Path) -> None:
        """To `find_path`."""
        kept = self._parse_reference(reference)
        if kept is None or not kept.is_file():
            raise UserError(_("The file is no longer here. Please send it again."))
        await asyncio.to_thread(shutil.copyfile, kept, path)

    def sweep(self) -> None:
        """Delete what has had its time."""
        oldest = time.time() - KEPT
        for path in self._folder.glob("*.*"):
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)

    async def _write(self, path: Path, body: AsyncIterator[bytes]) -> int:
        size = 0
        with path.open("xb") as file:
            async for piece in body:
                size += len(piece)
                if size > self._limit:
                    raise UserError(
                        _(
                            "The file is too large: the limit is {size}.",
                            size=format_size(self._limit),
                        )
                    )
                await asyncio.to_thread(file.write, piece)
        return size

    def _parse_reference(self, reference: str) -> Path | None:
        return self._folder / reference if REFERENCE.fullmatch(reference) else None
