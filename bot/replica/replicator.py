"""Keeps the replica up to date for as long as the daemon runs."""

import asyncio
import logging
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.home import Home
from bot.messages import UserError
from bot.replica.control import LAST_WORD, sync
from bot.replica.files import DamagedFilesError, FileCopier
from bot.replica.litestream import Litestream, ReplicaError, format_failure, open_litestream
from bot.replica.objects import open_objects
from bot.replica.settings import ReplicaSettings
from bot.replica.state import ReplicaState, read_state, write_state
from bot.runtime.process_lock import hold_replica_pause

LOOK = 5.0  # seconds between two looks at how far it is
PAUSES = (1.0, 10.0, 60.0, 600.0)  # seconds before Litestream is started again, ever longer
STEADY = timedelta(minutes=5)  # after which an end is the first one again
GLANCE = 0.2  # seconds between two looks whether a pause is over
LOGGED = 1000  # bytes of a line that Litestream prints

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_replica(
    home: Home, settings: ReplicaSettings, clock: Callable[[], datetime]
) -> AsyncIterator["Replicator | None"]:
    """Replicate the database until the context ends, if the settings say where to.

    Closed after the database, so that the replica gets the last transaction too.
    """
    if not settings.url:
        yield None
        return
    replicator = Replicator(open_litestream(home, settings), clock)
    running = asyncio.create_task(replicator.run())
    try:
        yield replicator
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@dataclass(eq=False)
class Replicator:
    """Runs Litestream, copies the files, and writes down how far both are."""

    litestream: Litestream
    clock: Callable[[], datetime]
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _copier: FileCopier = field(init=False)
    _state: ReplicaState = field(init=False)

    def __post_init__(self) -> None:
        home, settings = self.litestream.home, self.litestream.settings
        self._copier = FileCopier(home.folder, timedelta(hours=settings.keep_hours))
        self._state = replace(read_state(home.replica_state), trouble="", files_trouble="")

    @property
    def settings(self) -> ReplicaSettings:
        return self.litestream.settings

    async def run(self) -> None:
        """Replicate the database until cancelled; whenever Litestream ends, start it again."""
        ends = 0
        while True:
            await self._wait_for_pause()
            began = self.clock()
            failure = await self._run_once()
            if self._is_paused():
                continue
            ends = 0 if self.clock() - began > STEADY else ends
            log.warning("the replica stopped: %s", failure)
            self._tell(trouble=failure)
            await self.sleep(PAUSES[min(ends, len(PAUSES) - 1)])
            ends += 1

    async def _wait_for_pause(self) -> None:
        while self._is_paused():
            await self.sleep(GLANCE)

    def _is_paused(self) -> bool:
        with hold_replica_pause(self.litestream.home) as free:
            return not free

    async def _run_once(self) -> str:
        """Run Litestream until it ends; return why."""
        process = await self.litestream.start()
        watching = asyncio.create_task(self._watch())
        try:
            return await _read_failure(process)
        finally:
            watching.cancel()
            await _end(process)

    async def _watch(self) -> None:
        """Write down again and again up to when the replica has all.

        Litestream's own `last_sync_at` is when it sent last: by then more may have been committed.
        """
        while True:
            await self.sleep(LOOK)
            asked = self.clock()
            try:
                await sync(self.litestream.home)
            except ReplicaError as error:
                self._tell(trouble=str(error))
            else:
                self._tell(synced_at=asked, trouble="")

    async def copy_files(self) -> None:
        """Copy the files that changed; a job of the daemon's."""
        try:
            await asyncio.to_thread(self._copy_files)
        except UserError as error:
            log.warning("the replica's files were not copied: %s", error)
            self._tell(files_trouble=str(error))
        else:
            self._tell(files_at=self.clock(), files_trouble="")

    def _copy_files(self) -> None:
        names = self.litestream.home.list_kept_files()
        secrets = self.settings.secrets
        kept = (name for name in names if secrets or name != "config.json")
        with open_objects(self.settings) as objects:
            self._copier.copy(objects, kept, self.clock())

    def note_trial(self, error: UserError | None) -> None:
        """Write down the result of a restoration on trial; what it finds damaged is mended."""
        if isinstance(error, DamagedFilesError):
            self._copier.write_again(error.damaged, self.clock())
        if error:
            self._tell(damage=str(error))
        else:
            self._tell(verified_at=self.clock(), damage="")

    @property
    def state(self) -> ReplicaState:
        return self._state

    def _tell(self, **changes: object) -> None:
        self._state = replace(self._state, **changes)
        try:
            write_state(self.litestream.home.replica_state, self._state)
        except OSError as error:
            log.warning("the state of the replica was not written: %s", error)


async def _read_failure(process: Process) -> str:
    """Read what Litestream prints until it ends; return the last of it."""
    printed = b""
    while process.stderr and (line := await _read_line(process.stderr)):
        log.info("litestream: %s", line[:LOGGED].decode(errors="replace").strip())
        printed = line
    await process.wait()
    return format_failure(printed)


async def _read_line(stream: asyncio.StreamReader) -> bytes:
    """Read a line, or a piece of one that is too long: it may hold what a server said."""
    try:
        return await stream.readuntil(b"\n")
    except asyncio.IncompleteReadError as end:
        return end.partial
    except asyncio.LimitOverrunError as longer:
        return await stream.readexactly(longer.consumed)


async def _end(process: Process) -> None:
    """End Litestream, which sends the last transactions before it goes."""
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(LAST_WORD):
            await process.communicate()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
