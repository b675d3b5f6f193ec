"""A watched folder that is followed until a test has seen enough."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.operations.watched_folders import follow_folder
from bot.settings.config import WatchedFolder
from indexer.ingest.living_folder import FolderChange
from tests.conversation import World

PATIENCE = 60.0  # seconds, on a busy machine


class Told:
    """The changes, as they are waited for."""

    def __init__(self) -> None:
        self._changes = asyncio.Queue[FolderChange]()

    def __call__(self, change: FolderChange) -> None:
        self._changes.put_nowait(change)

    async def next(self) -> tuple[str, str]:
        async with asyncio.timeout(PATIENCE):
            change = await self._changes.get()
        return change.kind, change.path.name

    async def find(self, kind: str) -> FolderChange:
        async with asyncio.timeout(PATIENCE):
            while (change := await self._changes.get()).kind != kind:
                pass
        return change


@asynccontextmanager
async def following(world: World, watched: WatchedFolder) -> AsyncIterator[Told]:
    told = Told()
    task = asyncio.create_task(follow_folder(world.services, watched, told, 0.01))
    try:
        yield told
    finally:
        task.cancel()
