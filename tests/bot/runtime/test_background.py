import asyncio

import pytest

from bot.runtime.background import open_background


async def test_what_has_no_end_is_not_waited_for() -> None:
    ended = asyncio.Event()

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with open_background() as background:
        background.run_forever("vectors", endless())
        await asyncio.sleep(0)
        async with asyncio.timeout(1):
            await background.wait_until_idle()
        assert not ended.is_set()
    assert ended.is_set()


async def test_a_failure_of_what_has_no_end_is_heard_of(caplog: pytest.LogCaptureFixture) -> None:
    async def failing() -> None:
        raise ValueError("broken")

    async with open_background() as background:
        background.run_forever("vectors", failing())
        await asyncio.sleep(0)
    assert "background work failed: vectors" in caplog.text
