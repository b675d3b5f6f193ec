"""Several daemons with one home and one database, all of which answer."""

import asyncio
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field

from bot.operations.exit_codes import LEASE_LOST
from indexer.store.engine.postgresql.lease import read_occupancy
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.server import Server
from tests.adapters.fake_bot_api import FakeBotApi, Person, people
from tests.daemon import Daemon, a_daemon, multis, until, write_config
from tests.fake_llm import Call, FakeLlm, Says
from tests.postgresql.databases import WHOLE, Databases

pytestmark = pytest.mark.timeout(600)  # three daemons, on whatever machine
PEOPLE = [Person(number, f"Person {number}") for number in range(7, 13)]
OLD: Mapping[str, Any] = {"id": -5, "type": "group"}
NEW: Mapping[str, Any] = {"id": -1005, "type": "supergroup"}
UNDONE = "SELECT id FROM inbox WHERE state != 'done'"
PACE = 0.2  # seconds for each word of an answer
PATIENCE = 120.0  # seconds, on a busy machine; bench.chaos measures what docs/scale.md has
QUESTION = re.compile(r"question ([0-9]+)\?")
ANSWER = re.compile(r"Answer ([0-9]+) is")
SENDING = ("sendmessage", "editmessagetext", "sendmessagedraft")


def think(call: Call) -> Says:
    asked = QUESTION.findall(call.text)
    return Says(f"Answer {asked[-1]} is in no document that I know of." if asked else "Nothing.")


class Crew(Struct):
    """Workers of one bot."""

    home: Path
    fake: FakeBotApi
    model: FakeLlm
    server: Server
    daemons: list[Daemon] = field(default_factory=list)

    def ask(self, *numbers: int) -> None:
        for number in numbers:
            self.fake.say(f"question {number}?", PEOPLE[number % len(PEOPLE)])

    def list_answers(self) -> list[int]:
        """List the answers as they came, each of them whole.

        One that is marked as repeated counts where it came in no other way: whoever is killed while
        sending cannot tell that it never arrived.
        """
        texts = [text for text in self.fake.world.texts() if "that I know of" in text]
        found = [(int(ANSWER.findall(text)[0]), "(repeated)" in text) for text in texts]
        first = {number for number, repeated in found if not repeated}
        return [number for number, repeated in found if not (repeated and number in first)]

    async def answered(self, *numbers: int) -> None:
        await until(
            lambda: len(set(self.list_answers())) >= len(numbers), "answers", PATIENCE, self.see
        )
        assert Counter(self.list_answers()) == Counter(numbers), self.see()
        for place in range(len(PEOPLE)):  # in the order of each chat
            mine = [each for each in self.list_answers() if each % len(PEOPLE) == place]
            assert mine == sorted(mine), self.see()

    def see(self) -> str:
        return "\n".join([*self.fake.world.texts(), *(each.log[-3000:] for each in self.daemons)])

    def query(self, sql: str) -> list[tuple[object, ...]]:
        with closing(PostgresSession(self.server.owner)) as session:
            return [tuple(row) for row in session.execute(sql).fetchall()]

    def count_alive(self) -> int:
        with closing(PostgresSession(self.server.owner)) as session:
            return len(read_occupancy(session).workers)

    def find_process(self, chat: int) -> int:
        """Return the process that has a chat; 0 if none has."""
        rows = self.query(
            "SELECT process FROM multis_lease.chats JOIN multis_lease.workers ON number = worker"  # noqa: S608 - a number
            f" WHERE chat = 'telegram:{chat}'"
        )
        return int(str(rows[0][0])) if rows else 0

    def find_worker(self, chat: int) -> Daemon:
        return next(each for each in self.daemons if each.process.pid == self.find_process(chat))

    def count_sent(self) -> int:
        return sum(call.method in SENDING for call in self.fake.world.calls)


@pytest.fixture
async def crew(tmp_path: Path, databases: Databases) -> AsyncIterator[Crew]:
    async with (
        databases.open_server(WHOLE) as server,
        FakeBotApi() as fake,
        FakeLlm(think, PACE) as model,
    ):
        home = tmp_path / "home"
        write_config(
            home,
            fake,
            access={"policy": "open"},
            llm={"model": "openai:fake", "api_key": "x", "base_url": f"{model.address}/v1"},
            database={"url": server.owner, "reader": server.reader, "workers": True},
        )
        yield Crew(home, fake, model, server)


@asynccontextmanager
async def at_work(crew: Crew, *names: str) -> AsyncIterator[list[Daemon]]:
    async with AsyncExitStack() as stack:
        crew.daemons = [
            await stack.enter_async_context(a_daemon(crew.home, start=False, name=name))
            for name in names
        ]
        for each in crew.daemons:
            await each.ready(PATIENCE)
        await until(lambda: any(map(leads, crew.daemons)), "one that leads", PATIENCE, crew.see)
        yield crew.daemons


def leads(daemon: Daemon) -> bool:
    return daemon.heard("STATUS=Leading")


async def test_all_answer_and_when_one_is_killed_the_others_go_on(crew: Crew) -> None:
    async with at_work(crew, "one", "two", "three") as daemons:
        crew.ask(*range(1, 13))
        await crew.answered(*range(1, 13))
        holders = {crew.find_process(each.id) for each in PEOPLE}
        assert holders == {each.process.pid for each in daemons}
        crew.ask(*range(13, 19))
        await until(lambda: len(crew.list_answers()) > 12, "an answer", PATIENCE, crew.see)
        first = next(filter(leads, daemons))
        await first.kill()
        crew.ask(*range(19, 25))
        await crew.answered(*range(1, 25))
        assert sum(map(leads, daemons)) == 2  # the one that is dead, and another
        _code, told = await multis(crew.home, "doctor", "--offline")
        assert "2 daemons share the work" in told


async def test_one_that_was_paused_ends_and_sends_nothing(crew: Crew) -> None:
    async with at_work(crew, "one", "two"):
        crew.ask(1, 2, 3, 4, 5, 6)
        await until(lambda: crew.count_sent() >= 6, "answers that grow", PATIENCE, crew.see)
        paused = crew.find_worker(PEOPLE[1].id)
        paused.process.send_signal(signal.SIGSTOP)
        await until(lambda: crew.count_alive() == 1, "one that is left", PATIENCE, crew.see)
        crew.ask(*range(7, 13))
        await crew.answered(*range(1, 13))
        sent = crew.count_sent()
        paused.process.send_signal(signal.SIGCONT)
        assert await asyncio.wait_for(paused.process.wait(), PATIENCE) == LEASE_LOST, paused.log
        assert crew.count_sent() == sent, crew.see()
        assert "another daemon took over" in paused.log


async def test_cancel_stops_an_answer_on_a_worker_that_did_not_receive_it(crew: Crew) -> None:
    async with at_work(crew, "one", "two") as daemons:
        crew.ask(1, 2, 3, 4, 5, 6)
        await crew.answered(1, 2, 3, 4, 5, 6)
        other = next(each for each in daemons if not leads(each))
        person = next(each for each in PEOPLE if crew.find_worker(each.id) is other)
        crew.model.pace = 60.0
        crew.fake.say("question 99?", person)
        await until(lambda: "question 99?" in crew.model.calls[-1].text, "work", PATIENCE, crew.see)
        crew.fake.say("/cancel", person)
        await until(lambda: "Stopping." in crew.fake.world.texts(), "its word", PATIENCE, crew.see)
        assert 99 not in crew.list_answers()


async def test_who_is_blocked_gets_no_more_of_an_answer_on_another_worker(crew: Crew) -> None:
    async with at_work(crew, "one", "two"):
        crew.ask(1, 2, 3, 4, 5, 6)
        await crew.answered(1, 2, 3, 4, 5, 6)
        holder = crew.find_process(PEOPLE[0].id)  # the owner
        person = next(each for each in PEOPLE if crew.find_process(each.id) not in (0, holder))
        crew.model.pace = 60.0
        crew.fake.say("question 99?", person)
        await until(lambda: "question 99?" in crew.model.calls[-1].text, "work", PATIENCE, crew.see)
        crew.fake.say(f"/users block telegram:{person.id}", PEOPLE[0])
        await until(lambda: not crew.query(UNDONE), "an end of it", PATIENCE, crew.see)
        assert 99 not in crew.list_answers()


async def test_a_stop_in_order_hands_over_at_once(crew: Crew) -> None:
    async with at_work(crew, "one", "two") as daemons:
        crew.ask(1, 2, 3)
        await crew.answered(1, 2, 3)
        first, second = sorted(daemons, key=leads, reverse=True)
        assert not leads(second)
        await first.stop()
        assert first.process.returncode == 0, first.log
        await until(lambda: leads(second), "the next one", PATIENCE, crew.see)
        assert crew.count_alive() == 1
        crew.ask(4, 5, 6)
        await crew.answered(1, 2, 3, 4, 5, 6)


async def test_a_reminder_is_told_once_by_whoever_has_the_chat(crew: Crew) -> None:
    async with at_work(crew, "one", "two"):
        for person in PEOPLE:
            crew.fake.say("/remind in 1 minute: the boiler", person)

        def list_told() -> list[str]:
            return [text for text in crew.fake.world.texts() if text.startswith("⏰")]

        await until(lambda: len(list_told()) == len(PEOPLE), "reminders", PATIENCE, crew.see)
        crew.ask(1)
        await crew.answered(1)
        assert len(list_told()) == len(PEOPLE)


async def test_a_group_that_becomes_a_supergroup_goes_on_where_it_was(crew: Crew) -> None:
    async with at_work(crew, "one", "two") as daemons:
        crew.ask(1)
        await crew.answered(1)
        if not leads(crew.find_worker(PEOPLE[1].id)):
            crew.ask(2)
            await crew.answered(1, 2)
        # Now it is the turn of the one that does not lead, and so is not told of the move.
        say_in_group(crew, OLD, "/remember the anchor weighs 12 kilos")
        await until(lambda: bool(crew.fake.world.texts(OLD["id"])), "a reply", PATIENCE, crew.see)
        holder = crew.find_worker(int(OLD["id"]))
        assert not leads(holder)
        say_in_group(crew, OLD, migrate_to_chat_id=NEW["id"])
        say_in_group(crew, NEW, migrate_from_chat_id=OLD["id"])
        say_in_group(crew, NEW, "/memory")

        def is_known() -> bool:
            return any("anchor" in text for text in crew.fake.world.texts(NEW["id"]))

        await until(is_known, "what it was told before", PATIENCE, crew.see)
        assert crew.find_worker(int(NEW["id"])) is holder
        assert len(daemons) == crew.count_alive()


def say_in_group(crew: Crew, group: Mapping[str, Any], text: str = "", **content: object) -> None:
    world, person = crew.fake.world, PEOPLE[0]
    sent = people.message(world, person, people.chat_of(world, person, group["id"]), text)
    crew.fake.updates.push({"message": sent | {"chat": {**group, "title": "Team"}} | content})
