"""A request that is cancelled leaves its connection to others."""

import asyncio

import pytest
from telegram import Bot
from telegram.request import BaseRequest

from adapters.telegram.requests import PollingRequest, QuietRequest
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.people import ALICE, chat_of

STEPS = 50  # of the event loop, more than a request on loopback takes


@pytest.mark.parametrize("kind", [QuietRequest, PollingRequest])
async def test_typing_that_is_cancelled_leaves_the_only_connection(
    kind: type[QuietRequest],
) -> None:
    async with FakeBotApi() as fake, _open_bot(fake, kind(1, 5, 5, pool_timeout=2)) as bot:
        chat_of(fake.world, ALICE, None)
        for steps in range(STEPS):
            call = asyncio.create_task(bot.send_chat_action(ALICE.id, "typing"))
            for _step in range(steps):
                await asyncio.sleep(0)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
        assert (await bot.send_message(ALICE.id, "done")).text == "done"


def _open_bot(fake: FakeBotApi, request: BaseRequest) -> Bot:
    return Bot(fake.world.token, base_url=fake.base_url, request=request)
