"""Keeps what it takes to undo the deletion of a document, for a while.

That is where it came from and, if a copy of its file was kept, that copy; its text is gone from the
index at once, and is read again from the file.
"""

import asyncio
import json
import re
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bot.messages import UserError, _
from indexer.documents import UPLOAD, Document
from indexer.scopes import Scope

RESTORABLE = timedelta(days=30)
CODE = re.compile(r"d[0-9a-f]{9}")


@dataclass(frozen=True, slots=True)
class DeletedDocument:
    """A document as it was; `scope` is a label."""

    code: str
    file: str
    name: str
    file_name: str  # shows the kind of text where `name` does not, as for a web page
    scope: str
    deleted_at: int  # epoch seconds


class DeletedDocuments:
    """The deleted documents of a home; several processes may share them."""

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        self._folder = folder
        self._clock = clock

    async def keep(self, document: Document, file_name: str, original: Path | None) -> bool:
        """Keep a document that is about to be deleted; return whether it can be restored.

        `original` is its file as it was indexed, if there is one, and `file_name` what to call it.
        """
        uploaded = document.file.startswith(UPLOAD)
        if uploaded and original is None:
            return False
        at = int(self._clock().timestamp())
        entry = DeletedDocument(
            code=document.code,
            file=document.file,
            name=document.name,
            file_name=file_name,
            scope=document.scope.label,
            deleted_at=at,
        )
        copied = original if document.file != str(original) else None
        await asyncio.to_thread(self._write, entry, copied)
        return True

    async def find(self, code: str) -> tuple[DeletedDocument, Path | None]:
        """Find a deleted document and the copy of its file, if any; a `UserError` if it is gone."""
        entry = await asyncio.to_thread(self._read, code) if CODE.fullmatch(code) else None
        if entry is None or self._is_over(entry):
            raise UserError(_("That document can no longer be restored."))
        copy = self._name_copy(code)
        return entry, copy if copy.is_file() else None

    async def list_all(self) -> list[DeletedDocument]:
        """List those that can still be restored, the latest first."""
        entries = await asyncio.to_thread(self._read_all)
        kept = [each for each in entries if not self._is_over(each)]
        return sorted(kept, key=lambda each: (-each.deleted_at, each.name))

    async def drop(self, code: str) -> None:
        """Forget a document that was restored."""
        await asyncio.to_thread(self._unlink, code)

    async def sweep(self) -> None:
        """Forget those that can no longer be restored."""
        for each in await asyncio.to_thread(self._read_all):
            if self._is_over(each):
                await self.drop(each.code)

    def _is_over(self, entry: DeletedDocument) -> bool:
        return entry.deleted_at < (self._clock() - RESTORABLE).timestamp()

    def _write(self, entry: DeletedDocument, original: Path | None) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True, parents=True)
        if original is not None:
            shutil.copyfile(original, self._name_copy(entry.code))
            self._name_copy(entry.code).chmod(0o600)
        path = self._name_entry(entry.code)
        path.touch(mode=0o600)
        path.write_text(json.dumps(asdict(entry)), encoding="utf-8")

    def _read(self, code: str) -> DeletedDocument | None:
        try:
            raw = json.loads(self._name_entry(code).read_text(encoding="utf-8"))
            entry = DeletedDocument(**raw)
            Scope(entry.scope)
        except (OSError, ValueError, TypeError):  # damaged, or another process has dropped it
            return None
        return entry

    def _read_all(self) -> list[DeletedDocument]:
        codes = [path.stem for path in self._folder.glob("d*.json")]
        found = [self._read(code) for code in codes if CODE.fullmatch(code)]
        return [each for each in found if each is not None]

    def _unlink(self, code: str) -> None:
        self._name_entry(code).unlink(missing_ok=True)
        self._name_copy(code).unlink(missing_ok=True)

    def _name_entry(self, code: str) -> Path:
        return self._folder / f"{code}.json"

    def _name_copy(self, code: str) -> Path:
        return self._folder / f"{code}.file"
