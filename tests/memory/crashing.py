"""Run a scenario again and again, each time killed (SIGKILL) at another line of ours.

A process of its own that imports everything once and forks per run:
`python -m tests.memory.crashing SCENARIO BASE RUNS STRIDE` makes a folder `BASE`, in which nothing
was killed, and one below `RUNS` for every `STRIDE`th line, named by its number; the last of them
came to the end.
"""

import asyncio
import os
import shutil
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType

import indexer.store.database
import indexer.store.writer
import memory
from indexer.scopes import Scope, Visibility
from memory.fact import Fact, Provenance
from memory.settings import MemorySettings
from tests.fakes import FakeClock
from tests.memory.conftest import ANN, World, open_world
from tests.memory.conversation import START, turn

OURS = (
    str(Path(memory.__file__).parent),
    indexer.store.database.__file__,
    indexer.store.writer.__file__,
)
MIA = "My sister Mia lives in Rome."
MOVED = "My sister Mia lives in Oslo."


async def ready(world: World) -> None:
    """A pinned note, ten turns: a capture is due."""
    await world.chat().pin_note("pinned words", world.clock())
    await world.talk(world.chat(), 0, 9)
    await world.chat().record(turn(9, MIA))


async def captured(world: World) -> None:
    await ready(world)
    await world.captures.run(world.chat())
    await world.talk(world.chat(), 10, 12)


async def known(world: World) -> None:
    """A captured line, a summary, a pin and a fact say where Mia lives."""
    await captured(world)
    await world.facts.remember(world.chat(), MIA, Provenance(), world.clock())


async def noted(world: World) -> None:
    """Fact 0 to 8 are captured, and a pin; nobody has spoken of Mia."""
    await world.talk(world.chat(), 0, 10)
    await world.captures.run(world.chat())


async def deleted(world: World) -> None:
    await known(world)
    await delete(world)


async def forgotten(world: World) -> None:
    await captured(world)
    await world.forgetting.forget(world.chat(), world.clock())


async def record(world: World) -> None:
    await world.chat().record(turn(10))
    await world.chat().record(turn(11))


async def capture(world: World) -> None:
    await world.captures.run(world.chat())


async def forget(world: World) -> None:
    await world.forgetting.forget(world.chat(), world.clock())


async def forget_words(world: World) -> None:
    await world.forgetting.forget(world.chat(), world.clock(), "Mia")


async def restore(world: World) -> None:
    await world.forgetting.restore(world.chat(), world.clock())


async def remember(world: World) -> None:
    await world.facts.remember(world.chat(), MIA, Provenance(), world.clock())


async def edit(world: World) -> None:
    (fact,) = await mias(world)
    await world.facts.edit(world.chat(), fact.id, MOVED, world.clock())


async def delete(world: World) -> None:
    await world.facts.delete(world.chat(), [each.id for each in await mias(world)], world.clock())


async def undo(world: World) -> None:
    await world.facts.undo(world.chat(), world.clock())


async def mias(world: World) -> list[Fact]:
    anns = Visibility.only(Scope.of_chat(ANN))
    found = await world.fact_reader.list_facts(anns, now=world.clock())
    return [fact for fact in found if "Mia" in fact.value.content]


Trace = Callable[[FrameType, str, object], "Trace | None"]
Scenario = Callable[[World], Awaitable[None]]
SCENARIOS: dict[str, tuple[Scenario, Scenario]] = {
    "record": (ready, record),
    "capture": (ready, capture),
    "forget": (captured, forget),
    "forget_words": (captured, forget_words),
    "restore": (forgotten, restore),
    "remember": (noted, remember),
    "edit": (known, edit),
    "delete": (known, delete),
    "undo": (deleted, undo),
}


async def play(folder: Path, scenario: Scenario, fatal: int) -> int:
    """Count the different lines of ours that it reaches; it is killed at number `fatal`."""
    async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
        lines = Lines(fatal)
        threading.settrace(lines.enter)
        sys.settrace(lines.enter)
        await scenario(world)
        sys.settrace(None)
        return len(lines.seen)


class Lines:
    def __init__(self, fatal: int) -> None:
        self.seen: set[tuple[str, int]] = set()
        self._fatal = fatal

    def enter(self, frame: FrameType, event: str, argument: object) -> "Trace | None":
        return self.line if frame.f_code.co_filename.startswith(OURS) else None

    def line(self, frame: FrameType, event: str, argument: object) -> "Trace | None":
        self.seen.add((frame.f_code.co_filename, frame.f_lineno))
        if len(self.seen) == self._fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.line


def forked(folder: Path, scenario: Scenario, fatal: int = 0) -> int:
    """The exit code of the run, or minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        asyncio.run(play(folder, scenario, fatal))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(name: str, base: Path, runs: Path, stride: int) -> None:
    prepare, scenario = SCENARIOS[name]
    forked(base, prepare)
    fatal, code = 0, -signal.SIGKILL
    while code == -signal.SIGKILL:
        fatal += stride
        folder = runs / str(fatal)
        shutil.copytree(base, folder)
        code = forked(folder, scenario, fatal)
    if code:
        raise SystemExit(f"the scenario itself failed at line {fatal}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
