"""One part of a reply on its way to a platform, as its receipt knows it."""

from msgspec import Struct

from bot.messages import Attempt, Receipt


class NotSentError(ConnectionError):
    """The platform could not be reached, so nothing was sent."""


class OutgoingPart(Struct, frozen=True):
    """Part `number` (from 0) of the `of` parts of one reply."""

    receipt: Receipt
    number: int
    of: int

    async def begin(self) -> Attempt:
        """Record that the part may be on its way; nothing should come between this and sending."""
        return await self.receipt.begin(self.number, self.of)

    async def withdraw(self) -> None:
        """Record that it was refused or never left, so that it is not marked as repeated later."""
        await self.receipt.withdraw(self.number)

    async def confirm(self, reference: str) -> None:
        await self.receipt.confirm(self.number, reference)
