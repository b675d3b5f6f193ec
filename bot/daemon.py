"""The composition root: loads the adapters by name and joins them to the bot."""

import asyncio
import importlib
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path

from bot.background import Background
from bot.commands import Commands
from bot.config import ConfigError, Settings
from bot.dispatch import Dispatch
from bot.home import Home
from bot.messages import Adapter, Attachment, MenuItem, UserError
from bot.notify import notify
from bot.opening import configured_access, embed_in_background, open_services
from bot.policy import Access
from bot.pulse import Pulse
from bot.router import Bot
from bot.runlock import is_running, run_lock
from bot.schedule import open_schedule
from bot.services import Services
from bot.tidying import jobs
from bot.vitals import Trouble

log = logging.getLogger(__name__)

TERMINAL_OWNER = "console:owner"


async def serve(
    home: Home,
    settings: Settings,
    announce: Callable[[str], None],
    troubles: Callable[[], tuple[Trouble, ...]],
) -> None:
    """Run every enabled platform until SIGTERM or SIGINT; `announce` tells whoever started it."""
    access = configured_access(settings)
    adapters = enabled(settings, access)
    if not adapters:
        raise ConfigError(
            f"No platform is enabled in {home.config}. `multis init` sets one up; "
            "`multis chat` works without any."
        )
    with run_lock(home):
        async with _open(home, settings, access, adapters) as (services, dispatch):
            embed_in_background(services)
            await _offer_claim(services, announce)
            await dispatch.resume(adapters)
            services.audit.record("started")
            pulse = Pulse(home, adapters, troubles, services.clock, os.environ)
            polling = (each.run(dispatch.accept) for each in adapters.values())
            async with open_schedule(jobs(services), services.clock()):
                await _until_stopped((*polling, pulse.beat()), services.background)
            services.audit.record("stopped")


async def _offer_claim(services: Services, announce: Callable[[str], None]) -> None:
    if not (await services.people.access()).owners:
        code = await services.people.offer_claim()
        announce(f"This assistant has no owner yet. Within 15 minutes, send it: /start {code}")


async def _until_stopped(
    serving: Iterable[Coroutine[object, object, None]], background: Background
) -> None:
    """Until a signal, or until one of `serving` ends, which it does only by failing."""
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    tasks = [asyncio.create_task(each) for each in (*serving, _wait(stop))]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    log.info("stopping")
    notify(os.environ, "STOPPING=1")
    for task in tasks:
        task.cancel()
    # A platform closes its connection once nothing uses it any more, so answers end first.
    await background.stop()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, UserError):
            raise ConfigError(str(ended))
        if isinstance(ended, Exception):
            raise ended


async def _wait(stop: asyncio.Event) -> None:
    await stop.wait()


async def converse(home: Home, settings: Settings) -> None:
    """One conversation in the terminal; ends with its input."""
    configured = configured_access(settings)
    access = Access(configured.owners | {TERMINAL_OWNER}, configured.approved)
    adapters = {"console": connect("console", {}, access)}
    async with _open(home, settings, access, adapters) as (services, dispatch):
        if not is_running(home):
            embed_in_background(services)
        await dispatch.resume(adapters)
        await adapters["console"].run(dispatch.accept)


def connect(name: str, settings: Mapping[str, object], access: Access) -> Adapter:
    """The adapter in `adapters/<name>`; only here, so that its library stays optional."""
    menu = [
        MenuItem(each.name, each.summary, each.owner_only)
        for each in Commands().values()
        if each.listed
    ]
    adapter: Adapter = importlib.import_module(f"adapters.{name}").connect(
        settings, menu, access.owners
    )
    return adapter


def enabled(settings: Settings, access: Access) -> dict[str, Adapter]:
    """The adapters of all platforms that are switched on, by name."""
    offered = asdict(settings.platforms)
    return {
        name: connect(name, {k: v for k, v in each.items() if k != "enabled"}, access)
        for name, each in offered.items()
        if each["enabled"]
    }


@asynccontextmanager
async def _open(
    home: Home, settings: Settings, access: Access, adapters: Mapping[str, Adapter]
) -> AsyncIterator[tuple[Services, Dispatch]]:
    async def fetch(platform: str, attachment: Attachment, path: Path) -> None:
        await adapters[platform].fetch(attachment, path)

    async with open_services(home, settings, access, fetch, lasting=True) as services:
        bot = Bot(Commands(), services)
        yield services, Dispatch(services.inbox, bot.handle, services.background)
