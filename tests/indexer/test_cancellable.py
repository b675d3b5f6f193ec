"""A cancelled HTTP call gives its connection back, at whatever step it is cancelled."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest

from indexer.cancellable import run_cancellable
from tests.adapters.fake_bot_api import FakeBotApi

STEPS = 60  # of the event loop, more than a call on loopback takes


async def cancel_at_every_step(call: Callable[[], Awaitable[object]]) -> None:
    for steps in range(STEPS):
        task = asyncio.ensure_future(call())
        for _step in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_cancelled_calls_leave_the_only_connection_to_others() -> None:
    limits = httpx.Limits(max_connections=1)
    async with (
        FakeBotApi() as fake,
        httpx.AsyncClient(base_url=fake.address, limits=limits, timeout=5) as client,
    ):
        path = f"/bot{fake.world.token}/getMe"
        await cancel_at_every_step(lambda: run_cancellable(lambda: client.get(path)))
        assert (await client.get(path)).json()["ok"]


async def test_a_result_and_an_error_arrive() -> None:
    async def fail() -> None:
        raise ValueError("no")

    assert await run_cancellable(lambda: asyncio.sleep(0, "done")) == "done"
    with pytest.raises(ValueError, match="no"):
        await run_cancellable(fail)


async def test_a_call_that_is_cancelled_has_ended_then() -> None:
    ended = asyncio.Event()

    async def hang() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    task = asyncio.create_task(run_cancellable(hang))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()
