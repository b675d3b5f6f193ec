"""The link that opens a conversation, once Telegram has told the bot's name."""

import asyncio
import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from telegram import Bot

from adapters.telegram import Telegram, TelegramSettings
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.hosting import a_host
from tests.bot.cli.shell import Shell

TOKEN = "123456:" + "a" * 35


async def test_it_is_known_once_the_bot_was_asked_for(fake: FakeBotApi) -> None:
    settings = TelegramSettings(bot_token=fake.world.token, base_url=fake.base_url)
    telegram = Telegram(settings, a_host())
    assert telegram.build_start_link("ABC") == ""
    name = (await telegram.check()).removeprefix("@")
    assert telegram.build_start_link("ABC") == f"https://t.me/{name}?start=ABC"


async def test_init_names_the_bot_and_prints_the_link_that_makes_its_owner(tmp_path: Path) -> None:
    async with FakeBotApi(TOKEN) as fake:
        given = ("--token", TOKEN, "--set", f"base_url={fake.base_url}")
        done = await asyncio.to_thread(Shell(tmp_path / "home"), "init", *given)
        assert done.returncode == 0, done.stderr
        async with Bot(TOKEN, fake.base_url) as bot:
            assert f"Connected as @{bot.username}." in done.stdout
            assert f"https://t.me/{bot.username}?start=" in done.stdout


def run_in_terminal(home: Path, *arguments: str) -> str:
    """What `multis` shows whoever sits at a terminal."""
    ours, theirs = pty.openpty()
    environ = {**os.environ, "MULTIS_HOME": str(home), "PYTHONIOENCODING": "utf-8"}
    command = (sys.executable, "-m", "bot", *arguments)
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environ) as process:  # noqa: S603 - our own
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the terminal is gone once the program is
            while piece := os.read(ours, 65536):
                shown += piece
        process.wait()
    os.close(ours)
    return shown.decode()


async def test_init_draws_the_link_for_a_phone(tmp_path: Path) -> None:
    async with FakeBotApi(TOKEN) as fake:
        given = ("--token", TOKEN, "--set", f"base_url={fake.base_url}")
        shown = await asyncio.to_thread(run_in_terminal, tmp_path / "home", "init", *given)
    assert "?start=" in shown
    assert "▀" in shown
    assert "the camera of your phone" in shown


async def test_init_refuses_a_token_that_telegram_does_not_know(
    fake: FakeBotApi, tmp_path: Path
) -> None:
    given = ("--token", "123456:" + "b" * 35, "--set", f"base_url={fake.base_url}")
    done = await asyncio.to_thread(Shell(tmp_path / "home"), "init", *given)
    assert done.returncode == 1
    assert not (tmp_path / "home" / "config.json").exists()


async def test_init_writes_what_cannot_be_tried_now_and_says_so(tmp_path: Path) -> None:
    async with FakeBotApi(TOKEN) as fake:
        gone = fake.base_url
    given = ("--token", TOKEN, "--set", f"base_url={gone}")
    done = await asyncio.to_thread(Shell(tmp_path / "home"), "init", *given)
    assert done.returncode == 0
    assert "multis doctor" in done.stdout
    config = json.loads((tmp_path / "home" / "config.json").read_text())
    assert config["platforms"]["telegram"]["bot_token"] == TOKEN
