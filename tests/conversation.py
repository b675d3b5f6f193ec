"""Talk to the whole bot over a real store: `await alice("/search plan")`."""

import dataclasses
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from bot.access.policy import Access
from bot.llm import LlmSettings
from bot.messages import Attachment, Draft, IncomingMessage, Recording, Reply
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.services.services import Services
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from tests.factories import a_message
from tests.fake_llm import FakeLlm
from tests.fakes import FakeClock, FakePlatform
from tests.homes.new_home import a_new_home

OWNER = "1"
ACCESS = Access(owners=frozenset({f"test:{OWNER}"}), approved=frozenset({"test:2", "test:3"}))


class Conversation(Struct):
    """One person in one chat."""

    bot: Bot
    platform: FakePlatform
    clock: FakeClock
    sender: str
    chat: str = ""
    private: bool = True
    drafts: list[str] = field(default_factory=list)

    async def __call__(self, text: str, **files: bytes) -> Reply:
        """The reply to `text`; `report__md=b"..."` sends report.md along."""
        return await self.send(self.write(text, **files))

    def write(self, text: str, **files: bytes) -> IncomingMessage:
        attachments = []
        for name, content in files.items():
            shown = name.replace("__", ".")
            self.platform.files[shown] = content
            attachments.append(Attachment(shown, len(content), shown))
        message = a_message(
            text,
            sender=self.sender,
            chat=self.chat,
            private=self.private,
            attachments=tuple(attachments),
        )
        return replace(message, sent_at=self.clock.now)

    async def speak(
        self,
        seconds: int = 3,
        *,
        name: str = "voice.ogg",
        spoken: bool = True,
        caption: str = "",
        forwarded: bool = False,
        content: bytes = b"OggS",
    ) -> Reply:
        """The reply to a voice note or, if not `spoken` into the chat, a file of sound."""
        self.platform.files[name] = content
        recording = Recording(Attachment(name, len(content), name), seconds, spoken)
        written = replace(self.write(caption), forwarded=forwarded, unsupported="a voice note")
        return await self.send(replace(written, recording=recording))

    async def send(self, message: IncomingMessage) -> Reply:
        async with aclosing(self.bot.handle(message)) as items:
            async for item in items:
                if isinstance(item, Draft):
                    self.drafts.append(item.text)
                else:
                    return item
        raise AssertionError("no reply")

    async def press(self, reply: Reply, label: str) -> Reply:
        """Press the button of `reply` that is called `label`."""
        return await self(next(c.message for c in reply.choices if c.label == label))


class World(Struct):
    """A bot with its services and the people who talk to it."""

    bot: Bot
    services: Services
    clock: FakeClock
    platform: FakePlatform

    def person(self, sender: str, *, chat: str = "", private: bool = True) -> Conversation:
        return Conversation(self.bot, self.platform, self.clock, sender, chat, private)

    async def let_in(self, key: str, name: str) -> None:
        """Somebody who calls themselves `name`."""
        await self.services.people.set_role(key, "approved")
        async with self.services.people._database.transaction() as db:
            await db.execute("UPDATE people SET name = ? WHERE key = ?", (name, key))

    @property
    def owner(self) -> Conversation:
        return self.person(OWNER)


def answered_by(llm: FakeLlm, settings: Settings | None = None) -> Settings:
    """Those settings (by default our own), with `llm` as the model."""
    model = LlmSettings(model="openai:fake", base_url=f"{llm.address}/v1", api_key="k")
    return dataclasses.replace(settings or Settings(), llm=model)


@asynccontextmanager
async def a_world(
    folder: Path, settings: Settings | None = None, access: Access = ACCESS
) -> AsyncIterator[World]:
    clock, platform = FakeClock(), FakePlatform()

    async def fetch(_: str, attachment: Attachment, path: Path) -> None:
        await platform.fetch(attachment, path)

    home = a_new_home(folder / "home")
    setup = Setup(home, settings or Settings(), access, fetch, clock)
    async with open_services(setup) as services:
        yield World(Bot(Commands(), services), services, clock, platform)
