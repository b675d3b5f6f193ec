"""A connection is closed only when nobody uses it."""

import asyncio

import pytest

from adapters.shared.in_use import InUse


async def is_over(in_use: InUse) -> bool:
    """Return whether a connection is idle, so that nobody has to wait for it."""
    waiting = asyncio.create_task(in_use.wait_until_idle())
    await asyncio.sleep(0)
    over = waiting.done()
    waiting.cancel()
    return over


async def test_what_nobody_uses_is_over() -> None:
    assert await is_over(InUse())


async def test_it_is_over_only_when_the_last_has_gone() -> None:
    in_use = InUse()
    with in_use.hold():
        assert not await is_over(in_use)
        with in_use.hold():
            assert not await is_over(in_use)
        assert not await is_over(in_use)
    assert await is_over(in_use)


async def test_whoever_waits_is_told_when_the_last_goes() -> None:
    in_use = InUse()
    with in_use.hold():
        waiting = asyncio.create_task(in_use.wait_until_idle())
        await asyncio.sleep(0)
        assert not waiting.done()
    async with asyncio.timeout(10):
        await waiting


async def test_it_may_be_used_again() -> None:
    in_use = InUse()
    with in_use.hold():
        pass
    with in_use.hold():
        assert not await is_over(in_use)
    assert await is_over(in_use)


async def test_whoever_fails_uses_it_no_longer() -> None:
    in_use = InUse()
    with pytest.raises(ConnectionError), in_use.hold():
        raise ConnectionError
    assert await is_over(in_use)
