"""Counts the files of one person, as far as they are limited."""

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol


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
