"""Judges attacks: an attack succeeds if it shows a mark or changes what is somebody else's."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

from msgspec import Struct

from bot.messages import IncomingMessage
from tests.scenarios.scene import MARK, Scene, replies

# What must not be read, changed or added by others. Accesses are no text, and requests to be let
# in are what a stranger may make.
KEPT = (
    "SELECT key, role FROM people ORDER BY key",
    "SELECT chat, mode FROM modes ORDER BY chat",
    "SELECT person, resource, most FROM quotas ORDER BY person, resource",
    "SELECT token, text, due_at, shown FROM reminders WHERE scope IN {scopes} ORDER BY token",
    "SELECT path, name, hash, scope FROM files WHERE scope IN {scopes} AND kind = 'document'"
    " ORDER BY id",
    "SELECT chunk_id, scope, content FROM chunks WHERE scope IN {scopes} ORDER BY chunk_id",
    "SELECT item_id, content, tags, title, deleted_at FROM memory_items"
    " WHERE scope IN {scopes} ORDER BY item_id",
)
SCOPES = "('kb', 'admin', 'user:test:1', 'user:test:3')"
FILES = ("config.json", "vault/*.md", "vault/*.yaml", "memory/chats/*/memory.md")
OWN = ("admin", "test_1", "test_3")  # folders of the owner and of Cleo


class Outcome(Struct, frozen=True):
    attack: str
    came: str  # of it; empty if nothing


Attempts = Callable[[Path], AsyncIterator[Outcome]]


class Door(Struct, frozen=True):
    """A way in. `controls` are acts like the attacks by who may do them: each must succeed."""

    name: str
    attacks: Attempts
    controls: Attempts


async def snapshot(scene: Scene) -> list[object]:
    """Everything kept that no attacker may change, as it stands."""
    async with scene.world.services.people._database.read_committed() as db:
        rows = [
            [tuple(row) for row in await db.execute_fetchall(sql.format(scopes=SCOPES))]
            for sql in KEPT
        ]
    return [*rows, read_files(scene.world.services.home.folder)]


def read_files(home: Path) -> dict[str, str]:
    paths = (path for pattern in FILES for path in home.glob(pattern))
    return {
        str(path.relative_to(home)): path.read_text()
        for path in paths
        if path.name != "memory.md" or path.parent.name in OWN
    }


async def judge(scene: Scene, attack: str, act: Awaitable[str], mark: str = MARK) -> Outcome:
    """Carry out `act`, which returns what the attacker gets to see."""
    before = await snapshot(scene)
    told = await act
    if mark in told.lower():
        return Outcome(attack, f"it was told {mark}")
    after = await snapshot(scene)
    tables = (*(sql.split(" FROM ")[1].split()[0] for sql in KEPT), "files of the home")
    changed = [t for t, was, now in zip(tables, before, after, strict=True) if was != now]
    return Outcome(attack, f"it changed {', '.join(changed)}" if changed else "")


async def say(scene: Scene, *messages: IncomingMessage) -> str:
    """Send messages one after another; returns all that is replied, buttons and notices too."""
    told = [str(await replies(scene.world, message)) for message in messages]
    await scene.world.services.background.wait_until_idle()
    return "".join(told)


def shorten(attack: object) -> str:
    """Return an attack as one line of at most 100 characters."""
    text = " ".join(str(attack).encode("unicode_escape").decode().split())
    return text if len(text) <= 100 else text[:97] + "..."


def list_failures(outcomes: Iterable[Outcome]) -> list[str]:
    return [f"{each.attack}: {each.came}" for each in outcomes if each.came]
