"""Cancels the running work of a chat, for `/cancel`."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, contextmanager
from typing import TypeVar

T = TypeVar("T")


class Stopped(Exception):  # no error: nothing went wrong
    """Raised in work that somebody cancelled."""


class Cancellations:
    """The running work of one kind, by chat."""

    def __init__(self) -> None:
        self._running: defaultdict[str, set[_Stop]] = defaultdict(set)

    def __contains__(self, chat: str) -> bool:
        return chat in self._running

    def stop(self, chat: str) -> int:
        """Cancel what `chat` has running; return how many runs that were."""
        runs = self._running.pop(chat, set())
        for each in runs:
            each.trigger()
        return len(runs)

    async def run_cancellable(
        self, chat: str, steps: AsyncGenerator[T, None]
    ) -> AsyncGenerator[T, None]:
        """Yield `steps`, then close them; raise `Stopped` as soon as `chat` is stopped.

        It also interrupts a step that takes long.
        """
        with self._stop(chat) as stop:
            async with aclosing(steps):
                while (step := await stop.next(steps)) is not None:
                    yield step

    @contextmanager
    def _stop(self, chat: str) -> Iterator["_Stop"]:
        stop = _Stop()
        self._running[chat].add(stop)
        try:
            yield stop
        finally:
            self._running[chat].discard(stop)
            if not self._running[chat]:
                del self._running[chat]


class _Stop:
    """The switch that cancels one run."""

    def __init__(self) -> None:
        self._set = False
        self._step: asyncio.Timeout | None = None

    def trigger(self) -> None:
        self._set = True
        if self._step:
            self._step.reschedule(asyncio.get_running_loop().time())

    async def next(self, steps: AsyncIterator[T]) -> T | None:
        """Return the next step, None after the last; raise `Stopped` if triggered."""
        # A step runs in the task that asks for it: network libraries insist on that.
        step = asyncio.timeout(0 if self._set else None)
        try:
            async with step as self._step:
                return await anext(steps, None)
        except TimeoutError:
            if step.expired():
                raise Stopped from None
            raise
        finally:
            self._step = None
