"""A message of very many things is noted soon, and aside of the event loop."""

import time
from pathlib import Path

import pytest

from memory.fact import Provenance
from memory.settings import MemorySettings
from tests.fakes import FakeClock
from tests.hostile.loop_watch import Watch, watched
from tests.hostile.pace import measure_slowness
from tests.memory.conftest import World, open_world
from tests.memory.conversation import START

IN_THE_LOOP = 0.05  # CPU seconds
IN_ALL = 1.5  # .7 are used; what was wrong once took ten times that
SIZE = 595  # characters: a text that is compared with others has 600


async def remember(world: World, text: str) -> tuple[Watch, float]:
    """Note a text; return how it held the loop, and the CPU seconds that it took in all."""
    world.clock.forward(days=1)
    async with watched() as watch:
        began = time.process_time()
        await world.facts.remember(world.chat(), text, Provenance("manual"), world.clock())
        return watch, time.process_time() - began


def list_doctors(first: int, unit: str, count: int) -> str:
    return "".join(unit.format(first + each) for each in range(count))[:SIZE]


@pytest.mark.parametrize(
    ("unit", "count", "change"),
    [
        ("医生{}是李医生，", 70, "医生5是赵医生"),
        ("医生{}是李医生，", 17, "医生5是赵医生"),
        ("the doctor {} is Dr A, ", 60, "the doctor 5 is Dr Kay now"),
        ("the doctor {} is Dr A, ", 17, "the doctor 5 is Dr Kay now"),
        ("the doctor {} is Dr A and ", 60, "the doctor 5 is Dr Kay now"),
    ],
)
async def test_many_things_are_noted_soon(
    tmp_path: Path, unit: str, count: int, change: str
) -> None:
    texts = [list_doctors(each * count, unit, count) for each in range(4)]
    async with open_world(tmp_path, MemorySettings(), FakeClock(START)) as world:
        await remember(world, change)  # lists of words are loaded once
        taken = [await remember(world, each) for each in (*texts, change)]
    slowness = measure_slowness()
    assert max(watch.longest for watch, _all in taken) <= IN_THE_LOOP * slowness
    assert max(whole for _watch, whole in taken) <= IN_ALL * slowness


async def test_a_message_of_several_things_is_noted_soon_beside_many(tmp_path: Path) -> None:
    async with open_world(tmp_path, MemorySettings(), FakeClock(START)) as world:
        for each in range(5):
            await remember(world, list_doctors(each * 6, "the doctor {} is Dr A, ", 6))
        watch, whole = await remember(world, list_doctors(90, "the doctor {} is Dr A, ", 6))
    slowness = measure_slowness()
    assert watch.longest <= IN_THE_LOOP * slowness
    assert whole <= IN_ALL * slowness


async def test_a_list_of_sixty_things_is_noted_soon(tmp_path: Path) -> None:
    lists = [list_doctors(each * 60, "thing {} is 5, ", 60) for each in range(2)]
    async with open_world(tmp_path, MemorySettings(), FakeClock(START)) as world:
        taken = [await remember(world, each) for each in lists]
    assert max(whole for _watch, whole in taken) <= IN_ALL * measure_slowness()
