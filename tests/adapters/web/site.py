"""The page over the whole bot, in this process: real HTTP, real store, real commands."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from adapters.web import Web, WebSettings
from bot.access.policy import PAGE_OWNER, Access
from bot.delivery.dispatch import Dispatcher
from bot.desk.open import open_desk
from bot.desk.sessions import Sessions, parse_guest
from bot.desk.tables import open_page
from bot.desk.transcript import Transcript
from bot.messages import SHIPPED, Attachment, Handle, Languages, Sender
from bot.runtime.background import DRAIN_SECONDS
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.services.services import Services
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from tests.adapters.web.browser import Browser, a_browser, listening
from tests.homes.new_home import a_new_home

BOB, EVE = parse_guest("bob"), parse_guest("eve")
ACCESS = Access(owners=frozenset({PAGE_OWNER.key}))


def now() -> datetime:
    return datetime.now(UTC)


class Site(Struct):
    origin: str
    services: Services
    sessions: Sessions
    transcript: Transcript

    @asynccontextmanager
    async def at(self, person: Sender = PAGE_OWNER) -> AsyncIterator[Browser]:
        """The page of `person`, signed in, its line open."""
        async with a_browser(self.origin) as browser:
            answer = await browser.enter(await self.sessions.offer(person))
            assert answer.status_code == 200, answer.text
            async with listening(browser):
                yield browser


@asynccontextmanager
async def a_site(
    folder: Path,
    *,
    settings: Settings | None = None,
    web: WebSettings = WebSettings(port=0),  # noqa: B008 - a frozen value
    clock: Callable[[], datetime] = now,
    handle: Handle | None = None,
    languages: Languages = SHIPPED,
    drain: float = DRAIN_SECONDS,
    access: Access = ACCESS,
) -> AsyncIterator[Site]:
    """`handle` answers instead of the bot; a stop gives it `drain` seconds to end."""
    home = a_new_home(folder / "home")
    adapter = Web(web, home.platform_folder("web"), languages)

    async def fetch(_: str, attachment: Attachment, path: Path) -> None:
        await adapter.fetch(attachment, path)

    opened = asyncio.get_running_loop().create_future()
    async with (
        open_services(Setup(home, settings or Settings(), access, fetch, clock)) as services,
        open_desk([adapter], services, opened.set_result) as desk,
        open_page(home) as beside,
    ):
        assert desk is not None
        answers = desk.gauges.measure(handle or Bot(Commands(), services).handle)
        dispatch = Dispatcher(services.inbox, answers, services.background, languages=languages)
        await services.people.set_role(BOB.key, "approved")
        await dispatch.resume({"web": adapter})
        running = asyncio.create_task(adapter.run(dispatch.accept))
        try:
            await asyncio.wait([running, opened], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            yield Site(
                opened.result(), services, Sessions(beside, clock), Transcript(beside, clock)
            )
        finally:
            running.cancel()
            await services.background.stop(drain)
            await asyncio.gather(running, return_exceptions=True)
