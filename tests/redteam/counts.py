"""By counts, ids and order: a guest's replies are the same whatever others have stored."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

from bot.messages import Attachment
from tests.conversation import World, a_world
from tests.factories import a_message
from tests.redteam.outcome import Outcome, shorten
from tests.scenarios.scene import ACCESS, CLEO, MALLORY, OWNER, UNLIMITED, replies

SAID = [
    "/docs",
    "/docs plan",
    "/search ferry",
    "/search harbour",
    "/memory",
    "/status",
    "/usage",
    "/why",
    "/remember the kite is red",
    "/remember the number of the kite is 4",
    "/remember the number of the kite is 5",
    "/memory",
    "/export",
    "/help",
    "/forget kite",
    "/undo",
    "/missed",
    "/new",
    "/ferry",
    "when does the ferry leave?",
    "/show doc:0",
    "/docs plan1.md",
    "/fact 1",
]
RANDOM = re.compile(r"\b[0-9a-f]{10}\b")  # the id of a fact, which tells nothing
# Files whose name or bytes others have, or everybody, or nobody.
SENT = {
    "mine.md": "# Mine\n\nThe ferry is blue.",
    "other.md": "# Plan\n\nThe harbour ferry opens in May 1.",
    "plan1.md": "# Mine\n\nThe ferry is red.",
    "ferry.md": "# Ferry\n\nThe ferry leaves at nine.",
}


async def attack_counts(folder: Path) -> AsyncIterator[Outcome]:
    alone = await visit(folder / "alone", "")
    among = await visit(folder / "among", "admin")
    for (said, one), (_, other) in zip(alone, among, strict=True):
        yield Outcome(shorten(said), "" if one == other else f"it was told {shorten(other)}")


async def visit(folder: Path, caption: str) -> list[tuple[str, str]]:
    """What Mallory says and is told, where others have private documents or none."""
    async with a_world(folder, UNLIMITED, ACCESS) as world:
        await world.owner("kb", ferry__md=SENT["ferry.md"].encode())
        if caption:
            await live_in(world, caption)
        world.platform.files.update({name: text.encode() for name, text in SENT.items()})
        # A platform counts the messages of everybody.
        first = 710_000_000 if caption else 520_000_000
        told = [(said, await say(world, first + n, said)) for n, said in enumerate(SAID)]
        for n, name in enumerate(SENT, first + 100):
            told.append((f"sends {name}", await say(world, n, "", name)))
        again = enumerate(SAID[:4], first + 200)
        told += [(said, await say(world, n, said)) for n, said in again]
        return [(said, RANDOM.sub("", each.replace(str(folder), ""))) for said, each in told]


async def live_in(world: World, caption: str) -> None:
    for n in range(4):
        plan = f"# Plan\n\nThe harbour ferry opens in May {n}.".encode()
        for person in (OWNER, CLEO):
            await world.person(person)(caption, **{f"plan{n}__md": plan})
            await world.person(person)(f"/remember the ferry has number {n}")
            await world.person(person)("/search ferry")


async def say(world: World, number: int, text: str, name: str = "") -> str:
    files = (Attachment(name, len(SENT[name]), name),) if name else ()
    message = a_message(text, key=str(number), sender=MALLORY, attachments=files)
    return str(await replies(world, message))


async def control_counts(folder: Path) -> AsyncIterator[Outcome]:
    """Documents for everybody do change what a guest is told."""
    alone = await visit(folder / "alone", "")
    among = await visit(folder / "among", "kb")
    changed = [said for (said, one), (_, two) in zip(alone, among, strict=True) if one != two]
    yield Outcome("documents for everybody", ", ".join(changed))
