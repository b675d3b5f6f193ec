"""Joins the platforms and the bot: what answers the messages of every adapter."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bot.access.policy import Access
from bot.delivery.dispatch import Dispatcher
from bot.desk.open import open_desk
from bot.home import Home
from bot.messages import Adapter, Attachment, Linkable
from bot.operations.metrics_server import open_metrics
from bot.platforms import build_host, connect
from bot.runtime.lease import Lease
from bot.services.open import open_services
from bot.services.resources import Setup, utc_now
from bot.services.services import Services
from bot.services.shared_search import SharedSearch
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from bot.turns.set_aside import build_set_aside_notices

Platforms = Mapping[str, Mapping[str, object]]  # name of a platform -> its settings


class Running(NamedTuple):
    """A bot that is open, and the adapters through which people reach it."""

    services: Services
    dispatch: Dispatcher
    adapters: Mapping[str, Adapter]

    async def resume(self) -> None:
        """Go on with what an earlier process left unanswered."""
        notices = partial(build_set_aside_notices, self.services)
        await self.dispatch.resume(self.adapters, notices)


@asynccontextmanager
async def open_running(  # noqa: PLR0913 - each is another edge of the world
    home: Home,
    settings: Settings,
    access: Access,
    platforms: Platforms,
    announce_page: Callable[[str], None],
    clock: Callable[[], datetime] = utc_now,
    *,
    lease: Lease | None = None,
) -> AsyncIterator[Running]:
    """Open the services and connect `platforms`; nothing is received before its adapter runs.

    `announce_page` is called with the address of the page as soon as it answers.
    """
    adapters: dict[str, Adapter] = {}
    fetch, build_links = partial(_fetch, adapters), partial(_build_start_links, adapters)
    setup = Setup(home, settings, access, fetch, clock, build_links, lease)
    async with open_services(setup, lasting=True) as services:
        adapters.update(_connect_all(services, platforms, access))
        async with _open_dispatch(services, adapters, announce_page) as dispatch:
            yield Running(services, dispatch, adapters)


async def _fetch(
    adapters: Mapping[str, Adapter], platform: str, attachment: Attachment, path: Path
) -> None:
    await adapters[platform].fetch(attachment, path)


def _build_start_links(adapters: Mapping[str, Adapter], code: str) -> list[str]:
    """Return a link that starts a chat with `code` on each platform that has such links."""
    linkable = (each for each in adapters.values() if isinstance(each, Linkable))
    return [link for each in linkable if (link := each.build_start_link(code))]


def _connect_all(services: Services, platforms: Platforms, access: Access) -> dict[str, Adapter]:
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
        await (moves.resume() if services.inbox.is_alone else moves.load())
        yield Dispatcher(
            services.inbox, answer, services.background, can_overtake=bot.can_overtake, moves=moves
        )
