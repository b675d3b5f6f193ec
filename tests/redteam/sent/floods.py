"""By much of what is allowed once: one person keeps a group, the page or the daemon from others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from socket import create_server

from adapters.web.uploads import Uploads
from bot.daemon.leading import follow_moves
from bot.messages import Reply, UserError
from bot.operations.metrics_server import ADDRESS, MOST, PATIENCE, open_metrics
from bot.settings.config import MetricsSettings
from tests.factories import a_message
from tests.redteam.outcome import Outcome
from tests.scenarios.scene import MALLORY, Scene, a_scene, replies

NOTES = 25
FILL = "tea " * 400  # behind each note
LONGEST = 60_000  # characters that one command may send to a group: some fifteen messages
FILES = 20  # of one person, the limit


async def attack_floods(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        await _note(scene, "g")
        for command in ("/memory", "/export", "/memory tea", "/reminders"):
            sent = await _count(scene, command, "g")
            came = f"{sent} characters are sent" if sent > LONGEST else ""
            yield Outcome(f"{command} in a group, with {NOTES} long notes", came)
        yield Outcome("connections to the metrics that say nothing", await _hold_metrics(scene))
    yield Outcome("files without a byte on the page", await _fill_page(folder / "uploads", FILES))
    yield Outcome("ten thousand words of a chat that moved", await _call_moved())


async def control_floods(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        await _note(scene, "")
        for command in ("/memory", "/export"):
            sent = await _count(scene, command, "")
            yield Outcome(f"{command} in private", f"{sent}" if sent > NOTES * len(FILL) else "")
    yield Outcome("files without a limit", await _fill_page(folder / "uploads", 10 * FILES))


async def _note(scene: Scene, chat: str) -> None:
    for n in range(NOTES):
        text = f"/remember the {n}th boat carries {n * 7} crates of {FILL}"
        await replies(scene.world, a_message(text, sender=MALLORY, chat=chat, private=not chat))


async def _count(scene: Scene, command: str, chat: str) -> int:
    message = a_message(command, sender=MALLORY, chat=chat, private=not chat)
    said: list[Reply] = await replies(scene.world, message)
    return sum(len(each.text) for each in said)


async def _hold_metrics(scene: Scene) -> str:
    """Return how many connections stay open beyond the limit, each with a descriptor."""
    with closing(create_server((ADDRESS, 0))) as probe:
        port = int(probe.getsockname()[1])
    async with open_metrics(MetricsSettings(port), scene.world.services):
        opened = [await asyncio.open_connection(ADDRESS, port) for _ in range(3 * MOST)]
        reads = [asyncio.create_task(reader.read()) for reader, _writer in opened]
        await asyncio.wait(reads[: 2 * MOST], timeout=PATIENCE / 2)
        held = sum(not each.done() for each in reads)
        for each in reads:
            each.cancel()
        await asyncio.gather(*reads, return_exceptions=True)
        for _reader, writer in opened:
            writer.close()
    return f"{held} are held" if held > MOST else ""


async def _fill_page(folder: Path, limit: int) -> str:
    kept = Uploads(folder, most=limit)
    try:
        for _ in range(FILES + 1):
            await kept.take("mallory", "x", _send_nothing())
    except UserError:
        return ""
    return f"{FILES + 1} are kept"


async def _send_nothing() -> AsyncIterator[bytes]:
    for _ in ():
        yield b""


async def _call_moved() -> str:
    looks, moved = [0], asyncio.Event()

    async def load() -> None:
        looks[0] += 1

    following = asyncio.create_task(follow_moves(moved, load))
    for _ in range(10_000):
        moved.set()
        await asyncio.sleep(0)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    return f"{looks[0]} looks" if looks[0] > 100 else ""
