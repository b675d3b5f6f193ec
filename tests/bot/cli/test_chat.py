"""A conversation in the terminal keeps memory in order, and reminds, as the daemon does."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from bot.home import Home
from bot.runtime.process_lock import hold_daemon_lock
from tests.daemon import PATIENCE, until


@asynccontextmanager
async def a_chat(home: Path, shows: int = DEVNULL) -> AsyncIterator[Process]:
    """`multis chat` until the block ends; nothing is typed yet."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MULTIS_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "chat"),
        env={**clean, "MULTIS_HOME": str(home)},
        stdin=PIPE,
        stdout=shows,
        stderr=DEVNULL,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_what_happens_by_itself_happens_while_the_person_still_thinks(tmp_path: Path) -> None:
    async with a_chat(tmp_path) as chat:
        await until((tmp_path / "vault" / "Memory.md").exists, "the vault")
        assert chat.returncode is None
        await chat.communicate(b"")
        assert chat.returncode == 0


async def test_beside_the_daemon_that_is_left_to_it(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.create()
    with hold_daemon_lock(home):
        async with a_chat(tmp_path) as chat:
            await chat.communicate(b"/status\n/remember the canary sings\n/memory\n")
            assert chat.returncode == 0
    assert home.database.exists()
    assert not (tmp_path / "vault").exists()


async def read_until(chat: Process, words: str) -> str:
    """What the terminal shows up to the line with those words."""
    shown = ""
    async with asyncio.timeout(PATIENCE):
        while words not in shown:
            line = await chat.stdout.readline() if chat.stdout else b""
            assert line, f"no {words!r} in {shown}"
            shown += line.decode()
    return shown


async def type_line(chat: Process, line: str) -> None:
    assert chat.stdin
    chat.stdin.write(f"{line}\n".encode())
    await chat.stdin.drain()


async def test_a_reminder_comes_late_after_a_kill_with_a_word_why_and_once(tmp_path: Path) -> None:
    async with a_chat(tmp_path, PIPE) as chat:
        await type_line(chat, "Remind me in 30 minutes to call Jo")
        await read_until(chat, "I'll remind you")
        chat.send_signal(signal.SIGKILL)
        await chat.wait()
    with closing(sqlite3.connect(tmp_path / "data" / "multis.db")) as db, db:
        db.execute("UPDATE reminders SET due_at = due_at - 3600")
    async with a_chat(tmp_path, PIPE) as chat:
        shown = await read_until(chat, ") Tomorrow")
        assert "Reminder: call Jo" in shown
        assert "I was not running then" in shown
        await type_line(chat, "1")
        await read_until(chat, "Done: “call Jo”")
        chat.send_signal(signal.SIGKILL)
        await chat.wait()
    async with a_chat(tmp_path, PIPE) as chat:
        await type_line(chat, "/reminders")
        assert "Reminder: call Jo" not in await read_until(chat, "You have no reminders")
