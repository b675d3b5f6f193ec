"""What an adapter that brings a page of its own is given."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from bot import policy
from bot.commands import Commands
from bot.desk.gauges import Gauges
from bot.desk.journal import Journal
from bot.desk.schema import PAGE
from bot.desk.sessions import PLATFORM, Sessions
from bot.desk.views import Look, Views
from bot.home import Home
from bot.messages import Adapter, IncomingMessage, UserError
from bot.router import Bot
from bot.services import Services
from bot.vitals import resident_bytes
from indexer.database import Database, open_database

MINUTE = 60.0  # seconds


def page_file(home: Home) -> Path:
    return home.platform(PLATFORM) / "page.db"


def address_file(home: Home) -> Path:
    """Where the running page says what it is called; left behind when it stops."""
    return home.platform(PLATFORM) / "address"


@asynccontextmanager
async def open_page(home: Home) -> AsyncIterator[Database]:
    """The page's own database, which `multis web` opens beside the daemon."""
    async with open_database(page_file(home), PAGE) as database:
        yield database


@dataclass(frozen=True, slots=True)
class House:
    """Whom to let in, what to keep, what to show. Lives as long as the page's database."""

    sessions: Sessions
    journal: Journal
    gauges: Gauges
    services: Services
    announce: Callable[[str], None]  # is told the page's address

    def opened(self, address: str) -> None:
        """To be called once the page can be asked at `address`."""
        address_file(self.services.home).write_text(address, encoding="utf-8")
        self.announce(address)

    async def look(self, asker: IncomingMessage, name: str, arguments: Mapping[str, str]) -> object:
        """What `asker` may see of the view `name`; a `UserError` where that is nothing."""
        access = await self.services.people.access()
        if not policy.admits(asker, access):
            raise UserError(policy.refusal(access))
        view = Views().get(name)
        if view is None:
            raise UserError("There is no such page. Please reload this one.")
        if view.owner_only and not policy.private_owner(asker, access):
            raise UserError("That page is for the owner of this assistant.")
        turn = Bot(Commands(), self.services).turn(asker, access)
        return await view.show(Look(turn, self.gauges), arguments)

    async def keep_sampling(self) -> None:
        """Until cancelled: what waits, once a minute."""
        while True:
            await self.sample()
            await asyncio.sleep(MINUTE)

    async def sample(self) -> None:
        waiting, unsent = await self.services.inbox.depth()
        states = await self.services.captures.states()
        failing = sum(1 for each in states if each.error and each.state != "done")
        await self.gauges.sample(waiting, unsent, failing, resident_bytes())


@runtime_checkable
class Furnished(Protocol):
    """What an adapter may offer besides `bot.messages.Adapter`."""

    def furnish(self, house: House) -> None:
        """Called once, before `run`."""


@asynccontextmanager
async def open_house(services: Services, announce: Callable[[str], None]) -> AsyncIterator[House]:
    async with open_page(services.home) as database:
        clock = services.clock
        sessions, journal = Sessions(database, clock), Journal(database, clock)
        yield House(sessions, journal, Gauges(database, clock), services, announce)


@asynccontextmanager
async def furnished(
    adapters: Iterable[Adapter], services: Services, announce: Callable[[str], None]
) -> AsyncIterator[House | None]:
    """A house for those of `adapters` that bring a page; None if none does."""
    hosting = [each for each in adapters if isinstance(each, Furnished)]
    if not hosting:
        yield None
        return
    async with open_house(services, announce) as house:
        for each in hosting:
            each.furnish(house)
        services.background.keep("samples", house.keep_sampling())
        yield house
