"""Keeps what it takes to read a document that is not in the index, for a while.

It was deleted, or could not be read. Kept is where it came from and, if there was one, a copy of
its file; of its text nothing is kept, and it is read again from the file.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from bot.messages import UserError, _, copy_file
from indexer.documents import UPLOAD, Document, build_document_code
from indexer.ingest.jobs import Job
from indexer.private_files import replace_file
from indexer.scopes import Scope

KEPT = timedelta(days=30)
LEFT = timedelta(days=1)  # after which no running process still writes it
MOST = 500  # files that could not be read
FORMERLY = "deleted_at"  # what earlier versions called `at`
CODE = re.compile(r"d[0-9a-f]{9}")


class AbsentDocument(Struct, frozen=True):
    """A document as it was, or would have been; `scope` is a label."""

    code: str
    file: str
    name: str
    file_name: str  # shows the kind of text where `name` does not, as for a web page
    scope: str
    at: int  # epoch seconds, when it was deleted or could not be read
    reason: str = ""  # the sentence that says why it could not be read


class AbsentDocuments:
    """The absent documents of one kind, in a folder; several processes may share them."""

    def __init__(self, folder: Path, clock: Callable[[], datetime], most: int = MOST) -> None:
        self._folder = folder
        self._clock = clock
        self._most = most

    async def keep_deleted(self, document: Document, file_name: str, original: Path | None) -> bool:
        """Keep a document that is about to be deleted; return whether it can be restored.

        `original` is its file as it was indexed, if there is one, and `file_name` what to call it.
        """
        if document.file.startswith(UPLOAD) and original is None:
            return False
        entry = AbsentDocument(
            code=document.code,
            file=document.file,
            name=document.name,
            file_name=file_name,
            scope=document.scope.label,
            at=self._now(),
        )
        copied = original if document.file != str(original) else None
        await asyncio.to_thread(self._write, entry, copied)
        return True

    async def keep_unread(self, job: Job, reason: str, original: Path | None) -> bool:
        """Keep a file that could not be read; no more of them than `most`.

        Return whether it was kept before, with the same reason.
        """
        entry = AbsentDocument(
            code=build_document_code(job.file),
            file=job.file,
            name=job.name,
            file_name=job.read_as,
            scope=job.scope.label,
            at=self._now(),
            reason=reason,
        )
        return await asyncio.to_thread(self._write_within, entry, original)

    async def drop_read(self, job: Job) -> None:
        """Forget that a file could not be read."""
        await self.drop(build_document_code(job.file))

    def _now(self) -> int:
        return int(self._clock().timestamp())

    async def find(self, code: str) -> tuple[AbsentDocument, Path | None]:
        """Find a document and the copy of its file, if any; a `UserError` if it is gone."""
        entry = await asyncio.to_thread(self._read, code) if CODE.fullmatch(code) else None
        if entry is None or self._is_over(entry):
            raise UserError(_("That document can no longer be restored."))
        copy = self._name_copy(code)
        return entry, copy if copy.is_file() else None

    async def find_all(self, codes: Iterable[str]) -> dict[str, tuple[AbsentDocument, Path | None]]:
        """Find those of `codes` that are still kept."""
        found = {}
        for code in codes:
            with suppress(UserError):
                found[code] = await self.find(code)
        return found

    async def list_all(self) -> list[AbsentDocument]:
        """List those that are still kept, the latest first."""
        entries = await asyncio.to_thread(self._read_all)
        kept = [each for each in entries if not self._is_over(each)]
        return sorted(kept, key=lambda each: (-each.at, each.name))

    async def drop(self, code: str) -> None:
        """Forget a document, which is in the index or of no interest."""
        await asyncio.to_thread(self._unlink, code)

    async def sweep(self, now: datetime) -> None:
        """Forget those that were kept long enough."""
        for each in await asyncio.to_thread(self._read_all):
            if _is_over(each, now):
                await self.drop(each.code)
        await asyncio.to_thread(self._remove_unnamed, (now - LEFT).timestamp())

    def _remove_unnamed(self, before: float) -> None:
        """Delete what a killed process left before that time: no entry names it."""
        for path in self._folder.glob("d*.*"):
            unfinished = path.suffix in (".new", ".part")
            named = self._name_entry(path.stem).exists()
            with suppress(FileNotFoundError):
                if (unfinished or not named) and path.stat().st_mtime < before:
                    path.unlink()

    def _is_over(self, entry: AbsentDocument) -> bool:
        return _is_over(entry, self._clock())

    def _write_within(self, entry: AbsentDocument, original: Path | None) -> bool:
        known = self._name_entry(entry.code).exists()
        earlier = self._read(entry.code) if known else None
        if known or sum(1 for _each in self._folder.glob("d*.json")) < self._most:
            self._write(entry, original if original != self._name_copy(entry.code) else None)
        return earlier is not None and earlier.reason == entry.reason

    def _write(self, entry: AbsentDocument, original: Path | None) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True, parents=True)
        copy, part = self._name_copy(entry.code), self._folder / f"{entry.code}.part"
        try:
            if original is not None:
                part.unlink(missing_ok=True)  # of a process that was killed
                copy_file(original, part)
                part.replace(copy)  # whole: an entry of earlier may name it
            replace_file(self._name_entry(entry.code), json.dumps(asdict(entry)).encode())
        except OSError:  # such as a full disk, which it would keep full
            unnamed = () if self._name_entry(entry.code).exists() else (copy,)
            for path in (part, *unnamed):
                path.unlink(missing_ok=True)
            raise

    def _read(self, code: str) -> AbsentDocument | None:
        """Read an entry; an OSError if it cannot be, which says nothing of what there is."""
        try:
            raw = json.loads(self._name_entry(code).read_text(encoding="utf-8"))
            if FORMERLY in raw:
                raw["at"] = raw.pop(FORMERLY)
            entry = AbsentDocument(**raw)
            Scope(entry.scope)
        except (FileNotFoundError, ValueError, TypeError):  # damaged, or another has dropped it
            return None
        return entry

    def _read_all(self) -> list[AbsentDocument]:
        codes = [path.stem for path in self._folder.glob("d*.json")]
        found = []
        for code in filter(CODE.fullmatch, codes):
            with suppress(OSError):
                found.append(self._read(code))
        return [each for each in found if each is not None]

    def _unlink(self, code: str) -> None:
        self._name_entry(code).unlink(missing_ok=True)
        self._name_copy(code).unlink(missing_ok=True)

    def _name_entry(self, code: str) -> Path:
        return self._folder / f"{code}.json"

    def _name_copy(self, code: str) -> Path:
        return self._folder / f"{code}.file"


def _is_over(entry: AbsentDocument, now: datetime) -> bool:
    return entry.at < (now - KEPT).timestamp()
