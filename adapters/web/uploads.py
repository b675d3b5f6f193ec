"""Files on their way in: from the browser to a folder of the page's own, then through `fetch`.

Nothing of what the browser says becomes part of a path.
"""

import asyncio
import hashlib
import re
import secrets
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.messages import Attachment, UserError

MIB = 1 << 20
LIMIT = 50 * MIB  # bytes of one file
WAITING = 20  # files of one person that wait to be read
LEFT_BEHIND = 7 * 86_400.0  # seconds after which nobody can still want a file
REFERENCE = re.compile(r"[a-z0-9_-]{1,31}\.[0-9a-f]{16}\.[0-9a-f]{16}")
NAME = 200  # characters


class Uploads:
    """The files of all people; each knows its person, so that nobody sends another's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def take(
        self, person: str, key: str, name: str, body: AsyncIterator[bytes]
    ) -> Attachment:
        """Keep what `body` brings for the message `key`."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if len(list(self._folder.glob(f"{person}.*"))) >= WAITING:
            raise UserError("Too many files are waiting. Let me read those first, please.")
        reference = f"{_prefix(person, key)}{secrets.token_hex(8)}"
        path = self._folder / reference
        try:
            size = await _write(path, body)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return Attachment(name[:NAME] or "file", size, reference)

    def find(self, person: str, reference: str, name: str) -> Attachment:
        """A file that `person` has brought before."""
        path = self._path(reference)
        if path is None or not reference.startswith(f"{person}.") or not path.is_file():
            raise UserError("That file is no longer here. Please send it again.")
        return Attachment(name[:NAME] or "file", path.stat().st_size, reference)

    async def copy(self, reference: str, path: Path) -> None:
        """To `path`; it stays here until the reply is there, for a crash may ask for it again."""
        kept = self._path(reference)
        if kept is None or not kept.is_file():
            raise UserError("The file is no longer here. Please send it again.")
        await asyncio.to_thread(shutil.copyfile, kept, path)

    def remove(self, person: str, key: str) -> None:
        """Once the message `key` is answered."""
        for path in self._folder.glob(f"{_prefix(person, key)}*"):
            path.unlink(missing_ok=True)

    def sweep(self) -> None:
        """What was brought for a message that was never sent."""
        oldest = time.time() - LEFT_BEHIND
        for path in self._folder.glob("*.*.*"):
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)

    def _path(self, reference: str) -> Path | None:
        return self._folder / reference if REFERENCE.fullmatch(reference) else None


def _prefix(person: str, key: str) -> str:
    return f"{person}.{hashlib.sha256(key.encode()).hexdigest()[:16]}."


async def _write(path: Path, body: AsyncIterator[bytes]) -> int:
    size = 0
    with path.open("xb") as file:
        async for piece in body:
            size += len(piece)
            if size > LIMIT:
                raise UserError(f"That file is too large: I take up to {LIMIT // MIB} MB.")
            await asyncio.to_thread(file.write, piece)
    return size
