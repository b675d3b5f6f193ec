"""A home with a replica in a folder, as the tests of the replica use it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

from msgspec.structs import replace

from bot.home import Home
from bot.replica.litestream import open_litestream
from bot.replica.replicator import PAUSES, Replicator
from bot.replica.settings import ReplicaSettings
from tests.daemon import until
from tests.factories import NOON


def a_home(folder: Path) -> Home:
    """With a database, notes, an original and a configuration."""
    home = Home(folder / "home")
    home.create()
    with closing(sqlite3.connect(home.database)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE said (words TEXT)")
        database.commit()
    for name in ("memory/chats/a/memory.md", "vault/daily/2026-02-11.md", "data/originals/ab"):
        (home.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (home.folder / name).write_text(f"in {name}")
    home.config.write_text('{"owner_ids": ["test:1"]}')
    return home


def settings_for(folder: Path, **more: object) -> ReplicaSettings:
    return ReplicaSettings(url=f"file://{folder}/replica", **more)  # type: ignore[arg-type]  # fields of it


def say(home: Home, *words: str) -> None:
    with closing(sqlite3.connect(home.database, timeout=10)) as database:
        database.executemany("INSERT INTO said VALUES (?)", [(each,) for each in words])
        database.commit()


def list_said(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return [str(row[0]) for row in opened.execute("SELECT words FROM said ORDER BY rowid")]


@asynccontextmanager
async def replicating(home: Home, settings: ReplicaSettings) -> AsyncIterator[None]:
    litestream = open_litestream(home, settings)
    process = await litestream.start()
    try:
        await until(home.replica_socket.exists, "the socket of Litestream")
        yield
    finally:
        process.kill()
        await process.communicate()


async def run_failing(
    home: Home, settings: ReplicaSettings, printed: str, times: int
) -> list[float]:
    """Replicate by a Litestream that prints what a command does, and fails, so many times.

    Returns the pauses behind it, in seconds.
    """
    program = home.folder.parent / "litestream"
    program.write_text(f"#!/bin/sh\n{printed} >&2\nexit 1\n")
    program.chmod(0o700)
    litestream = replace(open_litestream(home, settings), program=str(program))
    pauses: list[float] = []

    async def wait(seconds: float) -> None:
        if seconds in PAUSES:
            pauses.append(seconds)
            if len(pauses) == times:
                raise asyncio.CancelledError
        await asyncio.sleep(0.01)

    with suppress(asyncio.CancelledError):
        await Replicator(litestream, lambda: NOON, wait).run()
    return pauses
