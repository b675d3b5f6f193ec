"""Tells which files of a folder change, as soon as the system says so (inotify, by watchdog).

Changes that come close together are told together: a file that is being written is read once.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.errors import UserError
from indexer.i18n import N_

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent, FileSystemEventHandler

QUIET = 1.0  # seconds without a change before changes are told
LONGEST = 15.0  # seconds that a change waits for others at most
MOST = 10_000  # paths; with more, the whole folder is looked at
REFUSED = N_(
    "The system does not say when files in {folder} change ({reason}), so I look every few "
    "minutes. A larger fs.inotify.max_user_watches may help."
)


class FolderEvents:
    """The changes in one folder that were not told yet; made by `open_folder_events`."""

    def __init__(self, folder: Path, quiet: float) -> None:
        self._folder = folder
        self._quiet = quiet
        self._paths = set[Path]()
        self._changed = asyncio.Event()

    def add(self, *paths: Path) -> None:
        self._paths.update(paths if len(self._paths) < MOST else [self._folder])
        self._changed.set()

    async def wait(self) -> frozenset[Path]:
        """Wait for changes; return the paths, also of what is gone."""
        await self._changed.wait()
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST
        while self._changed.is_set() and loop.time() < end:
            self._changed.clear()
            await _wait_for(self._changed, self._quiet)
        self._changed.clear()
        paths, self._paths = self._paths, set()
        return frozenset(paths)


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass


@asynccontextmanager
async def open_folder_events(folder: Path, quiet: float = QUIET) -> AsyncIterator[FolderEvents]:
    """Watch the folder and all below it; a `UserError` if the system refuses that.

    No link is followed.
    """
    from watchdog.observers import Observer

    events, observer = FolderEvents(folder, quiet), Observer()
    handler = _build_handler(events, asyncio.get_running_loop())
    try:
        observer.schedule(handler, str(folder), recursive=True, event_filter=_list_kinds())
        await asyncio.to_thread(observer.start)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UserError(REFUSED.fill(folder=str(folder), reason=reason)) from None
    try:
        yield events
    finally:
        observer.stop()
        await asyncio.to_thread(observer.join)


def _build_handler(
    events: FolderEvents, loop: asyncio.AbstractEventLoop
) -> "FileSystemEventHandler":
    from watchdog.events import FileSystemEventHandler

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: "FileSystemEvent") -> None:  # in the observer's thread
            loop.call_soon_threadsafe(events.add, *_list_paths(event))

    return Handler()


def _list_kinds() -> "list[type[FileSystemEvent]]":
    """List the events that change something: opening and reading do not."""
    from watchdog import events

    return [
        *(events.FileCreatedEvent, events.FileModifiedEvent, events.FileClosedEvent),
        *(events.FileMovedEvent, events.FileDeletedEvent),
        *(events.DirCreatedEvent, events.DirMovedEvent, events.DirDeletedEvent),
    ]


def _list_paths(event: "FileSystemEvent") -> list[Path]:
    return [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
