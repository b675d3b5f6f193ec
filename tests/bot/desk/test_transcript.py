"""The page's record: in order, each entry once, each chat its own, nothing for ever."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.desk.open import open_page
from bot.desk.transcript import KEPT, Journal
from bot.home import Home
from bot.messages import Chat
from tests.fakes import FakeClock

ANN, BOB = Chat("web", "ann", private=True), Chat("web", "bob", private=True)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def journal(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Journal]:
    async with open_page(Home(tmp_path)) as database:
        yield Journal(database, clock)


async def test_an_entry_of_a_message_is_written_once_for_each_side(journal: Journal) -> None:
    first = await journal.write(ANN, "asked", "what?", "key")
    assert await journal.write(ANN, "asked", "again?", "key") == first
    told = await journal.write(ANN, "told", "that", "key")
    assert [(each.id, each.content) for each in await journal.latest(ANN)] == [
        (first, "what?"),
        (told, "that"),
    ]


async def test_what_nobody_asked_for_is_written_each_time(journal: Journal) -> None:
    numbers = [await journal.write(ANN, "told", "ring") for _ in range(3)]
    assert numbers == sorted(set(numbers))
    assert [each.key for each in await journal.latest(ANN)] == [""] * 3


async def test_from_a_number_on_everything_newer_comes_in_order(journal: Journal) -> None:
    numbers = [await journal.write(ANN, "told", str(n)) for n in range(6)]
    assert [each.content for each in await journal.since(ANN, numbers[2])] == ["3", "4", "5"]
    assert [each.content for each in await journal.since(ANN, 0, limit=2)] == ["0", "1"]
    assert [each.content for each in await journal.latest(ANN, limit=2)] == ["4", "5"]


async def test_each_chat_has_its_own(journal: Journal) -> None:
    await journal.write(ANN, "told", "for ann", "key")
    await journal.write(BOB, "told", "for bob", "key")
    assert [each.content for each in await journal.since(BOB, 0)] == ["for bob"]
    await journal.erase(ANN)
    assert await journal.latest(ANN) == []
    assert len(await journal.latest(BOB)) == 1


async def test_a_secret_is_taken_out_and_its_answer_stays(journal: Journal) -> None:
    await journal.write(ANN, "asked", "4938", "pin")
    await journal.write(ANN, "told", "done", "pin")
    await journal.remove(BOB, "pin")
    assert len(await journal.latest(ANN)) == 2
    await journal.remove(ANN, "pin")
    assert [each.content for each in await journal.latest(ANN)] == ["done"]


async def test_it_keeps_so_many_entries_of_a_chat_and_for_so_long(
    journal: Journal, clock: FakeClock
) -> None:
    await journal.write(BOB, "told", "old")
    for n in range(KEPT + 3):
        await journal.write(ANN, "told", str(n))
    kept = await journal.latest(ANN, limit=1000)
    assert (len(kept), kept[0].content) == (KEPT, "3")
    clock.now += timedelta(days=31)
    await journal.write(ANN, "told", "new")
    assert [each.content for each in await journal.latest(ANN)] == ["new"]
    assert await journal.latest(BOB) == []


async def test_what_is_too_old_goes_by_itself_and_from_every_byte(
    tmp_path: Path, journal: Journal, clock: FakeClock
) -> None:
    await journal.write(ANN, "asked", "where is the quartzlocker?")
    assert b"quartz" in raw(tmp_path)
    clock.now += timedelta(days=29)
    await journal.tidy()
    assert len(await journal.latest(ANN)) == 1
    clock.now += timedelta(days=2)
    await journal.tidy()
    assert await journal.latest(ANN) == []
    assert b"quartz" not in raw(tmp_path)


def raw(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
