"""Work is broken off wherever it is, and ends by itself otherwise."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from bot.runtime.cancellation import Cancellations, Stopped


class Steps:
    """1, 2, then silence."""

    def __init__(self) -> None:
        self.silent = asyncio.Event()
        self.closed = False

    async def run(self) -> AsyncGenerator[int, None]:
        try:
            yield 1
            yield 2
            self.silent.set()
            await asyncio.Event().wait()
        finally:
            self.closed = True


async def stop_later(stops: Cancellations, steps: Steps) -> None:
    await steps.silent.wait()
    assert stops.stop("other", "ann") == 0
    assert stops.stop("chat", "bob") == 0
    assert stops.stop("chat", "ann") == 1
    assert stops.stop("chat", "ann") == 0  # it is stopping already


async def test_a_silent_step_is_broken_off() -> None:
    stops, steps, seen = Cancellations(), Steps(), list[int]()
    stopping = asyncio.create_task(stop_later(stops, steps))
    with pytest.raises(Stopped):
        async for step in stops.run_cancellable("chat", "ann", steps.run()):
            seen.append(step)
    await stopping
    assert (seen, steps.closed, "chat" in stops) == ([1, 2], True, False)


async def test_a_stop_between_two_steps_holds() -> None:
    stops, steps = Cancellations(), Steps()
    async with aclosing(stops.run_cancellable("chat", "ann", steps.run())) as broken:
        assert await anext(broken) == 1
        assert stops.stop("chat", None) == 1
        with pytest.raises(Stopped):
            while True:
                await anext(broken)
    assert steps.closed


async def test_what_takes_too_long_by_itself_was_not_stopped() -> None:
    async def late() -> AsyncGenerator[int, None]:
        yield 1
        raise TimeoutError

    with pytest.raises(TimeoutError):
        async for _ in Cancellations().run_cancellable("chat", "ann", late()):
            pass


async def test_a_reader_who_leaves_closes_the_work() -> None:
    stops, steps = Cancellations(), Steps()
    async with aclosing(stops.run_cancellable("chat", "ann", steps.run())) as broken:
        await anext(broken)
        assert "chat" in stops
    assert (steps.closed, "chat" in stops) == (True, False)


@pytest.mark.parametrize("later", [(), (2,)])
async def test_what_is_told_to_stop_yields_nothing_more_even_if_it_never_waits(
    later: tuple[int, ...],
) -> None:
    async def steps() -> AsyncGenerator[int, None]:
        for each in (1, *later):
            yield each

    stops = Cancellations()
    async with aclosing(stops.run_cancellable("chat", "ann", steps())) as broken:
        await anext(broken)
        assert stops.stop("chat", "ann") == 1
        with pytest.raises(Stopped):
            await anext(broken)
