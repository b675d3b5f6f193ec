"""Keeps the files that the owner sent, to be returned or indexed again.

Files that others send are not kept: a stranger's uploads must not fill the owner's disk. A copy is
named by its SHA-256, so it is stored once and is always what was indexed; it is deleted with its
last document. Files indexed where they lie are not copied, and are returned only if unchanged.
"""

import asyncio
import hashlib
import os
import shutil
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from bot.ingest.absent_documents import AbsentDocuments
from indexer.documents import UPLOAD, Document
from indexer.ingest.fingerprints import take_digest
from indexer.ingest.jobs import build_job
from indexer.parsing.limits import Limits
from indexer.scopes import ADMIN, KB, Scope

ADDRESSES = ("http://", "https://")
ELSEWHERE = (UPLOAD, *ADDRESSES)  # documents whose file is not on this machine
WEBPAGE = "webpage"
TEXT = ".md"


class Originals:
    """The copies of a home; several processes may share them."""

    def __init__(
        self, folder: Path, deleted: AbsentDocuments, unread: AbsentDocuments, *, keeping: bool
    ) -> None:
        """`unread` are files that the owner wanted indexed, and that could not be read."""
        self._folder = folder
        self.deleted = deleted
        self.unread = unread
        self._keeping = keeping

    async def keep(self, path: Path, file: str, scope: Scope) -> None:
        """Copy what was indexed as `file`, if such files are kept."""
        if self._keeping and scope in (KB, ADMIN) and file.startswith(ELSEWHERE):
            await asyncio.to_thread(self._copy, path)

    async def find(self, document: Document, digest: str) -> Path | None:
        """Return the document's file; None if it is not kept or no longer what was indexed."""
        if document.file.startswith(ELSEWHERE):
            path = (self._folder / digest).resolve()
            return path if digest and path.is_file() else None
        job = build_job(Path(document.file), document.scope)
        # Of its size at most, and no link or pipe: others may have put it where the document was.
        same = await asyncio.to_thread(take_digest, job, Limits(file_bytes=document.size)) == digest
        return job.path if same and digest else None

    async def sweep(self, known: Callable[[], Awaitable[Collection[str]]]) -> None:
        """Delete the copies of no document; `known` gives the digests of the documents."""
        # Listed first: a copy made from now on belongs to a document that is known by then.
        copies = await asyncio.to_thread(self._list_copies)
        wanted = await known() if copies else ()
        for path in copies:
            if path.stem not in wanted:
                path.unlink(missing_ok=True)

    def _list_copies(self) -> list[Path]:
        return list(self._folder.iterdir()) if self._folder.is_dir() else []

    def _copy(self, path: Path) -> None:
        target = self._folder / hash_file(path)
        if target.exists():
            return
        self._folder.mkdir(mode=0o700, exist_ok=True, parents=True)
        partial = target.with_suffix(".partial")
        try:
            shutil.copyfile(path, partial)
            partial.chmod(0o600)
            _sync(partial)  # a power cut must not leave the name of contents that are not there
            partial.replace(target)
        except OSError:  # such as a full disk, which it would keep full
            partial.unlink(missing_ok=True)
            raise


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def format_file_name(document: Document) -> str:
    """Return a name for the document's file.

    A page has an address for a name, and the text of a recording that of the sound.
    """
    if document.name.startswith(ELSEWHERE):
        return _format_page_name(document)
    if document.file.endswith(TEXT) and not document.name.endswith(TEXT):
        return document.name.replace(":", ".") + TEXT
    return document.name


def _format_page_name(document: Document) -> str:
    address = urlsplit(document.name)
    last = PurePosixPath(address.path).name or address.hostname or "page"
    kind = "html" if document.document_type == WEBPAGE else document.document_type
    return last if last.endswith(f".{kind}") else f"{last}.{kind}"


def hash_file(path: Path) -> str:
    """Return the file's SHA-256 in hex, or "" if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
