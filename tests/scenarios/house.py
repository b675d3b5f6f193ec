"""The whole daemon in one process: Telegram and a terminal at once, a scripted model behind it."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct, field
from rich.console import Console as Screen

from adapters.console import Console
from adapters.console.lines import Pipe
from adapters.telegram import Telegram, TelegramSettings
from bot.access.policy import Access
from bot.delivery.dispatch import Dispatcher
from bot.messages import Adapter, Attachment
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.services.services import Services
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.people import Person
from tests.adapters.hosting import a_host
from tests.daemon import until
from tests.fakes import FakeClock
from tests.homes.new_home import a_new_home

ACCESS = Access(owners=frozenset({f"telegram:{ALICE.id}", "console:owner"}))


class Terminal(Struct):
    """Lines typed, and what was printed; `say` returns once the line is answered."""

    lines: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    printed: io.StringIO = field(default_factory=io.StringIO)
    waiting: asyncio.Event = field(default_factory=asyncio.Event)

    async def read_line(self) -> str | None:
        self.waiting.set()
        return await self.lines.get()

    async def say(self, text: str) -> None:
        await self.waiting.wait()
        self.waiting.clear()
        self.lines.put_nowait(text)
        await self.waiting.wait()


class House(Struct):
    """Everything running; `telegram` says a message there and returns the text of the reply."""

    services: Services
    api: FakeBotApi
    terminal: Terminal

    async def telegram(self, text: str, document: bytes = b"", person: Person = ALICE) -> str:
        before = len(self.api.world.texts(person.id))
        content: dict[str, object] = {}
        if document:
            content["document"] = self.api.document("guide.md", document)
        self.api.say(text, person, None, None, content)
        await until(lambda: len(self.api.world.texts(person.id)) > before, f"reply to {text}")
        await self.services.background.wait_until_idle()
        return self.api.world.texts(person.id)[-1]


@asynccontextmanager
async def open_house(
    folder: Path, api: FakeBotApi, settings: Settings, clock: FakeClock
) -> AsyncIterator[House]:
    terminal = Terminal()
    screen = Screen(file=terminal.printed, force_terminal=False, width=200)
    telegram = Telegram(TelegramSettings.of(api.settings), a_host(owners=ACCESS.owners))
    console = Console(Pipe(terminal.read_line), screen)
    adapters: dict[str, Adapter] = {"telegram": telegram, "console": console}

    async def fetch(platform: str, attachment: Attachment, path: Path) -> None:
        await adapters[platform].fetch(attachment, path)

    setup = Setup(a_new_home(folder), settings, ACCESS, fetch, clock)
    async with open_services(setup) as services:
        bot = Bot(Commands(), services)
        dispatch = Dispatcher(services.inbox, bot.handle, services.background)
        await dispatch.resume(adapters)
        tasks = [asyncio.create_task(each.run(dispatch.accept)) for each in adapters.values()]
        try:
            yield House(services, api, terminal)
        finally:
            await services.background.wait_until_idle()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
