"""The whole daemon as a process: what a person who leaves it running relies on."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.home import Home
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.adapters.fake_bot_api.errors import ApiError, conflict
from tests.adapters.fake_bot_api.faults import Delay, Refuse
from tests.daemon import a_daemon, multis, until, write_config
from tests.serving import free_port


@pytest.fixture
async def fake() -> FakeBotApi:
    return FakeBotApi()


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


async def test_the_models_library_is_loaded_without_a_question_once_the_platforms_are_served(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    model = {"model": "openai:m", "base_url": "http://127.0.0.1:9/v1", "api_key": "k"}
    async with fake:
        write_config(tmp_path, fake, llm=model)
        # Python then writes each module that it has imported into the log.
        async with a_daemon(tmp_path, under=("env", "PYTHONPROFILEIMPORTTIME=1")) as daemon:
            await until(lambda: "| openai\n" in _imports(daemon.log), "the library")
            before, _, _ = daemon.log.partition("serving telegram")
    assert "| bot.daemon.serve\n" in _imports(before)
    assert "pydantic_ai" not in before


def _imports(log: str) -> str:
    return "\n".join(" ".join(line.split()) for line in log.splitlines()) + "\n"


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


async def test_a_token_that_is_rejected_while_it_runs_ends_neither_it_nor_the_page(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    async with fake:
        port = free_port()
        write_config(tmp_path, fake)
        config = json.loads((tmp_path / "config.json").read_text())
        config["platforms"]["web"] = {"enabled": True, "port": port}
        (tmp_path / "config.json").write_text(json.dumps(config))
        rejected = [Refuse(ApiError(401, "Unauthorized"))] * 2
        async with a_daemon(tmp_path) as daemon:
            fake.say("/help")
            await until(lambda: bool(fake.world.texts()), "a reply")
            fake.weather.plan("getupdates", rejected[0])
            fake.weather.plan("getme", rejected[1])
            fake.say("/status")
            await until(lambda: not fake.weather.planned["getme"], "two rejections")
            async with ClientSession() as browser, browser.get(f"http://127.0.0.1:{port}/") as page:
                assert page.status == 401
            await until(lambda: len(fake.world.texts()) == 2, "an answer all the same")
            assert not daemon.ended
    assert "telegram failed: Telegram does not recognise this bot token" in daemon.log


async def test_the_owner_hears_on_the_page_that_telegram_rests(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    async with fake:
        write_config(tmp_path, fake)
        config = json.loads((tmp_path / "config.json").read_text())
        config["platforms"]["web"] = {"enabled": True, "port": free_port()}
        (tmp_path / "config.json").write_text(json.dumps(config))
        async with a_daemon(tmp_path) as daemon:
            fake.say("/help")
            await until(lambda: bool(fake.world.texts()), "a reply")
            fake.world.token = "999:another"
            fake.say("/status")  # ends the request that waits for updates

            def told() -> list[str]:
                page = tmp_path / "platforms" / "web" / "page.db"
                with closing(sqlite3.connect(page)) as database:
                    return [text for (text,) in database.execute("SELECT content FROM entries")]

            await until(lambda: any("telegram failed three times" in each for each in told()), "it")
            path = Home(tmp_path).vitals
            await until(lambda: '"resting": ["telegram"]' in path.read_text(), "its health file")
            code, status = await multis(tmp_path, "status")
            assert (code, "telegram: it failed three times" in status) == (0, True)
            assert not daemon.ended


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


async def test_a_folder_of_the_settings_is_followed_and_summed_up_for_the_owner(
    tmp_path: Path, fake: FakeBotApi
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    _write_note(folder / "ferry.md", "The ferry sails at noon.")
    home = tmp_path / "home"
    async with fake:
        home.mkdir(mode=0o700)
        write_config(home, fake, documents={"watch": [{"folder": str(folder), "scope": "kb"}]})
        (home / "data").mkdir()
        since = {"counts": {"indexed": 3}, "failed": [], "since": 1.0}
        (home / "data" / "watched.json").write_text(json.dumps(since))
        fake.say("/help")
        async with a_daemon(home):
            await until(lambda: any("watched" in each for each in fake.world.texts()), "news")
            await until(lambda: "ferry.md" in _list_files(home), "the note")


def _write_note(path: Path, text: str) -> None:
    path.write_text(text)


def _list_files(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / "data" / "multis.db")) as database:
        return [name for (name,) in database.execute("SELECT name FROM files")]
