"""Where the red team meets the people it attacks.

The owner has a private document, a note and a vault, Cleo has a file and a note; each holds a mark.
Mallory knows every id and path. No mark may reach her, and nothing of anybody else's may change.
"""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from msgspec import Struct

from bot.access.policy import Access, Mode
from bot.access.rate_limit import RateLimitSettings
from bot.messages import IncomingMessage, Reply
from bot.settings.config import Settings
from tests.conversation import World, a_world

MARK = "zanzibar"  # in everything private; in no attack
OWNER, CLEO, MALLORY, UNKNOWN = "1", "3", "2", "9"
ACCESS = Access(frozenset({"test:1"}), frozenset({"test:2", "test:3"}), pairing=True)
FREE = RateLimitSettings(0, 0)
UNLIMITED = Settings(rate_limit=FREE)
PLAN = f"# Plan\n\nThe harbour opens in May. The password is {MARK}.\n".encode()


class Scene(Struct, frozen=True):
    world: World
    known: Mapping[str, str]  # what a leak elsewhere might have told

    def fill(self, attack: str) -> str:
        for name, value in self.known.items():
            attack = attack.replace(f"{{{name}}}", value)
        return attack


@asynccontextmanager
async def a_scene(folder: Path, settings: Settings = UNLIMITED) -> AsyncIterator[Scene]:
    async with a_world(folder, settings, ACCESS) as world:
        assert "(admin)" in (await world.owner("admin", plan__md=PLAN)).text
        assert "(private)" in (await world.person(CLEO)("", cleo__md=PLAN)).text
        for person in (world.owner, world.person(CLEO)):
            await person(f"/remember the harbour password is {MARK}")
            await person(f"/remind tomorrow at nine that the harbour password is {MARK}")
        await world.owner(f"/remember semantic the harbour password is {MARK}")
        yield Scene(
            world,
            {
                "chunk": await _one(world, "SELECT chunk_id FROM chunks WHERE scope = 'admin'"),
                "item": await _one(world, "SELECT item_id FROM memory_items WHERE scope = 'admin'"),
                "home": str(world.services.home.folder),
                "outside": str(folder / "outside.md"),
            },
        )


async def _one(world: World, sql: str) -> str:
    async with world.services.people._database.transaction() as db:
        rows = await db.execute_fetchall(sql)
    return str(next(iter(rows))[0])


async def replies(world: World, message: IncomingMessage) -> list[Reply]:
    async with aclosing(world.bot.handle(message)) as items:
        return [item async for item in items if isinstance(item, Reply)]


async def unharmed(world: World, modes: Iterable[tuple[str, Mode]] = ()) -> None:
    """Everybody is who they were, and has what they had."""
    access = await world.services.people.load_access()
    assert (access.owners, access.approved, access.blocked) == (
        ACCESS.owners,
        ACCESS.approved,
        frozenset(),
    )
    assert await world.services.modes.list_all() == list(modes)
    for person in (world.owner, world.person(CLEO)):
        assert MARK in (await person("/search harbour")).text
        assert MARK in (await person("/memory")).text


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}
