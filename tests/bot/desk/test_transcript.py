"""The page's record: in order, each entry once, each chat its own, nothing for ever."""

from datetime import timedelta
from pathlib import Path

import pytest

from adapters.web.ports import NewEntry
from bot.desk.tables import open_page
from bot.desk.transcript import SPREAD, Transcript
from bot.home import Home
from bot.messages import Chat
from indexer.store.database import Database
from tests.fakes import FakeClock

ANN, BOB = Chat("web", "ann", private=True), Chat("web", "bob", private=True)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def transcript(page: Database, clock: FakeClock) -> Transcript:
    return Transcript(page, clock)


async def test_an_entry_of_a_message_is_written_once_for_each_side(transcript: Transcript) -> None:
    first = await transcript.write(ANN, NewEntry("asked", "what?", "key"))
    assert await transcript.write(ANN, NewEntry("asked", "again?", "key")) == first
    told = await transcript.write(ANN, NewEntry("told", "that", "key"))
    assert [(each.id, each.content) for each in await transcript.list_latest(ANN)] == [
        (first, "what?"),
        (told, "that"),
    ]


async def test_what_nobody_asked_for_is_written_each_time(transcript: Transcript) -> None:
    numbers = [await transcript.write(ANN, NewEntry("told", "ring")) for _ in range(3)]
    assert numbers == sorted(set(numbers))
    assert [each.key for each in await transcript.list_latest(ANN)] == [""] * 3


async def test_from_a_number_on_everything_newer_comes_in_order(transcript: Transcript) -> None:
    numbers = [await transcript.write(ANN, NewEntry("told", str(n))) for n in range(6)]
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
        await transcript.write(BOB, NewEntry("told", str(n)))
    milliseconds = int(clock().timestamp() * 1000)
    assert await transcript.write(ANN, NewEntry("told", "ring")) - milliseconds * SPREAD in range(
        2 * SPREAD
    )


async def test_each_chat_has_its_own(transcript: Transcript) -> None:
    await transcript.write(ANN, NewEntry("told", "for ann", "key"))
    await transcript.write(BOB, NewEntry("told", "for bob", "key"))
    assert [each.content for each in await transcript.list_since(BOB, 0)] == ["for bob"]
    assert [each.content for each in await transcript.list_latest(ANN)] == ["for ann"]


async def test_a_secret_is_taken_out_and_its_answer_stays(transcript: Transcript) -> None:
    await transcript.write(ANN, NewEntry("asked", "4938", "pin"))
    await transcript.write(ANN, NewEntry("told", "done", "pin"))
    await transcript.remove(BOB, "pin")
    assert len(await transcript.list_latest(ANN)) == 2
    await transcript.remove(ANN, "pin")
    assert [each.content for each in await transcript.list_latest(ANN)] == ["done"]


async def test_all_of_a_conversation_is_read_page_by_page_to_its_beginning(
    transcript: Transcript,
) -> None:
    for n in range(230):
        await transcript.write(ANN, NewEntry("told", str(n)))
    page = await transcript.list_latest(ANN)
    read = [*page]
    while page:
        page = await transcript.list_before(ANN, read[0].conversation, read[0].id)
        read = [*page, *read]
    assert [each.content for each in read] == [str(n) for n in range(230)]
    assert await transcript.list_before(BOB, read[0].conversation, read[-1].id) == []


async def test_answers_to_the_desk_are_in_no_conversation_and_go_within_a_day(
    transcript: Transcript, clock: FakeClock
) -> None:
    first = await transcript.write(ANN, NewEntry("asked", "hello", "key"))
    for n in range(60):
        await transcript.write(ANN, NewEntry("told", "done", f"desk-{n}", of_desk=True))
    assert [each.id for each in await transcript.list_latest(ANN)] == [first]
    assert len(await transcript.list_since(ANN, first)) == 60
    clock.now += timedelta(days=1, minutes=1)
    await transcript.tidy()
    assert [each.id for each in await transcript.list_since(ANN, 0)] == [first]


async def test_what_is_too_old_goes_by_itself(transcript: Transcript, clock: FakeClock) -> None:
    await transcript.write(ANN, NewEntry("asked", "where is the quartzlocker?"))
    clock.now += timedelta(days=364)
    await transcript.tidy()
    assert len(await transcript.list_latest(ANN)) == 1
    clock.now += timedelta(days=2)
    await transcript.tidy()
    assert await transcript.list_latest(ANN) == []


async def test_what_is_too_old_goes_from_every_byte_of_the_file(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with open_page(Home(tmp_path)) as database:
        transcript = Transcript(database, clock)
        await transcript.write(ANN, NewEntry("asked", "where is the quartzlocker?"))
        assert b"quartz" in raw(tmp_path)
        clock.now += timedelta(days=366)
        await transcript.tidy()
        assert b"quartz" not in raw(tmp_path)


def raw(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
