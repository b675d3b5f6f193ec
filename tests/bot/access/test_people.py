from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.people import CLAIM_TRIES, PEOPLE, People
from bot.access.policy import Access
from bot.messages import Sender, UserError
from indexer.store.database import open_database
from tests.fakes import FakeClock

ANN = Sender("telegram", "1", "Ann")
BOB = Sender("telegram", "2", "Bob")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def people(tmp_path: Path, clock: FakeClock) -> AsyncIterator[People]:
    async with open_database(tmp_path / "m.db", PEOPLE) as database:
        yield People(database, Access(), clock)


async def test_the_right_code_makes_the_owner(people: People) -> None:
    code = await people.offer_claim()
    await people.claim(ANN, f" {code.lower()} ")
    assert (await people.load_access()).owners == {"telegram:1"}


async def test_a_code_serves_once(people: People) -> None:
    code = await people.offer_claim()
    await people.claim(ANN, code)
    with pytest.raises(UserError, match="invalid, already used, or expired"):
        await people.claim(BOB, code)


async def test_a_code_dies_after_fifteen_minutes(people: People, clock: FakeClock) -> None:
    code = await people.offer_claim()
    clock.forward(minutes=15)
    with pytest.raises(UserError):
        await people.claim(ANN, code)


async def test_five_wrong_tries_end_it_even_for_who_knows_it(people: People) -> None:
    code = await people.offer_claim()
    for _ in range(CLAIM_TRIES):
        with pytest.raises(UserError):
            await people.claim(BOB, "WRONG")
    with pytest.raises(UserError):
        await people.claim(ANN, code)
    assert (await people.load_access()).owners == frozenset()


async def test_a_new_code_replaces_the_old_one(people: People) -> None:
    old = await people.offer_claim()
    new = await people.offer_claim()
    with pytest.raises(UserError):
        await people.claim(ANN, old)
    await people.claim(ANN, new)


async def test_without_a_code_nothing_can_be_claimed(people: People) -> None:
    with pytest.raises(UserError):
        await people.claim(ANN, "")


def stored_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_the_code_itself_is_not_stored(people: People, tmp_path: Path) -> None:
    code = await people.offer_claim()
    assert code.encode() not in stored_bytes(tmp_path)
