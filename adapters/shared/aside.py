"""Renders long texts in a thread, so that the event loop goes on serving other chats."""

from collections.abc import Callable
from typing import TypeVar

from bot.messages import run_aside

Rendered = TypeVar("Rendered")


async def render_aside(render: Callable[[str], Rendered], text: str) -> Rendered:
    """Return `render(text)`."""
    return await run_aside(lambda: render(text), len(text))
