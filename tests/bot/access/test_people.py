from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.people import ALPHABET, CLAIM_LIFE, CLAIM_TRIES, PEOPLE, People
from bot.access.policy import Access
from bot.messages import Sender, UserError
from tests.fakes import FakeClock
from tests.postgresql.engines import ENGINES, open_on_engine

ANN = Sender("telegram", "1", "Ann")
BOB = Sender("telegram", "2", "Bob")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(params=ENGINES)
async def people(
    request: pytest.FixtureRequest, tmp_path: Path, clock: FakeClock
) -> AsyncIterator[People]:
    async with open_on_engine(request, request.param, tmp_path, PEOPLE) as database:
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


async def guess(people: People, sender: Sender, times: int) -> None:
    for _ in range(times):
        with pytest.raises(UserError):
            await people.claim(sender, "WRONG")


async def test_five_wrong_codes_end_it_for_who_sent_them(people: People) -> None:
    code = await people.offer_claim()
    await guess(people, BOB, CLAIM_TRIES)
    with pytest.raises(UserError):
        await people.claim(BOB, code)
    assert (await people.load_access()).owners == frozenset()


async def test_wrong_codes_of_others_do_not_use_up_the_owners(people: People) -> None:
    await guess(people, ANN, CLAIM_TRIES)  # while there is no code to guess
    code = await people.offer_claim()
    for n in range(100):
        await guess(people, Sender("telegram", f"9{n}", "Ann"), CLAIM_TRIES)
    await guess(people, ANN, CLAIM_TRIES - 1)
    await people.claim(ANN, code)
    assert (await people.load_access()).owners == {ANN.key}


async def test_a_new_code_gives_everybody_new_tries(people: People) -> None:
    await people.offer_claim()
    await guess(people, ANN, CLAIM_TRIES)
    await people.claim(ANN, await people.offer_claim())
    assert (await people.load_access()).owners == {ANN.key}


async def test_no_crowd_guesses_a_code_more_easily_than_five_tries_once_did(
    people: People,
) -> None:
    code = await people.offer_claim()
    guesses = 1000 * CLAIM_LIFE.total_seconds()
    assert guesses / len(ALPHABET) ** len(code) <= 5 / len(ALPHABET) ** 8


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
