"""The short version of `bench/chaos.py`, and whether its judge would notice."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession

from bench.chaos import run_chaos
from bench.confirmations import Confirmations, Kill
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.faults import Cut
from tests.adapters.fake_bot_api.world import Message


async def test_nothing_is_lost_or_done_twice_however_often_it_is_killed(tmp_path: Path) -> None:
    report = await run_chaos(tmp_path, updates=40, kills=2, seed=7)
    assert report.clean, report
    assert report.conflicts, "a rival polled with our token"


@pytest.fixture
async def fake() -> AsyncIterator[FakeBotApi]:
    async with FakeBotApi() as served:
        served.say("/start")
        yield served


async def sent(fake: FakeBotApi, text: str) -> Message:
    """As the fake has it, whether or not the sender heard of it."""
    address = f"{fake.base_url}{fake.world.token}/sendMessage"
    async with ClientSession() as session:
        try:
            await session.post(address, data={"chat_id": str(ALICE.id), "text": text})
        except ClientError:
            assert fake.world.calls[-1].outcome == "cut"
    return fake.world.messages()[-1]


async def test_a_reply_may_come_again_for_each_confirmation_that_the_fake_cut_off(
    fake: FakeBotApi,
) -> None:
    fake.weather.plan("sendmessage", Cut(), Cut())
    texts = ["Noted.", "(repeated) Noted.", "(repeated) Noted."]
    messages = [await sent(fake, text) for text in texts]
    judge = Confirmations(fake.world.calls, [])
    assert [judge.is_unconfirmed(each) for each in messages] == [True, True, False]


async def test_a_reply_may_come_again_after_a_kill_that_left_it_unconfirmed(
    fake: FakeBotApi,
) -> None:
    told, other = await sent(fake, "Noted."), await sent(fake, "Something else.")
    kill = Kill(time.time(), frozenset({(ALICE.id, "Noted.")}))
    later = await sent(fake, "(repeated) Noted.")
    judge = Confirmations(fake.world.calls, [kill])
    assert [judge.is_unconfirmed(each) for each in (told, other, later)] == [True, False, False]
