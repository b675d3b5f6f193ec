import asyncio
import errno

import pytest

from bot.runtime.background import HOUR, PAUSE, open_background


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


async def test_what_costs_much_to_begin_pauses_for_longer_each_time() -> None:
    """From the first pause again after it ran for an hour."""
    pauses, ran, now = list[float](), iter([0, 1, 5, 0, 0, 0, 0, 0, HOUR, 0]), [0.0]
    ended = asyncio.Event()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    async def failing() -> None:
        if (seconds := next(ran, None)) is None:
            ended.set()
            return
        now[0] += seconds
        raise OSError(errno.ENOSPC, "broken")

    async with open_background(pause, lambda: now[0]) as background:
        background.run_forever("watching", failing, HOUR)
        async with asyncio.timeout(10):
            await ended.wait()
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 60, 120]


async def test_what_fails_as_it_is_cancelled_is_not_begun_again() -> None:
    begun = list[int]()

    async def stubborn() -> None:
        begun.append(1)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise OSError(errno.ECONNRESET, "closed") from None

    async with asyncio.timeout(10), open_background() as background:
        background.run_forever("news", stubborn)
        await asyncio.sleep(0)
    assert begun == [1]


async def test_what_comes_to_its_end_is_not_begun_again() -> None:
    begun = list[int]()

    async def once() -> None:
        begun.append(1)

    async with open_background() as background:
        background.run_forever("leading", once)
        for _turn in range(5):
            await asyncio.sleep(0)
    assert begun == [1]
