"""The whole daemon as a process: what a person who leaves it running relies on."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.errors import conflict
from tests.adapters.fake_bot_api.faults import Delay, Refuse
from tests.daemon import a_daemon, until, write_config


@pytest.fixture
async def fake() -> FakeBotApi:
    return FakeBotApi()


async def multis(home: Path, *arguments: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        env={**os.environ, "MULTIS_HOME": str(home)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


async def test_it_starts_answers_tells_its_status_and_stops(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    async with fake:
        write_config(tmp_path, fake)
        async with a_daemon(tmp_path) as daemon:
            fake.say("/help")
            await until(lambda: bool(fake.world.texts()), "a reply")
            fake.say("/status")
            await until(lambda: len(fake.world.texts()) == 2, "the status")
            assert "telegram: " in fake.world.texts()[1]
            code, told = await multis(tmp_path, "status", "--json")
            assert (code, json.loads(told)["daemon"]["pid"]) == (0, daemon.process.pid)
            assert daemon.heard("WATCHDOG=1")
            seconds = await daemon.stop()
            assert daemon.heard("STOPPING=1")
    assert (daemon.process.returncode, seconds < 8) == (0, True), daemon.log
    assert fake.world.token not in daemon.log
    code, told = await multis(tmp_path, "status")
    assert (code, "not running" in told) == (3, True)


async def test_a_second_daemon_on_the_same_home_refuses(tmp_path: Path, fake: FakeBotApi) -> None:
    async with fake:
        write_config(tmp_path, fake)
        async with a_daemon(tmp_path) as first:
            code, told = await multis(tmp_path, "run")
            assert (code, f"already runs on {tmp_path} (process {first.process.pid})" in told) == (
                1,
                True,
            )
            code, told = await multis(tmp_path, "say", "/help")
            assert (code, "/help: List what I can do" in told) == (0, True)


async def test_work_in_flight_is_kept_when_a_stop_cannot_wait_for_it(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    async with fake:
        write_config(tmp_path, fake)
        fake.weather.plan("sendmessage", Delay(30))
        async with a_daemon(tmp_path) as daemon:
            fake.say("/help")
            await until(lambda: not fake.weather.planned["sendmessage"], "a send")
            assert await daemon.stop() < 8  # four for what is in flight; the rest is a busy machine
            assert daemon.process.returncode == 0, daemon.log
        async with a_daemon(tmp_path):
            await until(lambda: bool(fake.world.texts()), "the reply")
    (text,) = fake.world.texts()
    assert text.startswith("(repeated) ")


async def test_a_token_that_telegram_does_not_know_is_an_error_of_configuration(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    async with fake:
        write_config(tmp_path, fake)
        fake.world.token = "999:another"
        code, told = await multis(tmp_path, "run")
    assert (code, "does not recognise this bot token" in told) == (78, True)


async def test_another_bot_with_the_same_token_is_named_once(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    async with fake:
        write_config(tmp_path, fake)
        fake.weather.plan("getupdates", *[Refuse(conflict())] * 2)
        async with a_daemon(tmp_path, "--log-json") as daemon:
            fake.say("/help")
            await until(lambda: bool(fake.world.texts()), "a reply")
    told = [json.loads(line)["event"] for line in daemon.log.splitlines()]
    assert told.count("Telegram: another bot is polling with this token; only one may") == 1


async def test_a_stranger_is_let_in_by_the_owners_button(tmp_path: Path, fake: FakeBotApi) -> None:
    bob = Person(8, "Bob")
    async with fake:
        write_config(tmp_path, fake, access={"policy": "pairing"})
        async with a_daemon(tmp_path):
            fake.say("/start")
            await until(lambda: bool(fake.world.messages(7)), "a welcome")
            fake.say("/start", bob)
            await until(lambda: len(fake.world.messages(7)) == 2, "the question to the owner")
            question = fake.world.messages(7)[1]
            fake.press(question.buttons["Approve"], under=question.id)
            await until(lambda: len(fake.world.messages(8)) == 2, "the welcome")
            fake.say("/docs", bob)
            await until(lambda: len(fake.world.messages(8)) == 3, "an answer")
    assert fake.world.texts(8)[2].startswith("Nothing is indexed yet")
