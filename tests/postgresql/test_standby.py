"""Two machines with one home and one database: what happens when the one that works ends."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path

import pytest
from msgspec import Struct

from bot.operations.exit_codes import LEASE_LOST
from bot.operations.standby import hold_database
from indexer.errors import UserError
from indexer.store.engine.postgresql.lease import SECONDS, Holder, read_occupancy
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.server import DatabaseSettings, Server
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.daemon import Daemon, a_daemon, multis, write_config
from tests.daemon import until as until_within
from tests.fake_llm import Call, FakeLlm, Says
from tests.postgresql.databases import WHOLE, Databases
from tests.postgresql.partition import Way, open_way

pytestmark = pytest.mark.timeout(600)  # two or three daemons each, on whatever machine
PEOPLE = [Person(7, "Alice"), Person(8, "Bob"), Person(9, "Eve")]
PACE = 0.2  # seconds for each word of an answer
SENDING = ("sendmessage", "editmessagetext", "senddocument")
PATIENCE = 120.0  # seconds, on a busy machine; bench.takeover measures what docs/scale.md has


async def until(
    holds: Callable[[], bool], what: str = "", seen: Callable[[], object] = str
) -> None:
    await until_within(holds, what, PATIENCE, seen)


def think(call: Call) -> Says:
    asked = [each for each in "123456789" if f"question {each}" in call.text]
    words = f"Answer {asked[-1]} is in no document that I know of." if asked else "Nothing."
    return Says(words)


class Machines(Struct):
    """Machines that share a folder and a database."""

    home: Path
    fake: FakeBotApi
    server: Server

    @asynccontextmanager
    async def start(self, name: str, *under: str) -> AsyncIterator[Daemon]:
        async with a_daemon(self.home, start=False, name=name, under=under) as daemon:
            await daemon.ready(PATIENCE)
            yield daemon

    def ask(self, *numbers: int) -> None:
        for number in numbers:
            self.fake.say(f"question {number}?", PEOPLE[number % len(PEOPLE)])

    def list_answers(self) -> list[str]:
        """List the answers, each of them whole, without those that may be repeated and say so."""
        texts = (text for text in self.fake.world.texts() if "document" in text)
        return sorted(text.split(" is ")[0] for text in texts if "(repeated)" not in text)

    async def answered(self, *numbers: int) -> None:
        expected = [f"Answer {number}" for number in numbers]
        await until(lambda: len(set(self.list_answers())) >= len(expected), seen=self.see)
        assert self.list_answers() == expected, self.see()

    def see(self) -> str:
        return "\n".join(self.fake.world.texts())

    def count_sent(self) -> int:
        return sum(call.method in SENDING for call in self.fake.world.calls)

    def count_waiting(self) -> int:
        with closing(PostgresSession(self.server.owner)) as session:
            ((count,),) = session.execute("SELECT count(*) FROM inbox WHERE state = 'waiting'")
        return int(count)

    def find_holder(self) -> Holder | None:
        with closing(PostgresSession(self.server.owner)) as session:
            return read_occupancy(session).holder


@pytest.fixture
async def machines(tmp_path: Path, databases: Databases) -> AsyncIterator[Machines]:
    home = tmp_path / "home"
    async with (
        databases.open_server(WHOLE) as server,
        FakeBotApi() as fake,
        FakeLlm(think, PACE) as model,
    ):
        write_config(
            home,
            fake,
            access={"policy": "open"},
            llm={"model": "openai:fake", "api_key": "x", "base_url": f"{model.address}/v1"},
            database={"url": server.owner, "reader": server.reader, "standby": True},
        )
        yield Machines(home, fake, server)


def is_serving(daemon: Daemon) -> bool:
    return daemon.heard("STATUS=Serving")


async def serves(daemon: Daemon) -> None:
    await until(lambda: is_serving(daemon), "serving", lambda: daemon.log)


async def stands_by(daemon: Daemon) -> None:
    await until(lambda: daemon.heard("STATUS=Standing by"), "a standby", seen=lambda: daemon.log)


async def ended(daemon: Daemon) -> None:
    assert await asyncio.wait_for(daemon.process.wait(), PATIENCE) == LEASE_LOST, daemon.log


async def test_one_standby_answers_what_waited_when_the_other_was_killed(
    machines: Machines,
) -> None:
    async with (
        machines.start("one") as one,
        machines.start("two") as two,
        machines.start("three") as three,
    ):
        await stands_by(two)
        await stands_by(three)
        code, status = await multis(machines.home, "status")
        assert code == 0
        assert f"(process {one.process.pid}) has worked with the database since" in status
        assert "2 daemons stand by." in status
        machines.ask(1, 2, 3, 4, 5)
        await until(lambda: machines.count_waiting() >= 4, "messages that wait")
        await one.kill()
        machines.ask(6)
        await until(lambda: any(map(is_serving, (two, three))), "one that serves")
        await machines.answered(1, 2, 3, 4, 5, 6)
        assert machines.count_waiting() == 0
        later, now = sorted((two, three), key=is_serving)
        assert not is_serving(later)
        await now.stop()  # in good order: the next one does not wait for the lease to run out
        await serves(later)
        _code, told = await multis(machines.home, "doctor", "--offline")
        assert f"(process {later.process.pid}) has worked with the database since" in told
        assert "WARN  standby" in told


async def test_one_that_was_paused_ends_and_sends_nothing(machines: Machines) -> None:
    async with machines.start("one") as one, machines.start("two") as two:
        await stands_by(two)
        machines.ask(1, 2, 3)
        await until(lambda: machines.count_sent() >= 3, "answers that grow")
        one.process.send_signal(signal.SIGSTOP)
        machines.ask(4)
        await serves(two)
        await machines.answered(1, 2, 3, 4)
        sent = machines.count_sent()
        one.process.send_signal(signal.SIGCONT)
        await ended(one)
        assert machines.count_sent() == sent, machines.see()
        assert "another daemon took over" in one.log
        machines.ask(5)
        await machines.answered(1, 2, 3, 4, 5)


async def test_one_that_was_paused_goes_on_where_nobody_took_over(machines: Machines) -> None:
    async with machines.start("one") as one:
        machines.ask(1, 2)
        await until(lambda: machines.count_sent() >= 2, "answers that grow")
        one.process.send_signal(signal.SIGSTOP)
        await until(lambda: machines.find_holder() is None, "a lease that ran out")
        one.process.send_signal(signal.SIGCONT)
        await machines.answered(1, 2)
        await one.stop()
        assert one.process.returncode == 0, one.log


@pytest.mark.parametrize("cut", [Way.close, Way.fall_silent])
async def test_one_that_is_cut_off_ends_and_sends_nothing(machines: Machines, cut: object) -> None:
    assert callable(cut)
    folder = Path(machines.server.owner.partition("host=")[2])
    async with open_way(folder) as way:
        led = way.lead(machines.server)
        under = (f"MULTIS_DATABASE__URL={led.owner}", f"MULTIS_DATABASE__READER={led.reader}")
        async with machines.start("one", "env", *under) as one, machines.start("two") as two:
            await stands_by(two)
            machines.ask(1, 2, 3)
            await until(lambda: machines.count_sent() >= 3, "answers that grow")
            cut(way)
            machines.ask(4)
            await serves(two)
            await machines.answered(1, 2, 3, 4)
            sent = machines.count_sent()
            await ended(one)
            assert machines.count_sent() == sent, machines.see()


async def test_without_the_setting_a_second_one_is_refused(databases: Databases) -> None:
    async with databases.open_server("") as server:
        settings, slept = DatabaseSettings(server.owner, server.reader), list[float]()
        held = partial(hold_database, settings, print, lambda: None, {}, slept.append)
        with held() as lease:
            assert lease
            with pytest.raises(UserError, match=r"Another multis daemon .* has worked"), held():
                pass
        assert SECONDS < sum(slept) < 2 * SECONDS  # one that crashed would have been waited for
        with held() as later:
            assert later
            assert (later.number, later.lapsed) == (lease.number + 1, False)


async def test_a_server_that_is_away_is_waited_for_by_a_standby(databases: Databases) -> None:
    async with databases.open_server("") as server:
        folder = Path(server.owner.partition("host=")[2])
        async with open_way(folder) as way:
            way.close()
            led = way.lead(server)
            settings = DatabaseSettings(led.owner, led.reader, standby=True)

            def hold() -> int:
                with hold_database(
                    settings, print, lambda: None, {}, lambda _seconds: way.heal()
                ) as lease:
                    return lease.number if lease else 0

            assert await asyncio.to_thread(hold) == 1
