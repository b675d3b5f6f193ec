"""A long message, in a conversation with much to compare it with, keeps no other chat waiting.

Here the whole of an answer is measured, not one function: what takes a hundredth of a second for
each thing that was told takes seconds for all of them.
"""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from tests.conversation import Conversation, World, a_world
from tests.hostile.loop_watch import watched
from tests.hostile.pace import measure_slowness

LONGEST = 0.1  # seconds of the event loop; before, up to three
TOLD = 20
SIZES = (1_900, 30_000)  # characters; the page takes 32,000
NOTE = 1_900  # characters; a note has 2,000
UNITS = ("| a ", "Jan 1, ", "明日の", "where does she live? ", "my sister ", "[^1]")


async def ask(world: World, who: Conversation, text: str) -> float:
    """Return how long the answer kept the event loop at most."""
    world.clock.now += timedelta(minutes=1)  # a guest may not ask as quickly as this
    async with watched() as watch:
        await who(text)
    return watch.longest


async def find_slow(world: World, who: Conversation) -> Sequence[str]:
    for number in range(TOLD):
        await ask(world, who, f"My boat {number} is called Nora the {number}th, it lies in Bergen")
    allowed, slow = LONGEST * measure_slowness(), []
    for size in SIZES:
        for unit in UNITS:
            text = "What " + (unit * (size // len(unit) + 1))[:size]
            held = await ask(world, who, text)
            if held > allowed:  # the first time, modules are loaded
                held = min(held, await ask(world, who, text))
            slow += [f"{unit!r}, {size}: {held:.3f} s"] if held > allowed else []
    return slow


async def test_a_long_question_after_much_that_was_told(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert await find_slow(world, world.person("2")) == []


async def test_a_long_question_with_much_that_is_noted(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for number in range(TOLD):
            await world.owner(f"/remember boat {number} is called Nora and lies in Bergen")
        assert await find_slow(world, world.owner) == []


async def test_questions_beside_many_long_notes(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for number in range(TOLD):
            note = "".join(f"Ann{1000 * number + each} pays 3 km, " for each in range(NOTE))[:NOTE]
            await world.owner(f"/remember {note}")
        for text in ("When does Ann pay?", "The gate is red now.", "/memory"):
            held = [await ask(world, world.owner, text) for _each in range(2)]
            assert min(held) <= LONGEST * measure_slowness(), text
