"""By quotas: a guest goes round the limits of a day by the way in which files are sent."""

import asyncio
import dataclasses
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from bot.access.policy import Access
from bot.access.quota_settings import QuotaSettings
from bot.messages import Attachment, IncomingMessage, UserError
from bot.settings.config import DocumentSettings, Settings
from tests.conversation import World, a_world
from tests.factories import a_message
from tests.redteam.outcome import Outcome
from tests.scenarios.scene import FREE, OWNER, replies

FILES, BYTES, SIZE = 2, 2000, 900  # the limits, and the size of each file that is sent
TRIES = 5
EVERYBODY = Access(owners=frozenset({f"test:{OWNER}"}), everybody=True)
LIMITS = QuotaSettings(files=FILES, bytes=BYTES)
SETTINGS = Settings(
    rate_limit=FREE, documents=dataclasses.replace(DocumentSettings(), quota=LIMITS)
)
MOST = BYTES + SIZE  # one whose size nobody told may pass the limit, and is not kept


class Platform(Struct):
    """Counts what it hands over, by the sender, who begins the name of each file."""

    files: Counter[str] = field(default_factory=Counter)
    bytes: Counter[str] = field(default_factory=Counter)
    at_once: Counter[str] = field(default_factory=Counter)
    began: defaultdict[str, asyncio.Event] = field(
        default_factory=lambda: defaultdict(asyncio.Event)
    )
    running: Counter[str] = field(default_factory=Counter)

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        who = attachment.reference.partition("-")[0]
        self.files[who] += 1
        self.running[who] += 1
        self.at_once[who] = max(self.at_once[who], self.running[who])
        try:
            await self._hand_over(who, attachment, path)
        finally:
            self.running[who] -= 1

    async def _hand_over(self, who: str, attachment: Attachment, path: Path) -> None:
        content = f"# {attachment.reference}\n\nA ferry.\n".encode().ljust(SIZE, b".")
        self.bytes[who] += len(content)
        await asyncio.to_thread(path.write_bytes, content)
        self.began[who].set()
        if "hangs" in attachment.reference:
            await asyncio.Event().wait()
        if "fails" in attachment.reference:
            raise UserError("It is damaged.")
        await asyncio.sleep(0)


class Stage(Struct, frozen=True):
    world: World
    platform: Platform

    async def say(self, message: IncomingMessage) -> None:
        await replies(self.world, message)

    async def say_all(self, messages: Sequence[IncomingMessage]) -> None:
        await asyncio.gather(*map(self.say, messages))

    async def say_in_turn(self, messages: Sequence[IncomingMessage]) -> None:
        for each in messages:
            await self.say(each)


@asynccontextmanager
async def a_stage(folder: Path) -> AsyncIterator[Stage]:
    async with a_world(folder, SETTINGS, EVERYBODY) as world:
        platform = Platform()
        world.platform.fetches = platform.fetch  # it counts
        yield Stage(world, platform)


def attach(who: str, n: object = 0, size: int = SIZE, kind: str = "") -> Attachment:
    return Attachment(f"{kind}{n}.md", size, f"{who}-{kind}{n}")


def send(who: str, *files: Attachment, text: str = "", chat: str = "") -> IncomingMessage:
    return a_message(text, sender=who, chat=chat, private=not chat, attachments=files)


def single(who: str, size: int = SIZE, kind: str = "") -> list[IncomingMessage]:
    return [send(who, attach(who, n, size, kind)) for n in range(TRIES)]


async def stop_each(stage: Stage, who: str) -> None:
    """Stop every file while it is being fetched."""
    for message in single(who, kind="hangs"):
        stage.platform.began[who].clear()
        sending = asyncio.create_task(stage.say(message))
        begun = asyncio.create_task(stage.platform.began[who].wait())
        await asyncio.wait([sending, begun], return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()
        await stage.say(a_message("/cancel", sender=who))
        await sending


async def raise_limit(stage: Stage, who: str) -> None:
    for text in ("files 0", "megabytes 0", "default"):
        await stage.say(a_message(f"/users limit test:{who} {text}", sender=who))
    await stage.say_in_turn(single(who))


Attack = Callable[[Stage, str], Awaitable[None]]
ATTACKS: Mapping[str, Attack] = {
    "one after another": lambda stage, who: stage.say_in_turn(single(who)),
    "all at once": lambda stage, who: stage.say_all(single(who)),
    "as an album": lambda stage, who: stage.say(send(who, *(attach(who, n) for n in range(TRIES)))),
    "one file again and again": lambda stage, who: stage.say_in_turn(
        [send(who, attach(who)) for _each in range(TRIES)]
    ),
    "one file under many names": lambda stage, who: stage.say_in_turn(
        [send(who, replace(attach(who), name=f"{n}.md")) for n in range(TRIES)]
    ),
    "one message, edited": lambda stage, who: stage.say_in_turn(
        [replace(each, edited=True) for each in single(who)]
    ),
    "forwarded": lambda stage, who: stage.say_in_turn(
        [replace(each, forwarded=True) for each in single(who)]
    ),
    "in as many groups": lambda stage, who: stage.say_in_turn(
        [send(who, attach(who, n), chat=f"g{n}") for n in range(TRIES)]
    ),
    "in as many groups, at once": lambda stage, who: stage.say_all(
        [send(who, attach(who, n), chat=f"h{n}") for n in range(TRIES)]
    ),
    "under other names of the person": lambda stage, who: stage.say_in_turn(
        [
            replace(each, sender=replace(each.sender, name=f"Ann {n}"))
            for n, each in enumerate(single(who))
        ]
    ),
    "with captions": lambda stage, who: stage.say_in_turn(
        [
            send(who, attach(who, n), text=text)
            for n, text in enumerate(("kb", "admin", "/index kb", "What is it?", "/summary"))
        ]
    ),
    "with no size": lambda stage, who: stage.say_in_turn(single(who, size=0)),
    "with no size, at once": lambda stage, who: stage.say_all(single(who, size=0)),
    "with a size below zero": lambda stage, who: stage.say_all(single(who, size=-(10**9))),
    "damaged on the way": lambda stage, who: stage.say_in_turn(single(who, kind="fails")),
    "damaged, with no size, at once": lambda stage, who: stage.say_all(
        single(who, size=0, kind="fails")
    ),
    "stopped while they are fetched": stop_each,
    "dated tomorrow": lambda stage, who: stage.say_in_turn(
        [
            replace(each, sent_at=stage.world.clock.now + timedelta(days=n))
            for n, each in enumerate(single(who))
        ]
    ),
    "after raising their own limit": raise_limit,
}


async def attack_quotas(folder: Path) -> AsyncIterator[Outcome]:
    async with a_stage(folder) as stage:
        for n, (what, attack) in enumerate(ATTACKS.items(), 20):
            await attack(stage, str(n))
            yield Outcome(f"{TRIES} files {what}", _find_excess(stage.platform, str(n)))


def _find_excess(platform: Platform, who: str) -> str:
    files, size, at_once = platform.files[who], platform.bytes[who], platform.at_once[who]
    if files > FILES or size > MOST or at_once > 1:
        return f"{files} files with {size} bytes were fetched, {at_once} of them at once"
    return ""


async def control_quotas(folder: Path) -> AsyncIterator[Outcome]:
    """The owner has no limit."""
    async with a_stage(folder) as stage:
        await stage.say_all(single(OWNER))
        yield Outcome("the owner's files", _find_excess(stage.platform, OWNER))
