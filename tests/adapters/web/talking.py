"""A file brought to the page, and a line held open."""

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.access.policy import PAGE_OWNER
from tests.adapters.web.browser import Browser
from tests.adapters.web.site import Site

GUIDE = b"""# The Harbour Guesthouse

## Leaving

Check-out is at eleven in the morning; on Sundays it is at noon, because of the ferry.
"""


async def brought(browser: Browser, name: str, content: bytes, caption: str = "kb") -> Any:
    return await browser.ask(caption, files=[await browser.upload(name, content)])


async def open_line(site: Site, browser: Browser) -> asyncio.Task[None]:
    """The line of the owner's page, for as long as the site keeps it open."""
    await sign_in(site, browser)
    return asyncio.create_task(browser.read_line())


async def sign_in(site: Site, browser: Browser) -> None:
    """As the owner, without a line."""
    browser.origin = site.origin
    await browser.enter(await site.sessions.offer(PAGE_OWNER))


async def has(found: Sequence[object]) -> bool:
    return bool(found)
