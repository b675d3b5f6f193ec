"""Retries work during outages, and logs each outage once however long it takes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from bot.messages import Attempt, Choice, Receipt
from bot.runtime import storage_errors
from bot.runtime.background import Sleep
from indexer.errors import UnavailableError

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between tries


class Outages:
    """The platforms and stores that are away now, by name."""

    def __init__(self, sleep: Sleep = asyncio.sleep) -> None:
        self._sleep = sleep
        self._away: set[str] = set()

    async def retry_storage(self, work: Callable[[], Awaitable[T]]) -> T:
        """Repeat `work` until the database takes it."""
        return await self.retry("the database", work)

    async def retry(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Repeat `work` until it succeeds; log one line per outage of `name`, however many wait."""
        pause = FIRST_PAUSE
        while True:
            try:
                result = await work()
                break
            except (OSError, UnavailableError) as error:
                if not _may_pass(error):
                    raise
                if name not in self._away:
                    self._away.add(name)
                    log.warning("%s is away: %s", name, error)
                await self._sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        if name in self._away:
            self._away.discard(name)
            log.info("%s is back", name)
        return result


def _may_pass(error: Exception) -> bool:
    """Return whether waiting helps: something is away, or the disk of an adapter is full."""
    away = isinstance(error, (ConnectionError, UnavailableError))
    return away or storage_errors.may_pass(error)


class RetryingReceipt:
    """A receipt that waits while the database is away.

    A part that the platform has must not be sent again because that could not be stored.
    """

    def __init__(self, receipt: Receipt, outages: Outages) -> None:
        self._receipt = receipt
        self._retry = outages.retry_storage

    async def begin(self, part: int, of: int) -> Attempt:
        return await self._retry(lambda: self._receipt.begin(part, of))

    async def withdraw(self, part: int) -> None:
        await self._retry(lambda: self._receipt.withdraw(part))

    async def confirm(self, part: int, reference: str) -> None:
        await self._retry(lambda: self._receipt.confirm(part, reference))

    async def button(self, choice: Choice) -> str:
        return await self._retry(lambda: self._receipt.button(choice))

    @property
    def draft(self) -> str:
        return self._receipt.draft

    async def keep_draft(self, reference: str) -> None:
        await self._retry(lambda: self._receipt.keep_draft(reference))

    @property
    def answers(self) -> str:
        return self._receipt.answers

    async def list_sent(self) -> Collection[str]:
        return await self._retry(self._receipt.list_sent)

    async def list_newest(self) -> Collection[tuple[str, str]]:
        return await self._retry(self._receipt.list_newest)
