"""How long answers took and what waited: numbers, and never a word."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest

from bot.desk.conversations import Conversations
from bot.desk.desk import Desk
from bot.desk.open import open_page
from bot.desk.sessions import Sessions
from bot.desk.timings import Gauges, Sample, Timing
from bot.home import Home
from bot.messages import Answer, Draft, IncomingMessage, Reply
from tests.conversation import a_world
from tests.factories import NOON, a_message
from tests.fakes import FakeClock


class Watch:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def gauges(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Gauges]:
    async with open_page(Home(tmp_path)) as database:
        yield Gauges(database, clock, Watch())


async def test_an_answer_is_timed_to_its_first_words_and_to_its_end(gauges: Gauges) -> None:
    watch = Watch()
    gauges._monotonic = watch

    async def slow(message: IncomingMessage) -> Answer:
        watch.seconds += 0.5
        yield Draft("At")
        watch.seconds += 1.5
        yield Reply("At eleven.")
        watch.seconds += 9.0  # sending is not answering

    async with aclosing(gauges.measure(slow)(a_message(platform="telegram"))) as items:
        assert [item.text async for item in items] == ["At", "At eleven."]
    at = int(NOON.timestamp())
    assert await gauges.list_timings(NOON) == [Timing(at, "telegram", 0.5, 2.0)]


async def test_who_gets_no_answer_is_not_timed(gauges: Gauges) -> None:
    async def silent(message: IncomingMessage) -> Answer:
        if message.text == "never":
            yield Reply("")

    async with aclosing(gauges.measure(silent)(a_message())) as items:
        assert [item async for item in items] == []
    assert await gauges.list_timings(NOON) == []


async def test_samples_are_kept_for_two_weeks(gauges: Gauges, clock: FakeClock) -> None:
    await gauges.record_sample(1, 2, 3, 4)
    clock.now += timedelta(days=13)
    await gauges.record_sample(5, 6, 7, 8)
    assert len(await gauges.list_samples(NOON)) == 2
    clock.now += timedelta(days=2)
    await gauges.record_sample(0, 0, 0, 0)
    assert [each.waiting for each in await gauges.list_samples(NOON)] == [5, 0]
    assert [each.waiting for each in await gauges.list_samples(clock.now)] == [0]


async def test_the_desk_samples_what_waits(tmp_path: Path, gauges: Gauges) -> None:
    async with a_world(tmp_path) as world:
        await world.services.inbox.store(a_message())
        async with open_page(Home(tmp_path / "page")) as database:
            conversations = Conversations(database, world.clock)
            sessions = Sessions(database, world.clock)
            await Desk(world.services, gauges, conversations, sessions).record_sample()
        (sample,) = await gauges.list_samples(NOON)
        assert (sample.waiting, sample.unsent, sample.captures) == (1, 0, 0)
        assert sample.memory > 1_000_000


def test_a_gauge_has_no_place_for_words() -> None:
    kinds = {each.name: each.type for each in (*fields(Sample), *fields(Timing))}
    assert [name for name, kind in kinds.items() if kind not in (int, float)] == ["platform"]
