"""Whoever is removed is so whole, wherever a kill stops that: no way in is left open behind it."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.invitations import Invitations
from bot.access.pairing import Pairing
from bot.access.people import PEOPLE, People
from bot.access.policy import Access
from bot.messages import Sender
from indexer.store.database import open_database
from tests.factories import a_message
from tests.fakes import FakeClock

# Before its n-th statement the process ends.
REMOVE = """
import asyncio, os, sys
from pathlib import Path
from bot.access.people import PEOPLE, People
from bot.access.policy import Access
from indexer.store.database import open_database
from tests.fakes import FakeClock

left = int(sys.argv[3])

def watch(_statement):
    global left
    left -= 1
    if left == 0:
        os._exit(9)

async def main():
    async with open_database(Path(sys.argv[1]), PEOPLE) as database:
        people = People(database, Access(), FakeClock())
        await database.change(lambda db: db.set_trace_callback(watch))
        act = {"block": people.set_role, "revoke": people.take_role}[sys.argv[2]]
        await act("test:2", {"block": "blocked", "revoke": "approved"}[sys.argv[2]])
        await database.change(lambda db: db.set_trace_callback(None))

asyncio.run(main())
"""
NEVER = 1000  # statements: more than there are
BOB = Sender("test", "2", "Bob")


def remove(path: Path, act: str, number: int) -> int:
    """Remove Bob, killed before that statement; return the exit code."""
    command = [sys.executable, "-c", REMOVE, str(path), act, str(number)]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - ours


async def let_in(path: Path) -> str:
    """Let Bob in by an invitation, who asks besides; return its code."""
    async with open_database(path, PEOPLE) as database:
        invitations = Invitations(database, FakeClock())
        _made, code = await invitations.create("Bob")
        await invitations.accept(BOB, code)
        await Pairing(database, FakeClock()).request(replace(a_message("/start"), sender=BOB))
    return code


async def look(path: Path, code: str) -> tuple[bool, bool, bool]:
    """Return if Bob is approved, if he waits, and if he comes in by his old code once more."""
    async with open_database(path, PEOPLE) as database:
        people, clock = People(database, Access(), FakeClock()), FakeClock()
        approved = "test:2" in (await people.load_access()).approved
        waits = bool(await Pairing(database, clock).list_pending())
        comes = await Invitations(database, clock).accept(BOB, code) is not None
        return approved, waits, comes


@pytest.mark.parametrize("act", ["block", "revoke"])
async def test_a_killed_removal_is_whole_or_none(tmp_path: Path, act: str) -> None:
    kills, ended = 0, 9
    while ended == 9:
        path = tmp_path / str(kills) / "multis.db"
        code = await let_in(path)
        ended = remove(path, act, kills + 1)
        assert await look(path, code) in ((True, True, True), (False, False, False))
        if ended == 9:
            kills += 1
    assert ended == 0
    assert kills >= 4


@pytest.mark.parametrize("act", ["block", "revoke"])
async def test_a_removal_that_is_repeated_after_a_kill_is_done(tmp_path: Path, act: str) -> None:
    path = tmp_path / "multis.db"
    code = await let_in(path)
    assert remove(path, act, 3) == 9
    assert remove(path, act, NEVER) == 0
    assert await look(path, code) == (False, False, False)
