"""Brings the index up to date with a folder: new, changed, renamed and deleted files.

Nothing outside the folder is read, no link is followed, and hidden files are left alone. A file
that was renamed is not read again, because its bytes are known. While the folder itself is missing
or empty, as a disk that is not mounted is, nothing is removed.
"""

import asyncio
import os
import stat
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.i18n import N_
from indexer.ingest.jobs import Job, Outcome, build_job
from indexer.ingest.listing import CLOSED, is_closed, list_files, resolve_folder
from indexer.ingest.pipeline import Pipeline
from indexer.parsing.shared.saved_pages import list_page_names, may_be_part
from indexer.scopes import ADMIN, Scope
from indexer.store.files import KeptFile
from indexer.store.writer import Writer

BATCH = 200  # files that are compared with the index at once
MANY = 100  # paths
ABSENT = N_(
    "{folder} is missing or empty, perhaps because its disk is not mounted. "
    "What was indexed from it stays."
)

ChangeKind = Literal["indexed", "removed", "failed"]
Stamp = tuple[int, int, int]  # of a file: when it changed, its size, its number


class FolderChange(Struct, frozen=True):
    """A file that was indexed, removed, or failed, with the sentence that says why."""

    kind: ChangeKind
    path: Path
    reason: str = ""
    is_known: bool = False  # it failed before, for the same reason
    scope: Scope = ADMIN  # who may read it


class OtherFolders(Struct, frozen=True):
    """The other folders that one has to know of."""

    closed: tuple[Path, ...] = ()  # nothing of them is read, nor stays but what `inner` ones keep
    inner: tuple[Path, ...] = ()  # followed too: each removes what is gone from it

    def resolve(self) -> "OtherFolders":
        found = (self.closed, self.inner)
        return OtherFolders(*(tuple(map(resolve_folder, each)) for each in found))

    def keeps_out(self, path: Path) -> bool:
        return is_closed(path, self.closed) and not is_closed(path, self.inner)


class LivingFolder(Struct):
    """A folder whose files stay in the index as they are on the disk; one per process."""

    folder: Path  # resolved
    scope: Scope
    pipeline: Pipeline
    writer: Writer
    others: OtherFolders  # resolved
    _waiting: list[Path] = field(default_factory=list)  # to be read, the first of them now
    # Of the files that this process has looked at: those that are unchanged need no reading.
    _stamps: dict[Path, Stamp] = field(default_factory=dict)

    def list_waiting(self) -> list[str]:
        """List the names of files that wait to be read; the first is being read."""
        return [build_job(each, self.scope).name for each in self._waiting]

    async def update(self, paths: Iterable[Path]) -> AsyncGenerator[FolderChange, None]:
        """Look at `paths`, which are in the folder or the folder itself; yield what changed.

        A `UserError` if the folder is missing or empty, or if all of it is closed.
        """
        if is_closed(self.folder, self.others.closed):
            raise UserError(CLOSED.fill(name=str(self.folder)))
        if await asyncio.to_thread(_is_absent, self.folder):
            raise UserError(ABSENT.fill(folder=str(self.folder)))
        for path in _keep_outermost(paths, self.folder):
            # New names come first: what was renamed is then known by its bytes.
            async with aclosing(self._index(path)) as indexed:
                async for change in indexed:
                    yield change
            for change in await self._remove_gone(path):
                yield change

    async def _index(self, path: Path) -> AsyncGenerator[FolderChange, None]:
        found = await asyncio.to_thread(self._list_new, path)
        kept = await self.writer.list_files_in(self.scope, str(path)) if found else []
        twins = {Path(each.file) for each in kept if each.is_twin}
        for start in range(0, len(found), BATCH):
            batch = found[start : start + BATCH]
            jobs = {each: self._build_job(each) for each, _stamp in batch}
            same = {job.path for job in await self.pipeline.find_unchanged(list(jobs.values()))}
            self._waiting[:] = [each for each, _stamp in found[start:] if each not in same]
            for each, stamp in batch:
                change = None if each in same else await self._index_next(jobs[each], each in twins)
                self._stamps[each] = stamp
                if change:
                    yield change

    async def _index_next(self, job: Job, is_twin: bool) -> FolderChange | None:
        """Index the first file that waits; return what changed."""
        change = await self._index_file(job, is_twin)
        self._waiting.pop(0)
        return change

    def _list_new(self, path: Path) -> list[tuple[Path, Stamp]]:
        """List the files at `path`, or below it, that this process has not seen as they are."""
        found: list[tuple[Path, Stamp]] = []
        if not is_inside(path, self.folder):
            return found
        for each in list_files(path, closed=self.others.closed):
            stamp = _read_stamp(each.path) if each.reason is None else None
            new = stamp and self._stamps.get(each.path) != stamp
            if stamp and new and is_inside(each.path, self.folder):
                found.append((each.path, stamp))
        return found

    def _build_job(self, path: Path) -> Job:
        return replace(build_job(path, self.scope), in_folder=True)

    async def _index_file(self, job: Job, is_twin: bool) -> FolderChange | None:
        """Index a file; return what changed. `is_twin`: it was known as a twin of another."""
        async with aclosing(self.pipeline.run(job)) as steps:
            async for step in steps:
                if isinstance(step, Outcome):
                    known = is_twin and step.status == "duplicate"
                    return None if known else _describe_change(job.path, step)
        return None

    async def _remove_gone(self, path: Path) -> list[FolderChange]:
        known = await self.writer.list_files_in(self.scope, str(path))
        if self.scope != ADMIN:
            known += await self.writer.list_files_in(ADMIN, str(path))
        gone = await asyncio.to_thread(self._list_gone, known)
        for each in gone:
            self._stamps.pop(Path(each.file), None)
            await self.writer.remove_kept(each)
        return [FolderChange("removed", Path(each.file), scope=each.scope) for each in gone]

    def _list_gone(self, known: Sequence[KeptFile]) -> list[KeptFile]:
        return [each for each in known if self._is_gone(each, Path(each.file))]

    def _is_gone(self, known: KeptFile, file: Path) -> bool:
        """Return whether a file leaves the index: a private one only once it does not exist."""
        if known.scope == self.scope:
            return is_gone(file, self.folder) or self.others.keeps_out(file)
        return is_missing(file) and not self.others.keeps_out(file)


def _describe_change(path: Path, outcome: Outcome) -> FolderChange | None:
    if outcome.status == "unchanged":
        return None
    kind: ChangeKind = "indexed" if outcome.is_in_index else "failed"
    return FolderChange(kind, path, outcome.reason, scope=outcome.job.scope)


def open_living_folder(
    folder: Path,
    scope: Scope,
    pipeline: Pipeline,
    writer: Writer,
    others: OtherFolders,
) -> LivingFolder:
    """Return the folder with its links resolved: its owner chose them, but none inside it."""
    return LivingFolder(resolve_folder(folder), scope, pipeline, writer, others.resolve())


def is_inside(path: Path, folder: Path) -> bool:
    """Return whether `path` is in the folder, not hidden, no part of a page, and behind no link."""
    if path != folder and folder not in path.parents:
        return False
    parts = path.relative_to(folder).parts
    if any(part.startswith(".") for part in parts):
        return False
    ways = list(_list_ways(parts[:-1], folder))
    is_part = may_be_part(path.name) and any(map(_has_page, ways))
    return not (is_part or any(each.is_symlink() for each in ways))


def _has_page(folder: Path) -> bool:
    """Return whether a folder holds the parts of a page that is saved beside it."""
    return any(folder.with_name(page).exists() for page in list_page_names(folder.name))


def _list_ways(parts: Sequence[str], folder: Path) -> Iterator[Path]:
    """Yield the folders on the way to a file."""
    at = folder
    for part in parts:
        at /= part
        yield at


def is_gone(path: Path, folder: Path) -> bool:
    """Return whether a file that was indexed is no more; one that cannot be looked at is there."""
    try:
        there = stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return is_missing(path)
    return not (there and is_inside(path, folder))


def is_missing(path: Path) -> bool:
    """Return whether no file is at `path`; where nobody may look, one may be."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError as error:
        return isinstance(error, FileNotFoundError | NotADirectoryError)


def _is_absent(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:
        return True


def _keep_outermost(paths: Iterable[Path], folder: Path) -> list[Path]:
    """Leave out what is in another of `paths`; of very many, return the folder itself."""
    given = set(paths)
    if len(given) > MANY:  # a look at all is cheaper than one at each
        return [folder]
    return sorted(path for path in given if given.isdisjoint(path.parents))


def _read_stamp(path: Path) -> Stamp | None:
    try:
        status = path.lstat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
