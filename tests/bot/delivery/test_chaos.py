"""The short version of `bench/chaos`, and whether its judge would notice."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession
from msgspec.structs import replace

from bench.chaos.__main__ import run_chaos
from bench.chaos.confirmations import Confirmations, Kill
from bench.chaos.power import RecordingConnection, cut_power
from bench.chaos.updates import Plan
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.errors import flood
from tests.adapters.fake_bot_api.faults import Cut, Refuse
from tests.adapters.fake_bot_api.world import Message


async def test_nothing_is_lost_or_done_twice_however_often_it_is_killed(tmp_path: Path) -> None:
    report = await run_chaos(tmp_path, Plan(updates=40, kills=2, seed=7))
    assert report.clean, report
    assert report.conflicts, "a rival polled with our token"


async def test_what_is_not_on_the_disk_is_lost_in_a_power_failure(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "multis.db"
    with closing(sqlite3.connect(path, factory=RecordingConnection, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE t (n)")
        for n, level in enumerate(("FULL", "NORMAL")):
            db.execute(f"PRAGMA synchronous = {level}")
            db.execute("BEGIN")
            db.execute("INSERT INTO t VALUES (?)", (n,))
            db.commit()
    cut_power(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT n FROM t").fetchall() == [(0,)]


async def test_nothing_is_sent_twice_without_a_mark_after_a_power_failure(tmp_path: Path) -> None:
    report = await run_chaos(tmp_path, Plan(updates=40, kills=2, seed=8, power_cuts=True))
    assert report.clean, report


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


async def test_a_kill_of_another_worker_says_nothing_about_a_chat(fake: FakeBotApi) -> None:
    told = await sent(fake, "Noted.")
    other = Kill(time.time(), frozenset(), frozenset({ALICE.id + 1}))
    kill = Kill(time.time(), frozenset({(ALICE.id, "Noted.")}), frozenset({ALICE.id}))
    assert Confirmations(fake.world.calls, [other, kill]).is_unconfirmed(told)
    assert not Confirmations(fake.world.calls, [other]).is_unconfirmed(told)


@pytest.mark.parametrize(("since", "known"), [(0.05, True), (0.5, False), (1.5, True)])
async def test_a_mark_after_a_refusal_is_known_if_a_kill_came_while_it_was_on_its_way(
    fake: FakeBotApi, since: float, known: bool
) -> None:
    """Not yet heard of; waiting for its next turn; sent again."""
    fake.weather.plan("sendmessage", Refuse(flood(1)))
    async with ClientSession() as session:
        address = f"{fake.base_url}{fake.world.token}/sendMessage"
        await session.post(address, data={"chat_id": str(ALICE.id), "text": "Noted."})
    marked = replace(await sent(fake, "(repeated) Noted."), at=time.time() + 9)
    kill = Kill(fake.world.calls[0].at + since, frozenset({(ALICE.id, "Noted.")}))
    assert Confirmations(fake.world.calls, [kill]).was_in_flight(marked) is known
