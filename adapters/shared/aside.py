"""Renders long texts in a thread, so that the event loop goes on serving other chats."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

SHORT = 800  # characters, which take a few milliseconds whatever they are

Rendered = TypeVar("Rendered")


async def render_aside(render: Callable[[str], Rendered], text: str) -> Rendered:
    """Return `render(text)`."""
    return await asyncio.to_thread(render, text) if len(text) > SHORT else render(text)
