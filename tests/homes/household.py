"""A daemon on a kept home, with the people and services around it."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from msgspec import Struct, field

from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.people import chat_of
from tests.adapters.fake_bot_api.world import Message
from tests.daemon import Daemon, a_daemon, until
from tests.homes.clocked import Clock
from tests.homes.model import Thinker
from tests.homes.running import ask_database, describe_run, read_state
from tests.serving import free_port

PLACE = "/mnt/multis"  # where a kept home lay when it was written, on a disk of its own
OWNER, BOB, CARL, DAN, ERIN, DORA, FRANK, GRACE, MALLORY = 7, 8, 9, 10, 11, 12, 13, 14, 66
NAMES = {
    OWNER: "Anna",
    BOB: "Bob",
    CARL: "Carl",
    DAN: "Dan",
    ERIN: "Erin",
    DORA: "Dora",
    FRANK: "Frank",
    GRACE: "Grace",
    MALLORY: "Mallory",
}
PEOPLE = {number: Person(number, name) for number, name in NAMES.items()}
TEAM = -100


class Household(Struct):
    """`place` holds `home`, and the documents and recordings beside it."""

    place: Path
    clock: Clock
    fake: FakeBotApi
    model: Thinker
    port: int = field(default_factory=free_port)  # of the page

    @property
    def home(self) -> Path:
        return self.place / "home"

    @property
    def page(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def configure(self, **more: object) -> None:
        """What config.json says already stays, but for the addresses of what is around."""
        path = self.home / "config.json"
        kept = self.configured() if path.exists() else {}
        telegram = {"enabled": True, **self.fake.settings}
        served = {"base_url": f"{self.model.address}/v1", "api_key": "k"}
        around: dict[str, object] = {
            "platforms": {"telegram": telegram, "web": {"enabled": True, "port": self.port}},
            "llm": {"model": "openai:fake", **served},
            "embedder": {"kind": "openai", "model": "fake", **served},
        }
        path.write_text(json.dumps(kept | around | more, indent=1))

    def configured(self) -> dict[str, dict[str, object]]:
        found: dict[str, dict[str, object]] = json.loads((self.home / "config.json").read_text())
        return found

    @asynccontextmanager
    async def daemon(self) -> AsyncIterator[Daemon]:
        now = self.clock().isoformat()
        under = (sys.executable, "-m", "tests.homes.clocked", now)
        async with a_daemon(self.home, under=under) as daemon:
            yield daemon

    def heard(self, person: int, text: str = "", chat: int | None = None, **content: object) -> int:
        """`person` says something; returns the update's id, which is the message's key."""
        return self.fake.say(text, PEOPLE[person], chat, content=dict(content))

    async def say(
        self, person: int, text: str = "", chat: int | None = None, **content: object
    ) -> Message:
        """And waits until it is answered: the bot's last message in that chat."""
        return await self.answered(self.heard(person, text, chat, **content), chat or person)

    async def press(self, key: str, person: int, chat: int | None = None) -> Message:
        pressed = self.fake.press(key, PEOPLE[person], chat)
        return await self.answered(pressed, chat or person)

    async def answered(self, update: int, chat: int) -> Message:
        await until(lambda: self.state(update) == "done", f"an answer to {update}", seen=self.told)
        return self.fake.world.messages(chat)[-1]

    def state(self, update: int | str) -> str:
        return read_state(self.home, update)

    def ask(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        return ask_database(self.home, sql, *values)

    def told(self) -> str:
        return describe_run(self.home, self.fake)


@asynccontextmanager
async def a_household(place: Path, clock: Clock) -> AsyncIterator[Household]:
    async with AsyncExitStack() as stack:
        fake = FakeBotApi(clock=lambda: clock().timestamp())
        for each in PEOPLE.values():
            chat_of(fake.world, each, None)
        chat_of(fake.world, PEOPLE[OWNER], TEAM)
        await stack.enter_async_context(fake)
        model = await stack.enter_async_context(Thinker())
        yield Household(place, clock, fake, model)


async def multis(
    home: Path, *arguments: str, told: str = "", under: Sequence[str] = (), fails: bool = False
) -> str:
    """What a command says that is given `told`; `under` is a command that becomes it."""
    process = await asyncio.create_subprocess_exec(
        *(*under, sys.executable, "-m", "bot", *arguments),
        env={**os.environ, "MULTIS_HOME": str(home)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate(told.encode())
    assert bool(process.returncode) is fails, said
    return said.decode()
