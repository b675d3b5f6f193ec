"""Restores an installation from its replica, in place or on trial."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from bot.home import KEPT, Home
from bot.messages import UserError
from bot.operations.backups.backup import check_database, put_in_place
from bot.operations.replica_status import TRIAL
from bot.replica.files import FileList, fetch_files, find_list
from bot.replica.litestream import open_litestream
from bot.replica.objects import open_objects
from bot.replica.replicator import Replicator
from bot.replica.settings import ReplicaSettings
from bot.runtime.process_lock import hold_daemon_lock, hold_sole_use_lock
from indexer.i18n import _
from indexer.paths import DATABASE

log = logging.getLogger(__name__)


class Restored(Struct, frozen=True):
    """The contents of a replica that was restored."""

    newest: datetime | None  # when the newest transaction was copied; with `at`, not later
    files: int
    aside: Path | None = None  # the folder with what was in the home before


async def restore_replica(
    home: Home, settings: ReplicaSettings, at: datetime | None, now: datetime
) -> Restored:
    """Replace what is in `home` with the replica as it was `at` that time, or as it is last known.

    config.json stays as it is, unless the replica has one and `replica.secrets` says so.
    """
    with hold_daemon_lock(home), hold_sole_use_lock(home):
        home.create()
        async with _fetch(home, settings, at, now) as (folder, restored):
            has_config = (folder / "config.json").exists()
            parts = [each for each in KEPT if each != "config.json" or has_config]
            aside = put_in_place(folder, home, now, parts)
    return Restored(restored.newest, restored.files, aside)


async def verify_replica(
    home: Home, settings: ReplicaSettings, now: datetime, at: datetime | None = None
) -> Restored:
    """Restore the replica into a folder that is deleted again, and check all of it."""
    home.create()
    async with _fetch(home, settings, at, now) as (_folder, restored):
        return restored


@asynccontextmanager
async def _fetch(
    home: Home, settings: ReplicaSettings, at: datetime | None, now: datetime
) -> AsyncIterator[tuple[Path, Restored]]:
    if not settings.url:
        raise UserError(_("There is no replica: replica.url in config.json says where one is."))
    litestream = open_litestream(home, settings)
    home.tmp.mkdir(mode=0o700, exist_ok=True)
    with TemporaryDirectory(dir=home.tmp, prefix="replica-") as name:
        folder = Path(name)
        database = folder / DATABASE
        database.parent.mkdir(mode=0o700)
        newest = await litestream.find_newest()
        await litestream.restore(database, at)
        await asyncio.to_thread(check_database, database)
        files = await asyncio.to_thread(fetch_listed, settings, at, now, folder)
        earlier = min(newest, at) if newest and at else newest
        yield folder, Restored(earlier, len(files.files))


def fetch_listed(
    settings: ReplicaSettings, at: datetime | None, now: datetime, folder: Path
) -> FileList:
    """Fetch the files that the replica had `at` that time into `folder`; return their list."""
    with open_objects(settings) as objects:
        files = find_list(objects, at, now)
        if not settings.secrets:  # it would name another owner, another model or another replica
            files = files.leave_out("config.json")
        fetch_files(objects, files, folder)
    return files


async def try_replica(replicator: Replicator, now: datetime) -> None:
    """Restore the replica on trial if the last trial is long ago; a job of the daemon's."""
    state = replicator.state
    if state.synced_at is None or (state.verified_at and abs(now - state.verified_at) < TRIAL):
        return
    try:
        await verify_replica(replicator.litestream.home, replicator.settings, now)
    except UserError as error:
        log.warning("the replica cannot be restored: %s", error)
        replicator.note_trial(error)
    else:
        replicator.note_trial(None)
