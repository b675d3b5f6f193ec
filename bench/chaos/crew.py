"""A chaos run on PostgreSQL: several workers, of which some are killed or paused at any time.

A worker that ended is started again, as a service manager does. Nobody waits for it: the others go
on. Measured is how long the chats of a worker that was hit were nobody's, and how long those of the
others wait meanwhile.
"""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import asdict

from bench.chaos.confirmations import Kill, parse_chat, read_unconfirmed
from bench.chaos.people import send_updates
from bench.chaos.settling import CALM, settle
from bench.chaos.storage import Query, open_server
from bench.chaos.updates import Plan, generate_updates, split
from bench.chaos.verdict import ChaosReport, Kept, judge
from bench.chaos.waits import Blow, Said, Waits, measure_waits
from bench.chaos.world import open_world
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.faults import Storm
from tests.daemon import Daemon, a_daemon, until
from tests.postgresql.databases import WHOLE, Databases, run_databases

ODDS = {"drop": 0.03, "cut": 0.03, "page": 0.02, "flood": 0.02, "delay": 0.1}
SHORTEST_REST = 0.5  # seconds between two blows
PAUSE = 60.0  # seconds for which a worker stands still
LOOK = 0.05  # seconds
LONG = 5.0  # seconds
SETTLED = 20.0  # seconds after a start of the server in which nobody may be taken for dead
RESTART = 1.0  # seconds until a worker that ended is started again
UNHELD = """
    SELECT count(*) FROM inbox WHERE state != 'done' AND set_aside_at IS NULL AND chat IN ({chats})
    AND chat NOT IN (SELECT chat FROM multis_lease.chats WHERE worker IN
    (SELECT number FROM multis_lease.workers WHERE number != {number}))
"""
LEADING = """
    SELECT process FROM multis_lease.workers WHERE until > clock_timestamp()
    ORDER BY serving, number LIMIT 1
"""


class Blows(Struct, frozen=True):
    """How often what happens."""

    kills: int
    stops: int  # of the server, in immediate mode
    pauses: int
    rest: float = 6.0  # seconds between two of them, at most


class CrewReport(ChaosReport):
    """A report with the seconds until others had the chats of a worker that was hit."""

    stops: int = 0
    pauses: int = 0
    by_themselves: int = 0  # workers that ended though nobody hit them
    after_kills: list[float] = field(default_factory=list)
    after_kills_and_stops: list[float] = field(default_factory=list)  # the server just began
    after_the_last: list[float] = field(default_factory=list)  # no worker was left that worked
    after_pauses: list[float] = field(default_factory=list)
    long_waits: list[str] = field(default_factory=list)
    waits: dict[str, Waits] = field(default_factory=dict)  # of messages, by what was just hit


class Crew(Struct):
    """The workers that are to run, each started again when it ends."""

    home: Path
    query: Query
    running: dict[str, Daemon] = field(default_factory=dict)
    resting: set[str] = field(default_factory=set)  # that are paused
    hit: set[int] = field(default_factory=set)  # processes
    by_themselves: int = 0
    closing: bool = False

    async def keep(self, name: str) -> None:
        """Run a worker, and another one when it has ended."""
        while not self.closing:
            async with a_daemon(self.home, start=False, name=name) as daemon:
                self.running[name] = daemon
                await daemon.process.wait()
                self.by_themselves += daemon.process.pid not in self.hit
            await asyncio.sleep(RESTART)

    def list_working(self) -> list[str]:
        """List the workers that work: they serve, and are not paused."""
        return [
            name
            for name, each in self.running.items()
            if not each.ended and name not in self.resting and each.heard("READY=1")
        ]

    def choose(self, luck: random.Random) -> str:
        """Return one that works, "" unless another one does as well."""
        names = self.list_working()
        return luck.choice(sorted(names)) if len(names) > 1 else ""

    def find_chats(self, name: str) -> tuple[int, list[str]]:
        """Return the number of a worker, and the chats that it has."""
        process = self.running[name].process.pid
        rows = self.query(
            "SELECT number, chat FROM multis_lease.workers LEFT JOIN multis_lease.chats"  # noqa: S608 - a number
            f" ON worker = number WHERE process = {process:d}"
        )
        numbers = [int(number) for number, _chat in rows]
        return max(numbers, default=0), [str(chat) for _number, chat in rows if chat]

    def build_blow(self, name: str, chats: list[str]) -> Blow:
        """Build what is remembered of a blow that hits this worker, and so these chats, now."""
        leading = self.query(LEADING) == [(self.running[name].process.pid,)]
        numbers = frozenset(map(parse_chat, chats))
        return Blow(time.time(), numbers, leading=leading)

    async def measure_wait(self, number: int, chats: list[str], begun: float) -> tuple[float, bool]:
        """Return the seconds until no chat of a worker with something to do is left alone.

        And whether there was a worker all the time that could have had them.
        """
        others = True
        named = ", ".join(f"'{each}'" for each in chats)
        text = UNHELD.format(chats=named or "''", number=number)
        while self.query(text) != [(0,)]:
            others = others and bool(self.list_working())
            await asyncio.sleep(LOOK)
        return round(time.time() - begun, 1), others


async def run_crew(home: Path, plan: Plan, workers: int, blows: Blows) -> CrewReport:
    """Run the workers, the people and the blows in `home`, which must be empty."""
    with run_databases() as databases:
        async with databases.open_server(WHOLE) as server:
            database = {"url": server.owner, "reader": server.reader, "workers": True}
            query = open_server(server.owner)
            async with open_world(home, database=database) as fake:
                fake.weather.rise(Storm(ODDS, plan.seed))
                crew = Crew(home, query)
                async with _at_work(crew, workers):
                    return await _run(_Run(crew, fake, databases, plan, blows, time.time()))


@asynccontextmanager
async def _at_work(crew: Crew, workers: int) -> AsyncIterator[None]:
    names = [f"worker{n}" for n in range(1, workers + 1)]
    tasks = [asyncio.create_task(crew.keep(name)) for name in names]
    try:
        await until(lambda: len(crew.running) == workers, "workers", CALM)
        for each in list(crew.running.values()):
            await each.ready(CALM)
        yield
    finally:
        crew.closing = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Run(Struct):
    crew: Crew
    fake: FakeBotApi
    databases: Databases
    plan: Plan
    blows: Blows
    stopped_at: float
    killed: list[Kill] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    struck: list[Blow] = field(default_factory=list)
    after_kills: list[float] = field(default_factory=list)
    after_kills_and_stops: list[float] = field(default_factory=list)
    after_the_last: list[float] = field(default_factory=list)
    after_pauses: list[float] = field(default_factory=list)
    long_waits: list[str] = field(default_factory=list)
    measuring: list[asyncio.Task[None]] = field(default_factory=list)

    def choose_list(self, begun: float, *, others: bool) -> list[float]:
        """Return where the wait belongs that a kill at `begun` caused, and that just ended."""
        if self.stopped_at + SETTLED > begun:  # also if that was after the kill
            return self.after_kills_and_stops
        return self.after_kills if others else self.after_the_last


async def _run(run: _Run) -> CrewReport:
    luck = random.Random(run.plan.seed)  # noqa: S311 - chance, not a secret
    sent, begun, crew = generate_updates(run.plan, luck), time.time(), run.crew
    kinds = [_kill] * run.blows.kills + [_stop] * run.blows.stops + [_pause] * run.blows.pauses
    luck.shuffle(kinds)
    for share, strike in zip(split(sent, len(kinds) + 1), [*kinds, _rest], strict=True):
        rest = luck.uniform(SHORTEST_REST, run.blows.rest)
        sending = send_updates(run.fake, share, luck, rest)
        said, _ = await asyncio.gather(sending, asyncio.sleep(rest))
        run.said += said
        await strike(run, luck)
    await asyncio.gather(*run.measuring)
    kept = Kept(crew.home, crew.query)
    sent = await settle(run.fake, kept, lambda: False, sent)
    report = judge(run.fake, kept, sent, run.killed, begun)
    more = CrewReport(**asdict(report))
    more.stops, more.pauses = run.blows.stops, run.blows.pauses
    more.by_themselves = crew.by_themselves
    more.after_kills, more.after_pauses = sorted(run.after_kills), sorted(run.after_pauses)
    more.after_kills_and_stops = sorted(run.after_kills_and_stops)
    more.after_the_last = sorted(run.after_the_last)
    more.long_waits = run.long_waits
    more.waits = measure_waits(run.said, run.struck, run.fake.world.calls)
    return more


async def _rest(run: _Run, luck: random.Random) -> None:
    """Nothing happens after the last share."""


async def _choose(run: _Run, luck: random.Random) -> str:
    await until(lambda: bool(run.crew.choose(luck)), "a worker", CALM)
    return run.crew.choose(luck)


async def _kill(run: _Run, luck: random.Random) -> None:
    crew, name = run.crew, await _choose(run, luck)
    number, chats = crew.find_chats(name)
    crew.hit.add(crew.running[name].process.pid)
    run.struck.append(crew.build_blow(name, chats))
    await crew.running[name].kill()
    at = time.time()
    run.killed.append(read_unconfirmed(crew.query, at, chats))
    _measure(run, number, chats)


async def _pause(run: _Run, luck: random.Random) -> None:
    crew, name = run.crew, await _choose(run, luck)
    number, chats = crew.find_chats(name)
    process = crew.running[name].process
    crew.hit.add(process.pid)
    run.struck.append(crew.build_blow(name, chats))
    crew.resting.add(name)
    process.send_signal(signal.SIGSTOP)
    run.killed.append(read_unconfirmed(crew.query, time.time(), chats))
    _measure(run, number, chats, run.after_pauses)

    async def wake() -> None:
        await asyncio.sleep(PAUSE)
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
        crew.resting.discard(name)

    run.measuring.append(asyncio.create_task(wake()))


async def _stop(run: _Run, luck: random.Random) -> None:
    run.struck.append(Blow(time.time(), all=True))
    await asyncio.to_thread(run.databases.server.restart_at_once)
    run.stopped_at = time.time()
    run.killed.append(read_unconfirmed(run.crew.query, run.stopped_at))


def _measure(run: _Run, number: int, chats: list[str], found: list[float] | None = None) -> None:
    """Measure in the background; without a list to add to it is one of those after kills."""

    async def measure() -> None:
        begun = time.time()
        seconds, others = await run.crew.measure_wait(number, chats, begun)
        (run.choose_list(begun, others=others) if found is None else found).append(seconds)
        if seconds > LONG:
            at = datetime.fromtimestamp(begun, UTC)
            run.long_waits.append(f"worker {number} at {at:%H:%M:%S}: {seconds} s")

    run.measuring.append(asyncio.create_task(measure()))
