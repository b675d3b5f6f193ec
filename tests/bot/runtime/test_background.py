import asyncio
import errno

import pytest

from bot.runtime.background import PAUSE, open_background


async def test_what_has_no_end_is_not_waited_for() -> None:
    ended = asyncio.Event()

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with open_background() as background:
        background.run_forever("vectors", endless)
        await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await background.wait_until_idle()
        assert not ended.is_set()
    assert ended.is_set()


async def test_what_has_no_end_begins_again_after_a_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A full disk, say, which is emptied later: until a restart nobody would do it."""
    pauses, begun = list[float](), asyncio.Event()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async def failing() -> None:
        if len(pauses) < 2:
            raise OSError(errno.ENOSPC, "broken")
        begun.set()
        await asyncio.Event().wait()

    async with open_background(pause) as background:
        background.run_forever("vectors", failing)
        async with asyncio.timeout(10):
            await begun.wait()
    assert pauses == [PAUSE, PAUSE]
    assert caplog.text.count("background work failed: vectors") == 2


async def test_what_comes_to_its_end_is_not_begun_again() -> None:
    begun = list[int]()

    async def once() -> None:
        begun.append(1)

    async with open_background() as background:
        background.run_forever("leading", once)
        for _turn in range(5):
            await asyncio.sleep(0)
    assert begun == [1]
