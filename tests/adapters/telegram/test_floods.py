"""Streaming while Telegram refuses: the whole reply arrives, once, in any flood."""

import random
from collections.abc import AsyncIterator

import pytest

from adapters.telegram import Telegram, TelegramSettings
from bot.messages import Chat, Draft, Reply
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.faults import Storm
from tests.adapters.fake_bot_api.rates import Rates
from tests.adapters.hosting import Clock, Ledger, a_host
from tests.adapters.telegram.loopback import Loopback

FLOODS = 500
AT_ONCE = 50  # floods per test, each in a chat of its own


@pytest.mark.parametrize("first", range(0, FLOODS, AT_ONCE))
async def test_the_whole_reply_arrives_once_in_every_flood(first: int) -> None:
    clock = Clock()
    fake = FakeBotApi(clock=clock.now, rates=Rates(chat=(1 + first % 3, 1.0)))
    settings = TelegramSettings(fake.world.token, "http://loopback/bot", "http://loopback/file/bot")
    adapter = Telegram(settings, a_host(), clock.time, Loopback(fake))
    for seed in range(first, first + AT_ONCE):
        await a_flood(seed, adapter, fake, clock)
    refused = sum("Too Many" in call.outcome for call in fake.world.calls)
    assert refused > AT_ONCE, "the floods must be real"


async def a_flood(seed: int, adapter: Telegram, fake: FakeBotApi, clock: Clock) -> None:
    """One reply through one flood."""
    luck, ledger = random.Random(seed), Ledger()  # noqa: S311 - the same floods in every run
    private = luck.random() < 0.5
    chat = Chat("telegram", str(1 + seed if private else -1 - seed), private)
    fake.say("/ask", Person(1), int(chat.id))
    often, wait = luck.uniform(0.1, 0.7), luck.randint(1, 99)
    fake.weather.rise(Storm({"flood": often}, seed, retry_after=wait))
    text = "\n\n".join("line " * luck.randint(1, 600) + str(n) for n in range(luck.randint(1, 8)))
    await adapter.deliver(chat, streamed(text, luck, clock), ledger)
    said = fake.world.texts(int(chat.id))
    assert "".join("".join(said).split()) == "".join(text.split()), seed
    assert [part for part, _ in ledger.confirmed] == list(range(len(said))), seed


async def streamed(text: str, luck: random.Random, clock: Clock) -> AsyncIterator[Draft | Reply]:
    """A growing answer, faster or slower than drafts may be shown."""
    for end in range(0, len(text), len(text) // luck.randint(1, 8) + 1):
        yield Draft(text[:end], luck.random() < 0.3)
        await clock.sleep(luck.choice((0.05, 0.5, 2.0)))
    yield Reply(text)
