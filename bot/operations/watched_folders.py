"""Follows the folders of `documents.watch`, and keeps what happened for one summary a day."""

import asyncio
import json
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from bot.messages import UserError
from bot.services.services import Services
from bot.settings.config import WatchedFolder
from indexer.i18n import _, format_list, join_sentences, ngettext
from indexer.ingest.folder_events import QUIET, open_folder_events
from indexer.ingest.jobs import build_job
from indexer.ingest.listing import resolve_folder
from indexer.ingest.living_folder import (
    FolderChange,
    LivingFolder,
    OtherFolders,
    open_living_folder,
)
from indexer.paths import expand_path, format_name
from indexer.private_files import replace_file
from indexer.scopes import ADMIN, Scope

LOOK = 3600.0  # seconds between two looks at the whole folder: changes may be missed
BLIND = 300.0  # seconds, where the system does not say what changes
NAMED = 5  # files that could not be read and that a summary names
DAY = timedelta(days=1)  # between two summaries
UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError)
MANY = 4096  # passages that were written and slow down the next search

log = logging.getLogger(__name__)

Tell = Callable[[FolderChange], None]


class _Changes(Protocol):
    async def wait(self) -> Iterable[Path]: ...


async def follow_folder(
    services: Services, watched: WatchedFolder, tell: Tell, quiet: float = QUIET
) -> None:
    """Bring the index up to date with the folder, and keep it so until cancelled."""
    folder = _open_folder(services, watched)
    services.followed.append(folder)
    try:
        async with _open_changes(folder.folder, quiet) as changes:
            paths: Iterable[Path] = (folder.folder,)
            while True:
                await _update(services, folder, paths, tell)
                paths = await changes.wait()
    finally:
        services.followed.remove(folder)


def _open_folder(services: Services, watched: WatchedFolder) -> LivingFolder:
    """Open a folder without multis' own; of those in it the innermost decides who may read.

    What the owner alone may read leaves the index with none but the innermost, which may keep it.
    """
    path, scope = expand_path(watched.folder), Scope(watched.scope)
    within = [each for each in services.settings.documents.watch if _is_within(each, path)]
    shut = _expand(each for each in within if each.scope != watched.scope)
    inner = _expand(each for each in within if each.scope == watched.scope or scope == ADMIN)
    others = OtherFolders((services.home.folder, *shut), inner)
    return open_living_folder(path, scope, services.pipeline, services.writer, others)


def _is_within(watched: WatchedFolder, outer: Path) -> bool:
    return resolve_folder(outer) in resolve_folder(_find(watched)).parents


def _expand(watched: Iterable[WatchedFolder]) -> tuple[Path, ...]:
    return tuple(map(_find, watched))


def _find(watched: WatchedFolder) -> Path:
    """Return where another folder is; one that cannot be is no reason to stop for this one."""
    return Path(os.path.expanduser(watched.folder))


async def _update(
    services: Services, folder: LivingFolder, paths: Iterable[Path], tell: Tell
) -> None:
    changed = False
    try:
        async with aclosing(folder.update(paths)) as found:
            async for change in found:
                tell(await _note_unread(services, change))
                changed = True
    except UserError as error:
        log.warning("a watched folder was not read: %s", error)
    if changed:
        await services.upkeep.settle(MANY)


async def _note_unread(services: Services, change: FolderChange) -> FolderChange:
    """Note for the owner's desk what could not be read, until it is read or gone."""
    job, unread = build_job(change.path, change.scope), services.originals.unread
    if change.kind == "failed":
        return replace(change, is_known=await unread.keep_unread(job, change.reason, None))
    await unread.drop_read(job)
    return change


@asynccontextmanager
async def _open_changes(folder: Path, quiet: float) -> AsyncIterator[_Changes]:
    """Open what tells of changes: the system, or a look now and then where it does not."""
    try:
        async with open_folder_events(folder, quiet) as events:
            yield _WithLooks(folder, LOOK, events)
    except UserError as error:
        log.warning("%s", error)
        yield _WithLooks(folder, BLIND)


class _WithLooks(Struct):
    """Changes as they are told, and the whole folder after each `every` seconds."""

    folder: Path
    every: float
    events: _Changes | None = None

    async def wait(self) -> Iterable[Path]:
        try:
            async with asyncio.timeout(self.every):
                if self.events:
                    return await self.events.wait()
                await asyncio.Event().wait()
        except TimeoutError:
            pass
        return (self.folder,)


class FolderDiary(Struct):
    """Counts what happened in the watched folders since the last summary; kept in a file."""

    path: Path
    clock: Callable[[], datetime]
    _counts: Counter[str] = field(default_factory=Counter)
    _failed: list[str] = field(default_factory=list)  # names
    _since: float = 0.0  # epoch seconds of the first change; 0 if there was none

    def __post_init__(self) -> None:
        try:
            raw = json.loads(self.path.read_text(encoding="utf-8"))
            self._counts = Counter({name: int(raw["counts"][name]) for name in raw["counts"]})
            self._failed = [str(name) for name in raw["failed"]]
            self._since = float(raw["since"])
        except (*UNREADABLE, OverflowError, RecursionError):
            self.clear()  # none yet, or damaged

    def add(self, change: FolderChange) -> None:
        """Count a change; one that cannot be written down now is with the next."""
        if change.is_known:
            return  # each start of the process meets the same broken files
        self._since = self._since or self.clock().timestamp()
        self._counts[change.kind] += 1
        if change.kind == "failed" and len(self._failed) < NAMED:
            self._failed.append(format_name(change.path.name))
        kept = {"counts": self._counts, "failed": self._failed, "since": self._since}
        try:
            replace_file(self.path, json.dumps(kept).encode(), durable=False)
        except OSError as error:
            log.warning("what happened in watched folders cannot be stored: %s", error)

    @property
    def is_due(self) -> bool:
        """Return whether a day has passed since the first change that was not told."""
        since = self._since
        # Either way: the clock may have been ahead.
        return bool(since) and abs(self.clock().timestamp() - since) >= DAY.total_seconds()

    def format(self) -> str:
        counts = self._counts
        sentences = [
            _("In your watched folders, since the last summary:"),
            ngettext("{count} file was indexed.", "{count} files were indexed.", counts["indexed"]),
            ngettext("{count} file was removed.", "{count} files were removed.", counts["removed"]),
        ]
        if counts["failed"]:
            sentences.append(
                ngettext(
                    "{count} file could not be read: {names}.",
                    "{count} files could not be read, among them {names}.",
                    counts["failed"],
                    names=format_list(self._failed),
                )
            )
        return join_sentences(*sentences)

    def clear(self) -> None:
        self._counts, self._failed, self._since = Counter(), [], 0.0
        self.path.unlink(missing_ok=True)


def start_watching(services: Services, diary: FolderDiary) -> None:
    """Follow each folder of the settings in the background, for as long as the daemon runs."""
    for watched in services.settings.documents.watch:
        follow = partial(follow_folder, services, watched, diary.add)
        # Its beginning reads the whole folder.
        services.background.run_forever(f"watching {watched.folder}", follow, LOOK)
