"""Finds what the daemon set aside after three kills, and releases it as the owner would."""

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bench.chaos.updates import Update

ASIDE = "SELECT id, message FROM inbox WHERE state != 'done' AND set_aside_at IS NOT NULL"


def count_messages(home: Path) -> tuple[int, int]:
    """Count the messages that are done, and those that are set aside.

    None where the daemon was killed before it had made the tables.
    """
    done = "SELECT count(*) FROM inbox WHERE state = 'done'"
    tables = "SELECT 1 FROM sqlite_master WHERE name = 'inbox'"
    with closing(sqlite3.connect(home / "data" / "multis.db", timeout=10)) as database:
        if not database.execute(tables).fetchall():
            return 0, 0
        ((finished,),) = database.execute(done)
        return int(finished), len(database.execute(ASIDE).fetchall())


def mark_aside(home: Path, sent: Sequence[Update]) -> list[Update]:
    """Return `sent`, with those marked that are set aside now."""
    with closing(sqlite3.connect(home / "data" / "multis.db", timeout=10)) as database:
        found = [json.loads(message) for _id, message in database.execute(ASIDE)]
    names = {name for each in found for name in _list_names(each)}
    return [replace(each, aside=each.aside or (each.file or each.text) in names) for each in sent]


def _list_names(message: dict[str, object]) -> list[str]:
    files = message.get("attachments") or ()
    assert isinstance(files, (list, tuple))
    return [str(message["text"]), *(str(each["name"]) for each in files)]


async def release_all(home: Path) -> None:
    """Release every message that is set aside, by `multis inbox retry`."""
    with closing(sqlite3.connect(home / "data" / "multis.db", timeout=10)) as database:
        numbers = [number for number, _message in database.execute(ASIDE)]
    for number in numbers:
        command = (sys.executable, "-m", "bot", "inbox", "retry", str(number))
        environ = {**os.environ, "MULTIS_HOME": str(home)}
        process = await asyncio.create_subprocess_exec(
            *command, env=environ, stdout=asyncio.subprocess.DEVNULL
        )
        await process.wait()
