"""The composition root: connects the adapters of all enabled platforms to the bot."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bot.access import policy
from bot.access.policy import PAGE_OWNER, TERMINAL_OWNER, Access
from bot.delivery.dispatch import Dispatcher
from bot.desk.open import open_desk
from bot.digest.sending import send_digests
from bot.home import Home
from bot.llm import preload_library
from bot.messages import Adapter, Attachment, Linkable, Notice, Reply, UserError, use_language
from bot.operations.backup import check_is_local
from bot.operations.health_file import Trouble, limit_malloc_arenas
from bot.operations.heartbeat import Heartbeat
from bot.operations.jobs import build_jobs, build_replica_jobs
from bot.operations.metrics_server import open_metrics
from bot.operations.sd_notify import notify
from bot.operations.watched_folders import FolderDiary, start_watching
from bot.platforms import build_host, connect, list_enabled
from bot.reminders.due import DueReminders
from bot.replica.replicator import open_replica
from bot.runtime.background import Background
from bot.runtime.lease import Lease
from bot.runtime.platform_watch import PlatformWatch
from bot.runtime.process_lock import hold_daemon_lock, is_running
from bot.runtime.scheduler import Job, open_schedule
from bot.services.open import build_access, embed_in_background, open_services, utc_now
from bot.services.services import Services
from bot.services.shared_search import SharedSearch
from bot.settings.config import ConfigError, MetricsSettings, Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from bot.turns.set_aside import build_set_aside_notices
from indexer.i18n import _

SUMMING = timedelta(hours=1)  # between two looks whether a summary is due
REMINDING = timedelta(seconds=10)  # between two looks for reminders that are due

SUMMING_UP = timedelta(minutes=5)  # between two looks whether a summary is due

log = logging.getLogger(__name__)


class _Running(NamedTuple):
    services: Services
    dispatch: Dispatcher
    adapters: Mapping[str, Adapter]


async def serve(  # noqa: PLR0913 - each is another edge of the world
    home: Home,
    settings: Settings,
    announce: Callable[[str], None],
    troubles: Callable[[], tuple[Trouble, ...]],
    announce_page: Callable[[str], None] | None = None,
    clock: Callable[[], datetime] = utc_now,
    lease: Lease | None = None,
) -> None:
    """Run every enabled platform until SIGTERM, SIGINT or SIGHUP.

    `announce` shows a sentence to whoever started it. `announce_page` is called with the address of
    the page as soon as it answers; without it, `announce` is. `lease` is that of a server's
    database.
    """
    platforms = _list_platforms(home, settings)

    def announce_address(address: str) -> None:
        announce(
            _("The page is at {address}. `multis web` prints a link to open it.", address=address)
        )

    if settings.replica.url:
        check_is_local(settings.database, home)
    limit_malloc_arenas()
    with hold_daemon_lock(home, anew=lease is not None and lease.lapsed):
        home.tighten()  # what earlier versions wrote
        access = build_access(settings)
        async with (
            open_replica(home, settings.replica, clock) as replicator,
            _open(
                home,
                settings,
                access,
                platforms,
                announce_page or announce_address,
                clock,
                lease=lease.number if lease else None,
            ) as running,
        ):
            embed_in_background(running.services)
            if platforms.keys() - {PAGE_OWNER.platform}:
                await _offer_claim(running.services, announce)
            more = build_replica_jobs(replicator, clock) if replicator else []
            await _serve_until_stopped(running, troubles, more)


def _list_platforms(home: Home, settings: Settings) -> Mapping[str, Mapping[str, object]]:
    if platforms := list_enabled(settings):
        return platforms
    raise ConfigError(
        _(
            "No platform is enabled in {file}. `multis init` sets one up; "
            "`multis web` and `multis chat` work without one.",
            file=str(home.config),
        )
    )


async def _offer_claim(services: Services, announce: Callable[[str], None]) -> None:
    if not (await services.people.load_access()).owners - {PAGE_OWNER.key}:
        code = await services.people.offer_claim()
        announce(
            _(
                "This assistant has no owner yet. To become its owner, send it this within "
                "15 minutes: {command}",
                command=f"/start {code}",
            )
        )


async def _serve_until_stopped(
    running: _Running, troubles: Callable[[], tuple[Trouble, ...]], more: Sequence[Job]
) -> None:
    """Answer messages and run the recurring jobs, and `more`, until a signal."""
    services, dispatch, adapters = running
    await dispatch.resume(adapters, partial(build_set_aside_notices, services))
    services.background.run_forever("released messages", dispatch.follow_released())
    services.audit.record("started")
    watch = PlatformWatch(dispatch.accept, lambda name, why: tell_owners(running, name, why))
    heartbeat = Heartbeat(
        services.home,
        adapters,
        troubles,
        services.clock,
        os.environ,
        paused=watch.paused,
        resting=watch.resting,
        on_ready=partial(_load_model_library, services),
    )
    polling = (watch.run(each) for each in adapters.values())
    jobs = [*build_jobs(services), build_reminder_job(running), build_digest_job(running), *more]
    if services.settings.documents.watch:
        diary = FolderDiary(services.home.watched, services.clock)
        start_watching(services, diary)
        jobs.append(build_summary_job(running, diary))
    async with open_schedule(jobs, services.clock()):
        await _run_until_stopped((*polling, heartbeat.beat()), services.background)
    services.audit.record("stopped")


def build_reminder_job(running: _Running) -> Job:
    """Return the job that says what is due on the platforms of this process."""
    services, dispatch, adapters = running
    due = DueReminders(services.reminders, services.people.list_barred, services.clock)

    async def send() -> None:
        for notice in await due.take(list(adapters)):
            dispatch.send(notice)

    return Job("reminders", REMINDING, send)


def build_digest_job(running: _Running) -> Job:
    """Return the job that sends the owner's summary on the platforms of this process."""
    services, dispatch, adapters = running

    async def send() -> None:
        await send_digests(services, list(adapters), dispatch.send)

    return Job("digest", SUMMING_UP, send)


def _load_model_library(services: Services) -> None:
    """Load it while nobody waits: not before the platforms are served, nor with a question."""
    if services.model:
        services.background.start("the model's library", preload_library(services.settings.llm))


async def tell_owners(running: _Running, name: str, failure: Exception | None) -> None:
    """Tell the owners on other platforms that `name` rests after `failure`, or works again."""

    def format_news() -> str:
        return _format_rest(name, failure) if failure else _("{name} works again.", name=name)

    await _notify_owners(running, format_news, without=name)


async def _notify_owners(running: _Running, write: Callable[[], str], without: str = "") -> None:
    """Send what `write` returns, in each owner's language, but not on the platform `without`."""
    access = await running.services.people.load_access()
    chats = {
        chat.key: chat
        for other in running.adapters
        for chat in policy.list_owner_chats(access, other)
        if chat.platform == other != without
    }
    notices = list[Notice]()
    for chat in chats.values():
        with use_language(await running.services.languages.find(chat.key)):
            notices.append(Notice(chat, Reply(write())))
    await running.dispatch.notify(notices)


def build_summary_job(running: _Running, diary: FolderDiary) -> Job:
    """Return the job that tells the owners once a day what changed in the watched folders."""

    async def send() -> None:
        if diary.is_due:
            await _notify_owners(running, diary.format)
            diary.clear()

    return Job("summary of watched folders", SUMMING, send)


def _format_rest(name: str, failure: Exception) -> str:
    if isinstance(failure, UserError):
        return _(
            "{name} failed three times, so it rests, and I try it again now and then: {reason}",
            name=name,
            reason=str(failure),
        )
    return _(
        "{name} failed three times, so it rests, and I try it again now and then; "
        "the log has the reason.",
        name=name,
    )


async def _run_until_stopped(
    serving: Iterable[Coroutine[object, object, None]], background: Background
) -> None:
    """Run `serving` until a signal, or until one of them ends, which it does only by failing."""
    stop = asyncio.Event()
    for each in _list_stop_signals():
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    tasks = [asyncio.create_task(each) for each in (*serving, _wait(stop))]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    log.info("stopping")
    notify(os.environ, "STOPPING=1")
    for task in tasks:
        task.cancel()
    # A platform closes its connection once nothing uses it, so answers end first.
    await background.stop()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, UserError):
            raise ConfigError(str(ended))
        if isinstance(ended, Exception):
            raise ended


def _list_stop_signals() -> tuple[signal.Signals, ...]:
    """Return the signals that end the daemon in good order; `nohup` takes SIGHUP out."""
    nohup = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return signal.SIGTERM, signal.SIGINT, *(() if nohup else (signal.SIGHUP,))


async def _wait(stop: asyncio.Event) -> None:
    await stop.wait()


async def converse(home: Home, settings: Settings) -> None:
    """Hold one conversation in the terminal; it ends with its input."""
    settings = replace(settings, metrics=MetricsSettings())  # the port is the daemon's
    configured = build_access(settings)
    access = Access(configured.owners | {TERMINAL_OWNER.key}, configured.approved)
    async with _open(home, settings, access, {TERMINAL_OWNER.platform: {}}, log.info) as running:
        services, dispatch, adapters = running
        await dispatch.resume(adapters, partial(build_set_aside_notices, services))
        async with AsyncExitStack() as stack:
            jobs = [build_reminder_job(running)]
            if not is_running(home):  # otherwise the daemon keeps memory and vectors in order
                embed_in_background(services)
                jobs += build_jobs(services)
            await stack.enter_async_context(open_schedule(jobs, services.clock()))
            await adapters[TERMINAL_OWNER.platform].run(dispatch.accept)


@asynccontextmanager
async def _open(  # noqa: PLR0913 - each is another edge of the world
    home: Home,
    settings: Settings,
    access: Access,
    platforms: Mapping[str, Mapping[str, object]],
    announce_page: Callable[[str], None],
    clock: Callable[[], datetime] = utc_now,
    *,
    lease: int | None = None,
) -> AsyncIterator[_Running]:
    adapters: dict[str, Adapter] = {}

    async def fetch(platform: str, attachment: Attachment, path: Path) -> None:
        await adapters[platform].fetch(attachment, path)

    async with open_services(
        home,
        settings,
        access,
        fetch,
        clock=clock,
        lasting=True,
        lease=lease,
        build_start_links=partial(_build_start_links, adapters),
    ) as services:
        adapters.update(_connect_all(services, platforms, access))
        async with _open_dispatch(services, adapters, announce_page) as dispatch:
            yield _Running(services, dispatch, adapters)


def _build_start_links(adapters: Mapping[str, Adapter], code: str) -> list[str]:
    """Return a link that starts a chat with `code` on each platform that has such links."""
    linkable = (each for each in adapters.values() if isinstance(each, Linkable))
    return [link for each in linkable if (link := each.build_start_link(code))]


def _connect_all(
    services: Services, platforms: Mapping[str, Mapping[str, object]], access: Access
) -> dict[str, Adapter]:
    people, largest = services.people, services.settings.documents.limits.file_bytes
    share = SharedSearch(services).search

    def connect_one(name: str) -> Adapter:
        host = build_host(services.home, name, access.owners, people.load_access, largest, share)
        return connect(name, platforms[name], host)

    return {name: connect_one(name) for name in platforms}


@asynccontextmanager
async def _open_dispatch(
    services: Services, adapters: Mapping[str, Adapter], announce_page: Callable[[str], None]
) -> AsyncIterator[Dispatcher]:
    """Open what answers the messages of `adapters`, with the owner's desk and the metrics."""
    bot = Bot(Commands(), services)
    async with (
        open_desk(adapters.values(), services, announce_page) as desk,
        open_metrics(services.settings.metrics, services) as metrics,
    ):
        answer = desk.gauges.measure(bot.handle) if desk else bot.handle
        answer = metrics.measure(answer) if metrics else answer
        moves = services.chat_moves
        await moves.resume()
        yield Dispatcher(
            services.inbox, answer, services.background, ahead=bot.can_overtake, moves=moves
        )
