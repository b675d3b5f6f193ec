"""Bound a download: a size that a platform or a sender names need not be true."""

from collections.abc import AsyncIterable, AsyncIterator

from bot.messages import Attachment, UserError, _, format_size


def build_size_error(attachment: Attachment, most: int) -> UserError:
    return UserError(
        _(
            "{name} is larger than {most}, the most that I read. "
            "Split it into smaller files and send them.",
            name=attachment.name,
            most=format_size(most),
        )
    )


async def limit_size(
    pieces: AsyncIterable[bytes], attachment: Attachment, most: int
) -> AsyncIterator[bytes]:
    """Yield `pieces`; a UserError once they have more than `most` bytes together."""
    size = 0
    async for piece in pieces:
        size += len(piece)
        if size > most:
            raise build_size_error(attachment, most)
        yield piece
