"""Who may no longer ask gets no more of an answer; a word, which anybody may say, stops nobody."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from bot.access.people import PEOPLE, People
from bot.access.policy import Access
from bot.runtime.cancellation import Cancellations, Stopped
from bot.services.barring import Barring
from indexer.store.database import open_database
from indexer.store.engine.postgresql.workers import MISSED
from tests.fakes import FakeClock

ANN, BOB, CUSTOMER = "test:1", "test:2", "test:3"  # a customer is answered without being known


def name(person: str) -> str:
    """Return the word that another worker says of `person`."""
    return f"barred {sha256(person.encode()).hexdigest()[:32]}"


async def think() -> AsyncGenerator[str]:
    yield "An answer"
    await asyncio.Event().wait()


class Answers:
    """The answers that grow for three people on this worker, and what it hears from others."""

    def __init__(self, people: People, barring: Barring, running: Cancellations) -> None:
        self.people = people
        self.barring = barring
        self._running = running
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, tasks: asyncio.TaskGroup) -> None:
        for person in (ANN, BOB, CUSTOMER):
            begun = asyncio.Event()
            self._tasks[person] = tasks.create_task(self.grow(person, begun))
            await begun.wait()

    async def ended(self, person: str) -> None:
        await asyncio.wait_for(self._tasks[person], 30)

    async def grow(self, person: str, begun: asyncio.Event) -> None:
        with pytest.raises(Stopped):
            async for _text in self._running.run_cancellable(f"chat of {person}", person, think()):
                begun.set()

    @property
    def grown(self) -> set[str]:
        return self._running.list_people()


@asynccontextmanager
async def growing(folder: Path) -> AsyncIterator[Answers]:
    async with (
        open_database(folder / "multis.db", PEOPLE) as database,
        asyncio.TaskGroup() as tasks,
    ):
        people = People(database, Access(approved=frozenset({ANN})), FakeClock())
        await people.set_role(BOB, "approved")
        running = Cancellations()
        answers = Answers(people, Barring(database, people, [running], alone=True), running)
        following = tasks.create_task(answers.barring.follow())
        await answers.begin(tasks)
        yield answers
        following.cancel()
        for person in answers.grown:
            running.stop_everywhere(person)


async def test_who_was_revoked_or_blocked_elsewhere_is_stopped(tmp_path: Path) -> None:
    async with growing(tmp_path) as answers:
        await answers.people.take_role(BOB, "approved")
        answers.barring.hear(name(BOB))
        await answers.ended(BOB)
        await answers.people.set_role(CUSTOMER, "blocked")
        answers.barring.hear(MISSED)  # there may have been any word
        await answers.ended(CUSTOMER)
        assert answers.grown == {ANN}


async def test_a_word_stops_nobody_who_may_ask(tmp_path: Path) -> None:
    async with growing(tmp_path) as answers:
        for word in (name(ANN), MISSED, "barred", f"barred {ANN}", name("test:4"), ""):
            answers.barring.hear(word)
        await answers.people.set_role(BOB, "blocked")
        answers.barring.hear(name(BOB))
        await answers.ended(BOB)
        assert answers.grown == {ANN, CUSTOMER}


async def test_the_worker_where_it_was_said_stops_at_once(tmp_path: Path) -> None:
    async with growing(tmp_path) as answers:
        await answers.barring.stop(BOB)
        await answers.ended(BOB)
        assert answers.grown == {ANN, CUSTOMER}
