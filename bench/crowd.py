"""Measures answers a second with several workers: `python -m bench.crowd --people 200`.

So many people ask at once; a model on this machine answers at once, too. The workers, PostgreSQL
and this program, which is Telegram and the model, share the processors: the CPU seconds say where
the time goes, and that more workers than processors gain nothing.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from msgspec import Struct

from bench.chaos.world import open_world
from bench.drain import read_cpu_seconds
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.daemon import Daemon, a_daemon, until
from tests.postgresql.databases import WHOLE, Databases, run_databases

PATIENCE = 600.0  # seconds


class Crowd(Struct, frozen=True):
    """Answers a second, and CPU milliseconds for each answer."""

    workers: int
    rate: float
    of_workers: float
    of_server: float
    of_bench: float
    load: float  # of the machine, also by others


async def measure_crowd(home: Path, databases: Databases, workers: int, people: int) -> Crowd:
    """Let people ask twice; the first time everything is loaded."""
    async with databases.open_server(WHOLE) as server:
        database = {"url": server.owner, "reader": server.reader, "workers": True}
        async with open_world(home, pace=0.0, database=database) as fake, AsyncExitStack() as stack:
            started = [
                await stack.enter_async_context(a_daemon(home, start=False, name=f"worker{n}"))
                for n in range(workers)
            ]
            for each in started:
                await each.ready(PATIENCE)
            await _ask(fake, people, 1)
            return await _measure(fake, started, databases.server.process.pid, people)


async def _measure(fake: FakeBotApi, started: list[Daemon], server: int, people: int) -> Crowd:
    pids = [each.process.pid for each in started]

    def read() -> tuple[float, float, float]:
        return sum(map(read_cpu_seconds, pids)), read_cpu_seconds(server), time.process_time()

    before, begun = read(), time.monotonic()
    await _ask(fake, people, 2)
    wall = time.monotonic() - begun
    used = [1000 * (after - first) / people for after, first in zip(read(), before, strict=True)]
    load, *_earlier = os.getloadavg()
    workers, postgresql, own = used
    return Crowd(len(started), people / wall, workers, postgresql, own, load)


async def _ask(fake: FakeBotApi, people: int, turn: int) -> None:
    for n in range(people):
        fake.say(f"what is {n}?", Person(1000 + n, f"Person {n}"))

    def count() -> int:
        return sum(text.startswith("Answer") for text in fake.world.texts())

    await until(lambda: count() >= people * turn, "answers", PATIENCE, count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 3])
    given = parser.parse_args()
    with run_databases() as databases:
        for workers in given.workers:
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder) / "home"
                found = asyncio.run(measure_crowd(home, databases, workers, given.people))
            sys.stdout.write(f"{found}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
