"""The page inside Telegram, in a test: who is launched there, and their browsers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx

from adapters.web import WebSettings
from bot.access.pin import SecuritySettings
from bot.access.policy import PAGE_OWNER, Access
from bot.messages import Sender
from bot.settings.config import PlatformSettings, Settings, TelegramSettings
from bot.settings.config import WebSettings as PageSettings
from tests.adapters.web.browser import KEY, Browser, a_browser, listening
from tests.adapters.web.site import Site, a_site
from tests.bot.desk.launching import TOKEN, a_launch
from tests.fakes import FakeClock
from tests.serving import free_port

PLATFORMS = PlatformSettings(
    telegram=TelegramSettings(bot_token=TOKEN), web=PageSettings(mini_app=True)
)
OWNER, JO = Sender("telegram", "1", "Kim"), Sender("telegram", "7", "Jo")
SECOND = timedelta(seconds=1)
ACCESS = Access(owners=frozenset({PAGE_OWNER.key, OWNER.key}))


@asynccontextmanager
async def a_mini_site(
    folder: Path, clock: FakeClock | None = None, pin: str = ""
) -> AsyncIterator[Site]:
    settings = Settings(platforms=PLATFORMS, security=SecuritySettings(pin=pin))
    port = free_port()
    web = WebSettings(port, "https://multis.example", mini_app=True)
    clock = clock or FakeClock()
    async with a_site(folder, settings=settings, web=web, clock=clock, access=ACCESS) as site:
        site.origin = f"http://127.0.0.1:{port}"
        await site.services.people.set_role(JO.key, "approved")
        yield site


async def launch(browser: Browser, raw: str) -> httpx.Response:
    """Open the page as Telegram does."""
    answer = await browser.post("/mini/enter", {"data": raw})
    return keep(browser, answer) if answer.is_success else answer


def keep(browser: Browser, answer: httpx.Response) -> httpx.Response:
    """Keep the cookie, which would be sent by https alone."""
    cookie = answer.headers["set-cookie"].partition(";")[0]
    browser.client.headers.update({KEY: answer.json()["key"], "Cookie": cookie})
    return answer


@asynccontextmanager
async def opened(site: Site, person: Sender = JO) -> AsyncIterator[Browser]:
    async with a_browser(site.origin) as browser:
        if person.platform == "web":
            answer = keep(browser, await browser.enter(await site.sessions.offer(person)))
        else:
            answer = await launch(browser, a_launch(site.services.clock(), int(person.id)))
        assert answer.status_code == 200, answer.text
        async with listening(browser):
            yield browser
