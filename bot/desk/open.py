"""Opens the desk and gives an adapter with a web page what it needs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from msgspec import Struct

from bot.desk.conversations import Conversations
from bot.desk.desk import Desk
from bot.desk.originals import OriginalFile
from bot.desk.relay import CHANNEL, NoRelay, Relay, WorkersRelay
from bot.desk.sessions import PLATFORM, Sessions
from bot.desk.tables import open_page
from bot.desk.timings import Gauges
from bot.desk.transcript import Transcript
from bot.home import Home
from bot.messages import Adapter, IncomingMessage, Sender
from bot.runtime.storage_errors import explain_error
from bot.services.services import Services
from indexer.errors import StorageError
from indexer.i18n import Sentence
from indexer.private_files import replace_file
from indexer.store.database import Database

DAY = 86_400.0  # seconds
NO_RELAY = NoRelay()

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
    relay: Relay = NO_RELAY
    explain: Callable[[Exception], Sentence | None] = explain_error  # what is wrong with the disk


@runtime_checkable
class PageAdapter(Protocol):
    """An adapter that serves a web page; optional beside `bot.messages.Adapter`."""

    def host_page(self, host: PageHost) -> None:
        """Take the host; called once, before `run`."""


def find_address_file(home: Home) -> Path:
    """Return the file with the address of the running page; it stays when the page stops."""
    return home.platform_folder(PLATFORM) / "address"


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
    worker, server = services.inbox.worker, services.settings.database
    async with open_page(services.home, services.clock, server, worker) as database:
        desk, transcript = _build_desk(services, database), _build_transcript(services, database)
        relay = _start_relay(services, database) if worker else NO_RELAY
        told = partial(_keep_address, services.home, announce)
        host = _build_host(desk, transcript, relay, told)
        for each in hosting:
            each.host_page(host)
        services.background.run_forever("samples", desk.keep_sampling)
        services.background.run_forever(
            "the page's record", partial(_tidy_daily, transcript, services)
        )
        yield desk


def _build_transcript(services: Services, database: Database) -> Transcript:
    kept = timedelta(days=services.settings.platforms.web.keep_days)
    return Transcript(database, services.clock, kept)


def _start_relay(services: Services, database: Database) -> Relay:
    worker, background = services.inbox.worker, services.background
    relay = WorkersRelay(database, worker)
    words = partial(services.database_state.follow_words, worker, (CHANNEL,), relay.hear)
    background.run_forever("words of the page", words)
    background.run_forever("news of the page", relay.run)
    return relay


def _build_desk(services: Services, database: Database) -> Desk:
    clock = services.clock
    gauges = Gauges(database, clock, stages=services.stage_times)
    return Desk(services, gauges, Conversations(database, clock), Sessions(database, clock))


def _build_host(
    desk: Desk, transcript: Transcript, relay: Relay, announce: Callable[[str], None]
) -> PageHost:
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
        relay=relay,
    )


def _keep_address(home: Home, announce: Callable[[str], None], address: str) -> None:
    """Write the address down for `multis web`, and pass it on."""
    file = find_address_file(home)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    replace_file(file, address.encode())
    announce(address)


async def _tidy_daily(transcript: Transcript, services: Services) -> None:
    """Delete old entries every day until cancelled, also while nobody uses the page."""
    while True:
        with suppress(StorageError):  # the server is away for a while
            if await services.inbox.leads():
                await transcript.tidy()
        await asyncio.sleep(DAY)
