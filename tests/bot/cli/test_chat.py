"""A conversation in the terminal keeps memory in order while it lasts, as the daemon does."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.home import Home
from bot.runtime.process_lock import hold_daemon_lock
from tests.daemon import until


@asynccontextmanager
async def a_chat(home: Path) -> AsyncIterator[Process]:
    """`multis chat` until the block ends; nothing is typed yet."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MULTIS_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "chat"),
        env={**clean, "MULTIS_HOME": str(home)},
        stdin=PIPE,
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_what_happens_by_itself_happens_while_the_person_still_thinks(tmp_path: Path) -> None:
    async with a_chat(tmp_path) as chat:
        await until((tmp_path / "vault" / "Memory.md").exists, "the vault")
        assert chat.returncode is None
        await chat.communicate(b"")
        assert chat.returncode == 0


async def test_beside_the_daemon_that_is_left_to_it(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.create()
    with hold_daemon_lock(home):
        async with a_chat(tmp_path) as chat:
            await chat.communicate(b"/status\n/remember the canary sings\n/memory\n")
            assert chat.returncode == 0
    assert home.database.exists()
    assert not (tmp_path / "vault").exists()
