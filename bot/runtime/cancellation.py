"""Cancels running work that somebody asked for in a chat, for `/cancel`."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Iterator
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

    def stop(self, chat: str, person: str | None) -> int:
        """Cancel what `person` asked for in `chat`, or None: anybody; return how many runs."""
        runs = [each for each in self._running.get(chat, ()) if person in (None, each.person)]
        runs = [each for each in runs if not each.triggered]
        for each in runs:
            each.trigger()
        return len(runs)

    def list_people(self) -> set[str]:
        """List the keys of those whose work runs."""
        return {each.person for runs in self._running.values() for each in runs}

    def stop_everywhere(self, person: str) -> None:
        """Cancel what `person` asked for in whatever chat."""
        for chat in list(self._running):
            self.stop(chat, person)

    async def run_cancellable(
        self, chat: str, person: str, steps: AsyncGenerator[T, None]
    ) -> AsyncGenerator[T, None]:
        """Yield `steps`, then close them; raise `Stopped` as soon as `person` is stopped in `chat`.

        It also interrupts a step that takes long. Whoever is handed a step may stay with it for
        long, and that is no work to be stopped: leave the loop before a result is passed on.
        """
        with self._stop(chat, person) as stop:
            async with aclosing(steps):
                while (step := await stop.next(steps)) is not None:
                    yield step

    async def run_whole(self, chat: str, person: str, work: Awaitable[T]) -> T:
        """Return what `work` does; raise `Stopped` as soon as `person` is stopped in `chat`."""
        with self._stop(chat, person) as stop:
            async with aclosing(_yield_result(work)) as steps:
                if (result := await stop.next(steps)) is None:
                    raise Stopped
                return result

    @contextmanager
    def _stop(self, chat: str, person: str) -> Iterator["_Stop"]:
        stop = _Stop(person)
        self._running[chat].add(stop)
        try:
            yield stop
        finally:
            self._running[chat].discard(stop)
            if not self._running[chat]:
                del self._running[chat]


class _Stop:
    """The switch that cancels one run of `person`."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.triggered = False
        self._step: asyncio.Timeout | None = None

    def trigger(self) -> None:
        self.triggered = True
        if self._step:
            self._step.reschedule(asyncio.get_running_loop().time())

    async def next(self, steps: AsyncIterator[T]) -> T | None:
        """Return the next step, None after the last; raise `Stopped` if triggered."""
        following = None if self.triggered else await self._interruptible(steps)
        # Also after a step that never waited, or had just come: somebody was told "Stopping."
        if self.triggered:
            raise Stopped
        return following

    async def _interruptible(self, steps: AsyncIterator[T]) -> T | None:
        # A step runs in the task that asks for it: network libraries insist on that.
        try:
            async with asyncio.timeout(None) as self._step:
                return await anext(steps, None)
        except TimeoutError:
            if not self.triggered:
                raise
            raise Stopped from None
        finally:
            self._step = None


async def _yield_result(work: Awaitable[T]) -> AsyncGenerator[T, None]:
    yield await work
