"""Counts the files of one person, as far as they are limited."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from pathlib import Path
from typing import Protocol

from bot.messages import UserError


class FileAllowance(Protocol):
    """Counts the files of one person, as far as they are limited."""

    def hold(self) -> AbstractAsyncContextManager[None]:
        """Wait until no other file of the person is being taken in.

        How many bytes and seconds one takes is known at its end, and counts for the next.
        """

    async def reserve(self, size: int) -> None:
        """Count one more file; a UserError says which limit it would pass."""

    async def give_back(self, size: int) -> None:
        """Count a file that was reserved no longer: nothing of it arrived."""

    async def correct(self, size: int, actual: int) -> None:
        """Count a reserved file with its actual bytes; a UserError if that passes the limit."""

    async def add_seconds(self, seconds: float) -> None:
        """Count time that reading took."""


class Unlimited:
    """The allowance of an owner."""

    def hold(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def reserve(self, size: int) -> None: ...
    async def give_back(self, size: int) -> None: ...
    async def correct(self, size: int, actual: int) -> None: ...
    async def add_seconds(self, seconds: float) -> None: ...


UNLIMITED = Unlimited()


async def fetch_counted(
    allowance: FileAllowance,
    size: int,
    path: Path,
    fetch: Callable[[Path], Awaitable[int | None]],
) -> int:
    """Fetch a file of `size` bytes, as it is said, to `path`; return the bytes that arrived.

    `fetch` returns these if they are not the file's. They count for the person, also if it fails.
    """
    await allowance.reserve(size)
    try:
        arrived = await fetch(path)
    except Exception:
        await _count_failed(allowance, size, path)
        raise
    # One whose sender stops it stays counted: they could have it fetched for ever.
    if arrived is None:
        arrived = await asyncio.to_thread(_measure, path)
    await allowance.correct(size, arrived)
    return arrived


async def _count_failed(allowance: FileAllowance, size: int, path: Path) -> None:
    """Count a file that could not be fetched by what arrived of it."""
    if arrived := await asyncio.to_thread(_measure, path):
        with suppress(UserError):  # why it could not be fetched is said
            await allowance.correct(size, arrived)
    else:
        await allowance.give_back(size)


def _measure(path: Path) -> int:
    """Return the bytes of a file; 0 if there is none."""
    return path.stat().st_size if path.exists() else 0
