import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.access.policy import Access
from bot.daemon.leading import LOOK, Leading, take_over
from bot.daemon.running import open_running
from bot.home import Home
from bot.settings.config import Settings


async def test_a_failure_of_the_database_delays_the_next_leader_by_no_minute(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is received meanwhile on platforms where only the leader receives."""
    tries = list[float]()

    async def begin() -> None:
        tries.append(asyncio.get_running_loop().time())
        if len(tries) == 1:
            raise sqlite3.OperationalError("the server closed the connection")

    home, leading = Home(tmp_path), Leading()
    async with (
        open_running(home, Settings(), Access(), {}, lambda _address: None) as running,
        asyncio.timeout(30),
    ):
        await take_over(running, begin, leading)
    assert leading()
    assert tries[1] - tries[0] >= LOOK
    assert "cannot lead yet: the server closed" in caplog.text
