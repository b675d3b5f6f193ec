"""Much that is remembered is compared with the words of /forget beside the event loop."""

import time
from pathlib import Path

from bot.access.rate_limit import RateLimitSettings
from bot.settings.config import Settings
from tests.conversation import Conversation, a_world

LONG = "The boat is blue and the harbour opens in May, says Ann Lee. " * 400


async def test_forgetting_leaves_the_loop_to_others(tmp_path: Path) -> None:
    async with a_world(tmp_path, Settings(rate_limit=RateLimitSettings(0, 0))) as world:
        guest = world.person("2")
        for _ in range(12):
            await guest(LONG)
        await guest("/forget zebra")  # which loads what a first one needs
        assert min([await measure_share(guest) for _ in range(3)]) < 1 / 2


async def measure_share(guest: Conversation) -> float:
    """Return how much of the CPU time of a /forget the event loop's own thread took."""
    whole, own = time.process_time(), time.thread_time()
    reply = await guest("/forget okapi " + "1," * 2000)
    assert reply.text == "I remember nothing like that."
    return (time.thread_time() - own) / (time.process_time() - whole)
