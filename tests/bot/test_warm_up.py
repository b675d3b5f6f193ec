"""A daemon that serves has loaded what the first question needs."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.daemon.warm_up import warm_up
from bot.messages import ENGLISH, SHIPPED
from tests.conversation import a_world

PROGRAM = """
import asyncio, sys
from pathlib import Path
from bot.daemon.warm_up import warm_up
from tests.conversation import a_world


async def main():
    async with a_world(Path(sys.argv[1])) as world:
        await world.owner("hello")  # what every message needs
        await warm_up(world.services)
        before = set(sys.modules)
        await world.owner("When does the ferry leave?")
        print(*sorted(set(sys.modules) - before))


asyncio.run(main())
"""


@pytest.fixture(autouse=True)
def _restore_collection() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()


def test_the_first_question_finds_all_that_reads_it_loaded(tmp_path: Path) -> None:
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert [each for each in loaded if each.startswith("bot.answering")] == []


async def test_what_is_loaded_is_not_looked_through_for_garbage(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await warm_up(world.services)
        assert gc.get_freeze_count() > 10_000


async def test_languages_of_chats_are_known(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("Wann fährt die Fähre am Montag ab, und was kostet sie?")
        languages = world.services.languages
        assert await languages.list_spoken() == [ENGLISH, SHIPPED.choose(["de"])]
