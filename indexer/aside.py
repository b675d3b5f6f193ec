"""Runs work on long texts in a thread, so that the event loop goes on serving other chats."""

import asyncio
import gc
from collections.abc import Callable
from typing import TypeVar

SHORT = 500  # characters, which take a few milliseconds whatever they are

Result = TypeVar("Result")


async def run_aside(work: Callable[[], Result], length: int) -> Result:
    """Return `work()`, which takes time by the `length` of its texts, in characters."""
    if length <= SHORT:
        return work()
    return await asyncio.to_thread(_run_uncollected, work)


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
