"""A home as its first start leaves it."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.home import Home
from bot.services.tables import SCHEMAS
from indexer.store.database import open_database


def a_new_home(folder: Path) -> Home:
    """A home with its tables, which take longer to make than most tests take for all they do.

    A process makes them once, and copies the file after that.
    """
    home = Home(folder)
    if not home.database.exists():
        home.create()
        with os.fdopen(os.open(home.database, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(_make_tables())
    return home


@cache
def _make_tables() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        path = Path(folder) / "multis.db"
        thread.submit(asyncio.run, _open_once(path)).result()  # a test has its own loop
        return path.read_bytes()


async def _open_once(path: Path) -> None:
    async with open_database(path, *SCHEMAS):
        pass
