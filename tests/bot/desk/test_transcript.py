"""The page's record: in order, each entry once, each chat its own, nothing for ever."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.desk.open import open_page
from bot.desk.transcript import LIMIT, SPREAD, Transcript
from bot.home import Home
from bot.messages import Chat
from tests.fakes import FakeClock

ANN, BOB = Chat("web", "ann", private=True), Chat("web", "bob", private=True)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def transcript(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Transcript]:
    async with open_page(Home(tmp_path)) as database:
        yield Transcript(database, clock)


async def test_an_entry_of_a_message_is_written_once_for_each_side(transcript: Transcript) -> None:
    first = await transcript.write(ANN, "asked", "what?", "key")
    assert await transcript.write(ANN, "asked", "again?", "key") == first
    told = await transcript.write(ANN, "told", "that", "key")
    assert [(each.id, each.content) for each in await transcript.list_latest(ANN)] == [
        (first, "what?"),
        (told, "that"),
    ]


async def test_what_nobody_asked_for_is_written_each_time(transcript: Transcript) -> None:
    numbers = [await transcript.write(ANN, "told", "ring") for _ in range(3)]
    assert numbers == sorted(set(numbers))
    assert [each.key for each in await transcript.list_latest(ANN)] == [""] * 3


async def test_from_a_number_on_everything_newer_comes_in_order(transcript: Transcript) -> None:
    numbers = [await transcript.write(ANN, "told", str(n)) for n in range(6)]
    assert [each.content for each in await transcript.list_since(ANN, numbers[2])] == [
        "3",
        "4",
        "5",
    ]
    assert [each.content for each in await transcript.list_since(ANN, 0, limit=2)] == ["0", "1"]
    assert [each.content for each in await transcript.list_latest(ANN, limit=2)] == ["4", "5"]


async def test_a_number_does_not_tell_how_much_others_write(
    transcript: Transcript, clock: FakeClock
) -> None:
    for n in range(300):
        await transcript.write(BOB, "told", str(n))
    milliseconds = int(clock().timestamp() * 1000)
    assert await transcript.write(ANN, "told", "ring") - milliseconds * SPREAD in range(2 * SPREAD)


async def test_each_chat_has_its_own(transcript: Transcript) -> None:
    await transcript.write(ANN, "told", "for ann", "key")
    await transcript.write(BOB, "told", "for bob", "key")
    assert [each.content for each in await transcript.list_since(BOB, 0)] == ["for bob"]
    await transcript.erase(ANN)
    assert await transcript.list_latest(ANN) == []
    assert len(await transcript.list_latest(BOB)) == 1


async def test_a_secret_is_taken_out_and_its_answer_stays(transcript: Transcript) -> None:
    await transcript.write(ANN, "asked", "4938", "pin")
    await transcript.write(ANN, "told", "done", "pin")
    await transcript.remove(BOB, "pin")
    assert len(await transcript.list_latest(ANN)) == 2
    await transcript.remove(ANN, "pin")
    assert [each.content for each in await transcript.list_latest(ANN)] == ["done"]


async def test_it_keeps_so_many_entries_of_a_chat_and_for_so_long(
    transcript: Transcript, clock: FakeClock
) -> None:
    await transcript.write(BOB, "told", "old")
    for n in range(LIMIT + 3):
        await transcript.write(ANN, "told", str(n))
    kept = await transcript.list_latest(ANN, limit=1000)
    assert (len(kept), kept[0].content) == (LIMIT, "3")
    clock.now += timedelta(days=31)
    await transcript.write(ANN, "told", "new")
    assert [each.content for each in await transcript.list_latest(ANN)] == ["new"]
    assert await transcript.list_latest(BOB) == []


async def test_what_is_too_old_goes_by_itself_and_from_every_byte(
    tmp_path: Path, transcript: Transcript, clock: FakeClock
) -> None:
    await transcript.write(ANN, "asked", "where is the quartzlocker?")
    assert b"quartz" in raw(tmp_path)
    clock.now += timedelta(days=29)
    await transcript.tidy()
    assert len(await transcript.list_latest(ANN)) == 1
    clock.now += timedelta(days=2)
    await transcript.tidy()
    assert await transcript.list_latest(ANN) == []
    assert b"quartz" not in raw(tmp_path)


def raw(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
