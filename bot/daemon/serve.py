"""The daemon: serves every enabled platform until it is told to stop."""

import asyncio
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from msgspec import Struct

from bot.access.policy import PAGE_OWNER, has_owner
from bot.daemon.leading import Leading, open_leading, receive
from bot.daemon.notices import (
    build_digest_job,
    build_folders_job,
    build_reminder_job,
    tell_owners,
)
from bot.daemon.running import Platforms, Running, open_running
from bot.daemon.stopping import run_until_stopped
from bot.daemon.warm_up import warm_up
from bot.home import Home
from bot.llm import preload_library
from bot.operations.backups.backup import check_is_local
from bot.operations.health_file import Trouble, limit_malloc_arenas
from bot.operations.heartbeat import Heartbeat
from bot.operations.jobs import build_jobs, build_process_jobs, build_replica_jobs
from bot.operations.watched_folders import FolderDiary, start_watching
from bot.platforms import list_enabled
from bot.replica.replicator import open_replica
from bot.runtime.lease import Lease
from bot.runtime.platform_watch import PlatformWatch
from bot.runtime.process_lock import hold_daemon_lock
from bot.runtime.scheduler import Job, open_schedule
from bot.services.open import build_access, embed_in_background
from bot.services.resources import utc_now
from bot.services.services import Services
from bot.settings.config import ConfigError, Settings
from indexer.i18n import _


class Starter(Struct, frozen=True):
    """Whoever started the daemon.

    `tell` shows them a sentence. `show_page` is called with the address of the page as soon as it
    answers. `list_troubles` returns what the log had to complain of lately.
    """

    tell: Callable[[str], None]
    list_troubles: Callable[[], tuple[Trouble, ...]]
    show_page: Callable[[str], None] | None = None

    def announce_page(self, address: str) -> None:
        """Show the address by `show_page`, or tell it where there is none."""
        if self.show_page:
            self.show_page(address)
            return
        self.tell(
            _("The page is at {address}. `multis web` prints a link to open it.", address=address)
        )


async def serve(
    home: Home,
    settings: Settings,
    starter: Starter,
    clock: Callable[[], datetime] = utc_now,
    lease: Lease | None = None,
) -> None:
    """Run every enabled platform until SIGTERM, SIGINT or SIGHUP.

    `lease` is that of a server's database.
    """
    platforms = _list_platforms(home, settings)
    if settings.replica.url:
        check_is_local(settings.database, home)
    limit_malloc_arenas()
    shared, lapsed = (lease.shared, lease.lapsed) if lease else (False, False)
    with hold_daemon_lock(home, replaced=lapsed, shared=shared):
        home.tighten()  # what earlier versions wrote
        access, announce = build_access(settings), starter.announce_page
        async with (
            open_replica(home, settings.replica, clock) as replicator,
            open_running(home, settings, access, platforms, announce, clock, lease=lease) as it,
        ):
            jobs = build_replica_jobs(replicator, clock) if replicator else []
            begin = partial(_begin, it, platforms, starter)
            async with open_leading(it, begin) as leading:
                await _serve_until_stopped(it, starter, leading, jobs)


def _list_platforms(home: Home, settings: Settings) -> Platforms:
    if platforms := list_enabled(settings):
        return platforms
    raise ConfigError(
        _(
            "No platform is enabled in {file}. `multis init` sets one up; "
            "`multis web` and `multis chat` work without one.",
            file=str(home.config),
        )
    )


async def _begin(running: Running, platforms: Platforms, starter: Starter) -> None:
    if platforms.keys() - {PAGE_OWNER.platform}:
        await _offer_claim(running.services, starter)
    embed_in_background(running.services)  # last: a beginning that failed is repeated


async def _offer_claim(services: Services, starter: Starter) -> None:
    if not has_owner(await services.people.load_access()):
        code = await services.people.offer_claim()
        starter.tell(
            _(
                "This assistant has no owner yet. To become its owner, send it this within "
                "15 minutes: {command}",
                command=f"/start {code}",
            )
        )


async def _serve_until_stopped(
    running: Running, starter: Starter, leading: Leading, more: Sequence[Job]
) -> None:
    """Answer messages and run the recurring jobs, and `more`, until a signal."""
    services, dispatch, adapters = running
    await running.resume()
    services.background.run_forever("news of other processes", dispatch.follow_news)
    services.audit.record("started")
    watch = PlatformWatch(dispatch.accept, partial(tell_owners, running))
    heartbeat = _build_heartbeat(running, starter, watch, leading)
    receiving = (receive(each, watch, leading) for each in adapters.values())
    async with open_schedule(build_process_jobs(services), services.clock()):
        working = _run_jobs(running, leading, more)
        newer = services.database_state.wait_until_newer()  # then a restart begins that version
        serving = (*receiving, working, heartbeat.beat(), newer)
        await run_until_stopped(serving, services.background)
    services.audit.record("stopped")


async def _run_jobs(running: Running, leading: Leading, more: Sequence[Job]) -> None:
    """Run what must not be done twice, once this process leads, until cancelled."""
    await leading.wait()
    async with open_schedule([*_build_jobs(running), *more], running.services.clock()):
        await asyncio.Event().wait()


def _build_heartbeat(
    running: Running, starter: Starter, watch: PlatformWatch, leading: Leading
) -> Heartbeat:
    services, _dispatch, adapters = running
    return Heartbeat(
        services.home,
        adapters,
        starter.list_troubles,
        services.clock,
        os.environ,
        paused=watch.paused,
        resting=watch.resting,
        publishes=leading,
        on_ready=partial(_load_ahead, services),
    )


def _load_ahead(services: Services) -> None:
    """Load while nobody waits: not before the platforms are served, nor with a question."""
    services.background.start("what answers need", warm_up(services))
    if services.model:
        services.background.start("the model's library", preload_library(services.settings.llm))


def _build_jobs(running: Running) -> list[Job]:
    services = running.services
    jobs = [*build_jobs(services), build_reminder_job(running), build_digest_job(running)]
    if services.settings.documents.watch:
        diary = FolderDiary(services.home.watched, services.clock)
        start_watching(services, diary)
        jobs.append(build_folders_job(running, diary))
    return jobs
