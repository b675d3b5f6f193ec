"""Runs what takes long in a thread, so that the event loop goes on serving other chats."""

import asyncio
import gc
from asyncio import Future
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

SHORT = 500  # characters, which take a few milliseconds whatever they are

Result = TypeVar("Result")


async def run_aside(work: Callable[[], Result], length: int) -> Result:
    """Return `work()`, which takes time by the `length` of its texts, in characters."""
    if length <= SHORT:
        return work()
    return await asyncio.to_thread(_run_uncollected, work)


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
