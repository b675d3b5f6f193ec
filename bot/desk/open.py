"""Opens the desk and gives an adapter with a web page what it needs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from msgspec import Struct

from bot import version
from bot.desk.conversations import Conversations
from bot.desk.desk import Desk
from bot.desk.originals import OriginalFile
from bot.desk.schema import PAGE
from bot.desk.sessions import PLATFORM, Sessions
from bot.desk.timings import Gauges
from bot.desk.transcript import Transcript
from bot.home import Home
from bot.messages import Adapter, IncomingMessage, Sender
from bot.services.open import utc_now
from bot.services.services import Services
from indexer.store.copies import Copies
from indexer.store.database import Database, open_database

DAY = 86_400.0  # seconds

# (who asks, the name of a view, its arguments) -> a frozen struct of plain values
LookUp = Callable[[IncomingMessage, str, Mapping[str, str]], Awaitable[object]]
# How many bytes of files that person may have on the page; None: no limit of their own.
MeasureRoom = Callable[[Sender], Awaitable[int | None]]
# whether that person may still talk to multis
MayAsk = Callable[[Sender], Awaitable[bool]]
# (who asks, the guest's name) -> the secret of a link that signs that guest in
InviteGuest = Callable[[IncomingMessage, str], Awaitable[str]]
# what Telegram signed -> a cookie and its key
EnterMiniApp = Callable[[str], Awaitable[tuple[str, str]]]
# (who asks, the id of a passage, arguments as of its view) -> the file of its document
FindOriginal = Callable[[IncomingMessage, str, Mapping[str, str]], Awaitable[OriginalFile]]


class PageHost(Struct, frozen=True):
    """The page's sessions, transcript and views. Lives as long as the page's database."""

    sessions: Sessions
    transcript: Transcript
    conversations: Conversations
    look: LookUp
    announce: Callable[[str], None]  # to be called with the page's address as soon as it answers
    measure_room: MeasureRoom
    may_ask: MayAsk
    invite_guest: InviteGuest
    find_original: FindOriginal
    enter_mini_app: EnterMiniApp


@runtime_checkable
class PageAdapter(Protocol):
    """An adapter that serves a web page; optional beside `bot.messages.Adapter`."""

    def host_page(self, host: PageHost) -> None:
        """Take the host; called once, before `run`."""


def find_address_file(home: Home) -> Path:
    """Return the file with the address of the running page; it stays when the page stops."""
    return home.platform_folder(PLATFORM) / "address"


@asynccontextmanager
async def open_page(home: Home, clock: Callable[[], datetime] = utc_now) -> AsyncIterator[Database]:
    """Open the page's own database; `multis web` does so while the daemon runs."""
    path, copies = home.platform_folder(PLATFORM) / "page.db", Copies(home.copies, version, clock)
    async with open_database(path, PAGE, copies=copies) as database:
        yield database


@asynccontextmanager
async def open_desk(
    adapters: Iterable[Adapter], services: Services, announce: Callable[[str], None]
) -> AsyncIterator[Desk | None]:
    """Host those of `adapters` that serve a page, and yield the desk; None if none does.

    `announce` is called with the page's address.
    """
    hosting = [each for each in adapters if isinstance(each, PageAdapter)]
    if not hosting:
        yield None
        return
    clock, background = services.clock, services.background
    async with open_page(services.home, clock) as database:
        desk = _build_desk(services, database)
        kept = timedelta(days=services.settings.platforms.web.keep_days)
        transcript = Transcript(database, clock, kept)
        host = _build_host(desk, transcript, partial(_keep_address, services.home, announce))
        for each in hosting:
            each.host_page(host)
        background.run_forever("samples", desk.keep_sampling())
        background.run_forever("the page's record", _tidy_daily(transcript))
        yield desk


def _build_desk(services: Services, database: Database) -> Desk:
    clock = services.clock
    gauges = Gauges(database, clock, stages=services.stage_times)
    return Desk(services, gauges, Conversations(database, clock), Sessions(database, clock))


def _build_host(desk: Desk, transcript: Transcript, announce: Callable[[str], None]) -> PageHost:
    return PageHost(
        sessions=desk.sessions,
        transcript=transcript,
        conversations=desk.conversations,
        look=desk.show,
        announce=announce,
        measure_room=desk.measure_room,
        may_ask=desk.may_ask,
        invite_guest=desk.invite_guest,
        find_original=desk.find_original,
        enter_mini_app=desk.enter_mini_app,
    )


def _keep_address(home: Home, announce: Callable[[str], None], address: str) -> None:
    """Write the address down for `multis web`, and pass it on."""
    file = find_address_file(home)
    file.touch(mode=0o600)
    file.write_text(address, encoding="utf-8")
    announce(address)


async def _tidy_daily(transcript: Transcript) -> None:
    """Delete old entries every day until cancelled, also while nobody uses the page."""
    while True:
        await transcript.tidy()
        await asyncio.sleep(DAY)
