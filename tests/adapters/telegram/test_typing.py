"""Typing is shown once for a chat, however many replies it waits for, and delays none of them."""

import asyncio
from collections.abc import AsyncIterator

from adapters.telegram import Telegram
from adapters.telegram.typing import TYPING_SECONDS
from bot.messages import Chat, Reply
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.errors import bad, flood
from tests.adapters.fake_bot_api.faults import Delay, Refuse
from tests.adapters.hosting import Clock, Ledger
from tests.adapters.telegram.conftest import PRIVATE, saying, slowly
from tests.daemon import until


def typings(fake: FakeBotApi) -> int:
    return len([call for call in fake.world.calls if call.method == "sendchataction"])


async def once_it_types(fake: FakeBotApi, reply: Reply, times: int = 1) -> AsyncIterator[Reply]:
    await until(lambda: typings(fake) >= times, "typing is shown")
    yield reply


async def test_thirty_waiting_replies_show_typing_once(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    before = clock.now()
    replies = [once_it_types(fake, Reply(f"answer {n}")) for n in range(30)]
    await asyncio.gather(*(adapter.deliver(PRIVATE, each, Ledger()) for each in replies))
    assert len(fake.world.texts()) == 30
    assert 1 <= typings(fake) <= 1 + (clock.now() - before) / TYPING_SECONDS


async def test_typing_that_a_reply_forestalled_is_shown_for_the_next(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendchataction", Delay(3600))
    await adapter.deliver(PRIVATE, once_it_types(fake, Reply("first")), Ledger())
    await adapter.deliver(PRIVATE, once_it_types(fake, Reply("second"), 2), Ledger())
    assert fake.world.texts() == ["first", "second"]


async def test_typing_that_is_refused_for_long_does_not_delay_the_reply(
    adapter: Telegram, fake: FakeBotApi, clock: Clock
) -> None:
    fake.weather.plan("sendchataction", Refuse(flood(3000)))
    await adapter.deliver(PRIVATE, slowly(Reply("done")), Ledger())
    assert fake.world.texts() == ["done"]
    assert max(clock.waits) < 60


async def test_typing_that_hangs_does_not_delay_the_reply(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.weather.plan("sendchataction", Delay(3600))
    async with asyncio.timeout(10):
        await adapter.deliver(PRIVATE, slowly(Reply("done")), Ledger())
    assert fake.world.texts() == ["done"]


async def test_a_closed_topic_is_not_answered_in_the_general_one(
    adapter: Telegram, fake: FakeBotApi
) -> None:
    fake.say("/ask", chat_id=-100)
    fake.weather.plan("sendmessage", *[Refuse(bad("TOPIC_CLOSED"))] * 3)
    chat, ledger = Chat("telegram", "-100", private=False, thread="77"), Ledger()
    await adapter.deliver(chat, saying(Reply("**done**")), ledger)
    assert fake.world.texts(-100) == []
    assert ledger.confirmed == [(0, "undeliverable")]
