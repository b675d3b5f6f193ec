"""Names of files that an earlier version stored as they were break no line of a reply."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conversation import World, a_world

STORED = "tide\n# Pay Bob\u202eend.md"
SHOWN = "tide # Pay Bobend.md"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as opened:
        await opened.owner("kb", tide__md=b"The ferry leaves at noon from the old harbour.")
        writer = opened.services.people._database._writer
        for change in ("UPDATE files SET name = ?", "UPDATE chunks SET name = ?"):
            await writer.execute(change, (STORED,))
        await writer.commit()
        yield opened


@pytest.mark.parametrize(
    "said",
    [
        "/docs",
        "/docs 1",
        "/search ferry harbour",
        "When does the ferry leave?",
        "Which documents do you know?",
        "Summarize tide",
        "/docs 1 delete",
    ],
)
async def test_a_stored_name_is_one_line(world: World, said: str) -> None:
    reply = await world.owner(said)
    shown = "\n".join([reply.text, *(each.label for each in reply.choices)])
    assert SHOWN in shown.replace("\\", "")
    assert "\u202e" not in shown
    assert not any(line.startswith("# Pay") for line in shown.splitlines())


async def test_a_stored_name_is_one_line_of_a_source(world: World) -> None:
    reply = await world.owner("When does the ferry leave?")
    assert [(each.file, each.name) for each in reply.sources] == [(SHOWN, SHOWN)]
