from collections.abc import AsyncIterator

import pytest

from adapters.shared.sizes import limit_size
from bot.messages import Attachment, UserError

LIE = Attachment("small.pdf", 1, "x")


async def endless() -> AsyncIterator[bytes]:
    while True:
        yield bytes(1000)


async def test_a_download_ends_where_the_largest_file_does_whatever_it_was_said_to_be() -> None:
    read = 0
    with pytest.raises(UserError, match=r"small.pdf is larger than 9.8 kB"):
        async for piece in limit_size(endless(), LIE, 10_000):
            read += len(piece)
    assert read == 10_000
