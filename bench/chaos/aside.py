"""Finds what the daemon set aside after three kills, and releases it as the owner would."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from bench.chaos.storage import Query
from bench.chaos.updates import Update

ASIDE = "SELECT id, message FROM inbox WHERE state != 'done' AND set_aside_at IS NOT NULL"


def count_messages(query: Query) -> tuple[int, int]:
    """Count the messages that are done, and those that are set aside."""
    done = query("SELECT count(*) FROM inbox WHERE state = 'done'")
    return sum(int(count) for (count,) in done), len(query(ASIDE))


def mark_aside(query: Query, sent: Sequence[Update]) -> list[Update]:
    """Return `sent`, with those marked that are set aside now."""
    found = [json.loads(message) for _id, message in query(ASIDE)]
    names = {name for each in found for name in _list_names(each)}
    return [replace(each, aside=each.aside or (each.file or each.text) in names) for each in sent]


def _list_names(message: dict[str, object]) -> list[str]:
    files = message.get("attachments") or ()
    assert isinstance(files, (list, tuple))
    return [str(message["text"]), *(str(each["name"]) for each in files)]


async def release_all(home: Path, query: Query) -> None:
    """Release every message that is set aside, by `multis inbox retry`."""
    for number, _message in query(ASIDE):
        command = (sys.executable, "-m", "bot", "inbox", "retry", str(number))
        environ = {**os.environ, "MULTIS_HOME": str(home)}
        process = await asyncio.create_subprocess_exec(
            *command, env=environ, stdout=asyncio.subprocess.DEVNULL
        )
        await process.wait()
