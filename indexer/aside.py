"""Runs what takes long in a thread, so that the event loop goes on serving other chats."""

import asyncio
import gc
from asyncio import Future
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import TypeVar

SHORT = 500  # characters, which take a few milliseconds whatever they are
LONG = 20_000  # characters, which take some 50 ms; those of 100,000 may take a second

Result = TypeVar("Result")


async def run_aside(work: Callable[[], Result], length: int) -> Result:
    """Return `work()`, which takes time by the `length` of its texts, in characters."""
    if length <= SHORT:
        return work()
    run = partial(copy_context().run, _run_uncollected, work)
    lane = _open_lane() if length <= LONG else None
    return await asyncio.get_running_loop().run_in_executor(lane, run)


@cache
def _open_lane() -> ThreadPoolExecutor:
    """Open the thread in which all but long texts take their turns.

    Threads that compute at the same time only take the interpreter from one another: twenty answers
    in six threads need a tenth more CPU time, and none is ready sooner. There is one for the whole
    process, as the interpreter is, and as asyncio has its own: pure work of every room takes turns
    in it, also where no service is at hand.
    """
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")


async def open_aside(opening: Callable[[], Result], close: Callable[[Result], object]) -> Result:
    """Return what `opening` opens, a file say; what it opens after a cancellation is closed."""
    run, loop = copy_context().run, asyncio.get_running_loop()
    future = loop.run_in_executor(None, run, opening)  # a task would end before its thread does
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        future.add_done_callback(lambda ended: _close_late(ended, close))
        raise


def _close_late(ended: Future[Result], close: Callable[[Result], object]) -> None:
    if not ended.cancelled() and not ended.exception():
        close(ended.result())


def _run_uncollected(work: Callable[[], Result]) -> Result:
    """Run while garbage collection rests.

    A thread gives way to the event loop every few milliseconds, but not while it collects garbage:
    the many objects of one long text start a collection of the whole heap, again and again. Of
    several threads, the one that found collection enabled enables it again; none leaves it off.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return work()
    finally:
        if enabled:
            gc.enable()
