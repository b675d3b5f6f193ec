"""Renders long texts in a thread, so that the event loop goes on serving other chats."""

import asyncio
import gc
from collections.abc import Callable
from typing import TypeVar

SHORT = 800  # characters, which take a few milliseconds whatever they are

Rendered = TypeVar("Rendered")


async def render_aside(render: Callable[[str], Rendered], text: str) -> Rendered:
    """Return `render(text)`."""
    if len(text) <= SHORT:
        return render(text)
    return await asyncio.to_thread(_render_uncollected, render, text)


def _render_uncollected(render: Callable[[str], Rendered], text: str) -> Rendered:
    """Render while garbage collection rests.

    A thread gives way to the event loop every few milliseconds, but not while it collects garbage:
    the many objects of one long text start a collection of the whole heap, again and again. Of
    several threads, the one that found collection enabled enables it again; none leaves it off.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return render(text)
    finally:
        if enabled:
            gc.enable()
