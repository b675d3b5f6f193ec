"""The composition root: loads the adapters by name and joins them to the bot."""

import asyncio
import importlib
import logging
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from bot.background import open_background
from bot.commands import load_commands
from bot.config import ConfigError, Settings
from bot.dispatch import Dispatch
from bot.home import Home
from bot.messages import Adapter, Attachment, MenuItem
from bot.opening import configured_access, open_services
from bot.policy import Access
from bot.router import Bot
from bot.services import Services

log = logging.getLogger(__name__)

TERMINAL_OWNER = "console:owner"


async def serve(home: Home, settings: Settings, announce: Callable[[str], None]) -> None:
    """Run every enabled platform until SIGTERM or SIGINT; `announce` tells whoever started it."""
    access = configured_access(settings)
    adapters = _enabled(settings, access)
    if not adapters:
        raise ConfigError(
            f"No platform is enabled in {home.config}. `multis init` sets one up; "
            "`multis chat` works without any."
        )
    async with _open(home, settings, access, adapters) as (services, dispatch):
        if not (await services.people.access()).owners:
            code = await services.people.offer_claim()
            announce(f"This assistant has no owner yet. Within 15 minutes, send it: /start {code}")
        await dispatch.resume(adapters)
        serving = asyncio.gather(*(each.run(dispatch.accept) for each in adapters.values()))
        for each in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(each, serving.cancel)
        with suppress(asyncio.CancelledError):
            await serving
        log.info("stopping")


async def converse(home: Home, settings: Settings) -> None:
    """One conversation in the terminal; ends with its input."""
    configured = configured_access(settings)
    access = Access(configured.owners | {TERMINAL_OWNER}, configured.approved)
    adapters = {"console": connect("console", {}, access)}
    async with _open(home, settings, access, adapters) as (_, dispatch):
        await dispatch.resume(adapters)
        await adapters["console"].run(dispatch.accept)


def connect(name: str, settings: Mapping[str, object], access: Access) -> Adapter:
    """The adapter in `adapters/<name>`; only here, so that its library stays optional."""
    menu = [
        MenuItem(each.name, each.summary, each.owner_only)
        for each in load_commands().values()
        if each.listed
    ]
    adapter: Adapter = importlib.import_module(f"adapters.{name}").connect(
        settings, menu, access.owners
    )
    return adapter


def _enabled(settings: Settings, access: Access) -> dict[str, Adapter]:
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

    async with (
        open_services(home, settings, access, fetch) as services,
        open_background() as background,
    ):
        bot = Bot(load_commands(), services)
        yield services, Dispatch(services.inbox, bot.handle, background)
