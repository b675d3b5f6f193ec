"""Lets one daemon of a database lead: it runs recurring jobs, and receives where only one may.

A daemon that has the database for itself leads from the start. Of several workers one does, and the
next one as soon as that has ended; whoever leads does so until the process ends.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from bot.daemon.running import Running
from bot.delivery.inbox import Inbox
from bot.messages import Adapter, Shareable
from bot.operations.sd_notify import notify
from bot.runtime.platform_watch import PlatformWatch
from bot.services.services import Services
from indexer.errors import StorageError

LOOK = 0.25  # seconds between two looks whether the worker that leads has ended

log = logging.getLogger(__name__)

Begin = Callable[[], Awaitable[None]]


class Leading:
    """Tells whether this process leads; made by `open_leading`."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    async def wait(self) -> None:
        await self._event.wait()

    def begin(self) -> None:
        self._event.set()


@asynccontextmanager
async def open_leading(running: Running, begin: Begin) -> AsyncIterator[Leading]:
    """Lead at once, or in the background as soon as no other worker does.

    `begin` is called before, and before anything is received that only one process receives.
    """
    leading, inbox = Leading(), running.services.inbox
    if inbox.is_alone:
        await begin()
        leading.begin()
    else:
        shareable = {name for name, each in running.adapters.items() if isinstance(each, Shareable)}
        inbox.bind(running.adapters.keys() - shareable)
        _follow_others(running.services)
        taking = partial(take_over, running, begin, leading)
        running.services.background.run_forever("leading", taking)
    yield leading


def _follow_others(services: Services) -> None:
    """Follow in the background what other workers do, as long as the process runs."""
    moved, inbox = asyncio.Event(), services.inbox
    calls = partial(
        services.database_state.follow_calls,
        inbox.worker,
        inbox.news.set,
        moved.set,
        services.barring.hear,
    )
    services.background.run_forever("calls of other workers", calls)
    loading = partial(follow_moves, moved, services.chat_moves.load)
    services.background.run_forever("chats that moved", loading)
    services.background.run_forever("people who were barred", services.barring.follow)


async def take_over(running: Running, begin: Begin, leading: Leading) -> None:
    """Lead as soon as no other worker does; without a leader, platforms may be silent."""
    await _repeat_until_stored(partial(_resume, running, begin))
    leading.begin()
    notify(os.environ, "STATUS=Leading")  # not translated: for systemd


async def _resume(running: Running, begin: Begin) -> None:
    # Also after a failure: the connection that failed may have held the lead.
    await _wait_until_first(running.services.inbox)
    log.info("this worker leads from now on")
    await running.services.chat_moves.resume()
    await running.dispatch.close_growing()
    await begin()


async def _repeat_until_stored(work: Callable[[], Awaitable[None]]) -> None:
    """Do work that may be repeated, once or until the database neither refuses nor fails."""
    while True:
        try:
            return await work()
        except StorageError as error:
            log.warning("this worker cannot lead yet: %s", error)
        await asyncio.sleep(LOOK)


async def receive(adapter: Adapter, watch: PlatformWatch, leading: Leading) -> None:
    """Run `adapter`, as soon as this process leads where only one may."""
    if not leading():
        watch.paused.add(adapter.name)  # it makes no progress before its turn has come
        if isinstance(adapter, Shareable):
            await adapter.prepare()
        if not (isinstance(adapter, Shareable) and adapter.receives_everywhere):
            await leading.wait()
        watch.paused.discard(adapter.name)
    await watch.run(adapter)


async def _wait_until_first(inbox: Inbox) -> None:
    while True:
        try:
            if await inbox.leads():
                return
        except StorageError as error:
            log.debug("whether this worker leads is not known: %s", error)
        await asyncio.sleep(LOOK)


async def follow_moves(moved: asyncio.Event, load: Callable[[], Awaitable[None]]) -> None:
    """Load the chats that moved after each word of it, until cancelled.

    Words that come meanwhile are answered together: any login of the database may say thousands.
    """
    while True:
        await moved.wait()
        moved.clear()
        try:
            await load()
        except StorageError as error:
            log.info("which chats moved cannot be read: %s", error)
            moved.set()
        await asyncio.sleep(LOOK)
