"""How long answers took and what waited: numbers, and never a word."""

from contextlib import aclosing
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.structs import fields

from bot.desk.conversations import Conversations
from bot.desk.desk import Desk
from bot.desk.schema import PAGE
from bot.desk.sessions import Sessions
from bot.desk.tables import open_page
from bot.desk.timings import Gauges, Sample, Timing
from bot.desk.views.pulse import find_percentile
from bot.home import Home
from bot.messages import Answer, Draft, IncomingMessage, Reply
from bot.runtime.stage_times import KEPT, StageTimes
from indexer.store.database import Database, open_database
from tests.bot.desk.office import GUIDE, an_office
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
def gauges(page: Database, clock: FakeClock) -> Gauges:
    return Gauges(page, clock, Watch())


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


async def test_search_and_the_check_of_citations_are_timed_by_themselves(tmp_path: Path) -> None:
    watch = Watch()
    stages = StageTimes(watch)

    async def answered(message: IncomingMessage) -> Answer:
        key = f"{message.chat.platform}:{message.key}"
        with stages.measure(key, "search"):
            watch.seconds += 0.25
        with stages.measure(key, "check"):
            watch.seconds += 0.5
        yield Reply("At eleven.")

    async with open_page(Home(tmp_path)) as database:
        gauges = Gauges(database, FakeClock(), watch, stages)
        async with aclosing(gauges.measure(answered)(a_message())) as items:
            assert [item.text async for item in items] == ["At eleven."]
        (timing,) = await gauges.list_timings(NOON)
        assert (timing.search, timing.checked, timing.whole) == (0.25, 0.5, 0.75)


async def test_timings_of_earlier_versions_stay(tmp_path: Path) -> None:
    path, at = tmp_path / "page.db", int(NOON.timestamp())
    async with open_database(path, structs.replace(PAGE, steps=PAGE.steps[:4])) as old:
        await old.write("INSERT INTO answers VALUES (:at, 'web', 0.5, 2.0)", {"at": at})
    async with open_database(path, PAGE) as database:
        timings = await Gauges(database, FakeClock()).list_timings(NOON)
        assert timings == [Timing(at, "web", 0.5, 2.0, 0.0, 0.0)]


def test_stages_that_nobody_takes_are_forgotten() -> None:
    stages = StageTimes()
    for n in range(KEPT + 1):
        with stages.measure(str(n), "search"):
            pass
    assert stages.take("0") == {}
    assert set(stages.take("1")) == {"search"}
    assert stages.take("1") == {}


@pytest.mark.parametrize(("share", "value"), [(0.5, 2.0), (0.95, 4.0), (0.0, 1.0), (1.0, 4.0)])
def test_a_percentile_is_one_of_the_values(share: float, value: float) -> None:
    assert find_percentile([1.0, 2.0, 3.0, 4.0], share) == value


async def test_the_desk_shows_how_long_each_stage_took(tmp_path: Path) -> None:
    async with an_office(tmp_path) as office:
        await office.world.owner("kb", guide__md=GUIDE)
        handle = office.desk.gauges.measure(office.world.bot.handle)
        async with aclosing(handle(office.world.owner.write("When is breakfast?"))) as items:
            assert any([isinstance(item, Reply) async for item in items])
        stages = (await office.look("pulse")).stages
        assert [(each.name, each.count) for each in stages] == [
            ("search", 1),
            ("first", 1),
            ("whole", 1),
        ]
        assert all(0 < each.half == each.most == each.nearly_all for each in stages)


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
