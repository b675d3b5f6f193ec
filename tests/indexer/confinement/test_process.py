import asyncio

import pytest

from indexer.confinement.process import end_process
from tests.indexer.confinement.talking import start_talking, wait_until_unread

SECONDS = 30.0


async def test_a_process_whose_output_nobody_reads_can_be_ended() -> None:
    process = await start_talking()
    async with asyncio.timeout(SECONDS):
        await wait_until_unread(process)
        assert await end_process(process) == -9


async def test_what_has_ended_can_be_ended_again() -> None:
    process = await start_talking()
    async with asyncio.timeout(SECONDS):
        assert await end_process(process) == await end_process(process) == -9


async def test_without_reading_the_rest_it_would_be_waited_for_without_end() -> None:
    """So the first test fails where `end_process` stops reading."""
    process = await start_talking()
    async with asyncio.timeout(SECONDS):
        await wait_until_unread(process)
    process.kill()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await process.wait()
    await end_process(process)
