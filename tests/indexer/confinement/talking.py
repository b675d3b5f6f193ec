"""Starts a walled process that writes more than anybody reads."""

import asyncio
from asyncio.subprocess import Process
from pathlib import Path

from indexer.confinement.process import Order, start_process
from indexer.confinement.walls import Walls

TESTS = str(Path(__file__).parents[2])


async def start_talking() -> Process:
    return await start_process(Order("tests.indexer.confinement.talks", Walls([TESTS])))


async def wait_until_unread(process: Process) -> None:
    """Wait until so much of its output lies here unread that asyncio has paused reading it."""
    while not getattr(process.stdout, "_paused", None):  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
