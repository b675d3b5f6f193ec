"""What an adapter that brings a page of its own is given, and by whom."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol, runtime_checkable

from bot import version
from bot.desk.desk import Desk
from bot.desk.schema import PAGE
from bot.desk.sessions import PLATFORM, Sessions
from bot.desk.timings import Gauges
from bot.desk.transcript import Transcript
from bot.home import Home
from bot.messages import Adapter, IncomingMessage
from bot.services.open import utc_now
from bot.services.services import Services
from indexer.store.copies import Copies
from indexer.store.database import Database, open_database

DAY = 86_400.0  # seconds

# (who asks, the name of a view, what of it) -> a frozen dataclass of plain values
LookUp = Callable[[IncomingMessage, str, Mapping[str, str]], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class PageHost:
    """Whom to let in, what to keep, what to show. Lives as long as the page's database."""

    sessions: Sessions
    transcript: Transcript
    look: LookUp
    announce: Callable[[str], None]  # to be told the page's address once it can be asked


@runtime_checkable
class PageAdapter(Protocol):
    """What an adapter may offer besides `bot.messages.Adapter`."""

    def host_page(self, house: PageHost) -> None:
        """Called once, before `run`."""


def find_address_file(home: Home) -> Path:
    """Where the running page says what it is called; left behind when it stops."""
    return home.platform_folder(PLATFORM) / "address"


@asynccontextmanager
async def open_page(home: Home, clock: Callable[[], datetime] = utc_now) -> AsyncIterator[Database]:
    """The page's own database, which `multis web` opens beside the daemon."""
    path, copies = home.platform_folder(PLATFORM) / "page.db", Copies(home.copies, version(), clock)
    async with open_database(path, PAGE, copies=copies) as database:
        yield database


@asynccontextmanager
async def open_desk(
    adapters: Iterable[Adapter], services: Services, announce: Callable[[str], None]
) -> AsyncIterator[Desk | None]:
    """A house for those of `adapters` that bring a page; None if none does.

    `announce` is told the page's address.
    """
    hosting = [each for each in adapters if isinstance(each, PageAdapter)]
    if not hosting:
        yield None
        return

    def opened(address: str) -> None:
        find_address_file(services.home).write_text(address, encoding="utf-8")
        announce(address)

    clock = services.clock
    async with open_page(services.home, clock) as database:
        desk = Desk(services, Gauges(database, clock))
        sessions, journal = Sessions(database, clock), Transcript(database, clock)
        for each in hosting:
            each.host_page(PageHost(sessions, journal, desk.show, opened))
        services.background.run_forever("samples", desk.keep_sampling())
        services.background.run_forever("the page's record", _tidy_daily(journal))
        yield desk


async def _tidy_daily(journal: Transcript) -> None:
    """Until cancelled: every day, also while nobody says anything on the page."""
    while True:
        await journal.tidy()
        await asyncio.sleep(DAY)
