"""By folders that others may write to: what stands where a document was when it is asked for."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

from bot.messages import read_file
from indexer.ingest.jobs import build_job
from indexer.scopes import KB
from tests.factories import a_message
from tests.redteam.outcome import Outcome
from tests.scenarios.scene import MALLORY, MARK, Scene, a_scene, replies

SECONDS = 20.0  # for an answer that comes at once
TEXT = "# Guide\n\nThe lighthouse is tall.\n"
OWN = "another name of a private file"
Exchange = Callable[[Path, Path], object]  # (where the document was, a file of the owner's)


def _link_above(path: Path, secret: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))
    path.parent.symlink_to(secret.parent)


EXCHANGES: dict[str, Exchange] = {
    "a link to a private file": lambda path, secret: path.symlink_to(secret),
    "a pipe": lambda path, _secret: os.mkfifo(path),
    "a link to a device without end": lambda path, _secret: path.symlink_to("/dev/zero"),
    "a link to the terminal": lambda path, _secret: path.symlink_to("/dev/tty"),
    "a folder": lambda path, _secret: path.mkdir(),
    "a link that leads back to itself": lambda path, _secret: path.symlink_to(path),
    OWN: lambda path, secret: path.hardlink_to(secret),
    "a link above it": _link_above,
}


async def attack_folders(folder: Path) -> AsyncIterator[Outcome]:
    """Exchanged before it is asked for, and between the answer and its sending."""
    async with a_scene(folder) as scene:
        for n, (what, exchange) in enumerate(EXCHANGES.items()):
            path, secret = await _index(scene, folder / f"{n}")
            _exchange(exchange, path, secret)
            yield Outcome(f"{what}, asked for", await _ask(scene, path))
            if what == OWN:
                continue  # the kernel lets nobody make one of what they may not write
            path, secret = await _index(scene, folder / f"{n} late")
            late = partial(_exchange, exchange, path, secret)
            yield Outcome(f"{what}, sent", await _ask(scene, path, late))


def _exchange(exchange: Exchange, path: Path, secret: Path) -> None:
    path.unlink()
    exchange(path, secret)


async def _index(scene: Scene, folder: Path) -> tuple[Path, Path]:
    """Index a guide that everybody may read; return its path and that of a private file."""
    name = f"guide {folder.name}.md"
    path, secret = folder / "shared" / name, folder / "private" / name
    for each, text in ((path, f"{TEXT}{name}\n"), (secret, f"{MARK} {name}\n")):
        each.parent.mkdir(parents=True)
        each.write_text(text)
    async for _step in scene.world.services.pipeline.run(build_job(path, KB)):
        pass
    return path, secret


async def _ask(scene: Scene, path: Path, meanwhile: Callable[[], object] = lambda: None) -> str:
    """Return what is sent of a document that is not of it."""
    asked = a_message(f"/docs {path.name} file", sender=MALLORY)
    try:
        async with asyncio.timeout(SECONDS):
            told = await replies(scene.world, asked)
            meanwhile()
            files = [Path(each.path) for reply in told for each in reply.files]
            sent = [await asyncio.to_thread(_read, each) for each in files]
    except TimeoutError:
        return "nothing else is answered"
    return next((text for text in sent if text and not text.startswith(TEXT)), "")


def _read(path: Path) -> str:
    """Read a file as adapters do."""
    try:
        return read_file(path).decode()
    except FileNotFoundError:
        return ""


async def control_folders(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        path, _secret = await _index(scene, folder / "1")
        told = await replies(scene.world, a_message(f"/docs {path.name} file", sender=MALLORY))
        sent = [_read(Path(each.path)) for reply in told for each in reply.files]
        yield Outcome("the guide as it was", "".join(sent))
