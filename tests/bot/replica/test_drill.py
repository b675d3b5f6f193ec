"""The drill: daemon and replicator killed in mid-write, the machine lost, a new one set up."""

import json
import os
import shutil
import signal
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.home import Home
from bot.replica.state import read_state
from tests.adapters.fake_bot_api import FakeBotApi
from tests.daemon import a_daemon, multis, until, write_config


def find_litestream(home: Path) -> int:
    """The process that reads this home's configuration."""
    for each in Path("/proc").iterdir():
        with suppress(OSError):
            words = (each / "cmdline").read_bytes().split(b"\0")
            if str(home / "run/litestream.json").encode() in words and b"replicate" in words:
                return int(each.name)
    raise AssertionError("no Litestream runs")


async def remember_for_a_while(fake: FakeBotApi, state: Path) -> list[tuple[datetime, str]]:
    """Say things to remember until a later copy has the first; return when each was answered."""
    remembered: list[tuple[datetime, str]] = []

    def has_first() -> bool:
        synced = read_state(state).synced_at
        return bool(remembered) and synced is not None and synced > remembered[0][0]

    while len(remembered) < 8 or not has_first():
        note = f"the number of day {len(remembered)} is {len(remembered)}7"
        fake.say(f"/remember {note}")
        await until(lambda: len(fake.world.texts()) > len(remembered), "an answer")
        remembered.append((datetime.now(UTC), note))
    return remembered


async def test_all_that_the_status_calls_copied_outlives_the_machine(tmp_path: Path) -> None:
    folder, url = tmp_path / "home", f"file://{tmp_path}/replica"
    async with FakeBotApi() as fake:
        write_config(folder, fake, replica={"url": url})
        async with a_daemon(folder) as daemon:
            state = Home(folder).replica_state
            await until(lambda: read_state(state).files_at is not None, "a copy of the files")
            remembered = await remember_for_a_while(fake, state)
            fake.say("/remember something that is being written")
            synced = read_state(state).synced_at
            os.kill(find_litestream(folder), signal.SIGKILL)
            await daemon.kill()
    shutil.rmtree(folder)
    new = tmp_path / "new"
    new.mkdir()
    (new / "config.json").write_text(json.dumps({"replica": {"url": url}}))
    code, told = await multis(new, "backup", "verify", "--replica")
    assert (code, "The replica is whole." in told) == (0, True), told
    code, told = await multis(new, "backup", "restore", "--replica")
    assert (code, "Its database is of " in told) == (0, True), told
    code, kept = await multis(new, "memory", "list")
    assert code == 0
    safe = [note for at, note in remembered if synced and at < synced]
    assert safe
    assert [note for note in safe if note not in kept] == []


async def test_the_status_and_the_doctor_tell_how_far_the_replica_is(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    async with FakeBotApi() as fake:
        write_config(folder, fake, replica={"url": f"file://{tmp_path}/replica"})
        async with a_daemon(folder) as daemon:
            state = Home(folder).replica_state
            await until(lambda: read_state(state).synced_at is not None, "a copy")
            _code, told = await multis(folder, "status")
            assert "Replica: " in told
            assert " behind." in told
            _code, told = await multis(folder, "doctor", "--offline")
            assert any("replica" in line and "behind" in line for line in told.splitlines()), told
            litestream = find_litestream(folder)
            await daemon.stop()
        with pytest.raises(ProcessLookupError):
            os.kill(litestream, 0)
    _code, told = await multis(folder, "status")
    assert "grows old" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["verify"], "either FILE or --replica"),
        (["verify", "some.zip", "--replica"], "either FILE or --replica"),
        (["create", "--replica"], "daemon keeps the replica up to date"),
        (["restore", "some.zip", "--at", "2026-11-22T14:30"], "--at goes with --replica"),
        (["restore", "--replica"], "replica.url in config.json"),
        (["restore", "--replica", "--at", "yesterday"], "a time is written like"),
    ],
)
async def test_mistakes_are_told(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    code, told = await multis(tmp_path, "backup", *arguments)
    assert code in {1, 2}
    assert sentence in " ".join(told.split())


async def test_a_daemon_that_is_killed_takes_litestream_with_it(tmp_path: Path) -> None:
    """Two of them would fight over one database."""
    folder = tmp_path / "home"
    async with FakeBotApi() as fake:
        write_config(folder, fake, replica={"url": f"file://{tmp_path}/replica"})
        async with a_daemon(folder) as daemon:
            await until((folder / "run/replica.sock").exists, "Litestream")
            litestream = find_litestream(folder)
            await daemon.kill()

            def is_gone() -> bool:
                try:
                    return "Z" in Path(f"/proc/{litestream}/stat").read_text().split()[2]
                except FileNotFoundError:
                    return True

            await until(is_gone, "the end of Litestream")
