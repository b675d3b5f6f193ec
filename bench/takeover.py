"""Measures how long nobody answers when the machine dies: `python -m bench.takeover --rounds 5`.

Two daemons share a home, a PostgreSQL database and the fake of Telegram. The one that works is
killed with SIGKILL, somebody asks at once, and the other one answers. Prints the seconds from the
kill until the lease was taken, until the platforms are served, and until the answer is there; and
the processor time of the one that took over, which tells how much of it a busy machine adds.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from msgspec import Struct

from bench.drain import read_cpu_seconds
from indexer.store.engine.postgresql.lease import read_occupancy
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.server import Server
from tests.adapters.fake_bot_api import FakeBotApi
from tests.daemon import Daemon, a_daemon, multis, until, write_config
from tests.postgresql.databases import WHOLE, Databases, run_databases

PATIENCE = 240.0  # seconds, on a busy machine
HANDBOOK = "A berth costs 240 euros a month."


class Takeover(Struct, frozen=True):
    """Seconds from the kill, and of processor time."""

    taken: float
    serving: float
    answered: float
    cpu: float


async def measure_takeover(folder: Path, databases: Databases) -> Takeover:
    home = folder / "home"
    async with databases.open_server(WHOLE) as server, FakeBotApi() as fake:
        database = {"url": server.owner, "reader": server.reader, "standby": True}
        write_config(home, fake, database=database)
        (folder / "handbook.txt").write_text(HANDBOOK)
        await multis(home, "index", "--scope", "kb", str(folder / "handbook.txt"))
        async with a_daemon(home, start=False, name="one") as one:
            await one.ready(PATIENCE)
            async with a_daemon(home, start=False, name="two") as two:
                await two.ready(PATIENCE)
                return await _kill(server, fake, one, two)


async def _kill(server: Server, fake: FakeBotApi, one: Daemon, two: Daemon) -> Takeover:
    used, begun = read_cpu_seconds(two.process.pid), time.monotonic()
    await one.kill()
    fake.say("What does a berth cost?")
    with closing(PostgresSession(server.owner)) as session:
        pid = two.process.pid

        def is_taken() -> bool:
            holder = read_occupancy(session).holder
            return holder is not None and holder.process == pid

        await until(is_taken, "the lease", PATIENCE)
        taken = time.monotonic() - begun
    await until(lambda: two.heard("STATUS=Serving"), "serving", PATIENCE)
    serving = time.monotonic() - begun
    await until(lambda: any("240" in text for text in fake.world.texts()), "an answer", PATIENCE)
    answered = time.monotonic() - begun
    return Takeover(taken, serving, answered, read_cpu_seconds(pid) - used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with run_databases() as databases:
        done = [_run_round(databases) for _ in range(rounds)]
    for name in Takeover.__struct_fields__:
        values = sorted(getattr(each, name) for each in done)
        line = f"{name:9} median {median(values):5.1f} s, at most {values[-1]:5.1f} s\n"
        sys.stdout.write(line)


def _run_round(databases: Databases) -> Takeover:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure_takeover(Path(folder), databases))


if __name__ == "__main__":
    main()
