"""An invitation lets one person in, once, for a week."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.access.invitations import LIFE, MOST, Invitations
from bot.access.people import PEOPLE, People
from bot.access.policy import Access
from bot.messages import Sender, UserError
from tests.fakes import FakeClock
from tests.postgresql.engines import ENGINES, open_on_engine

ANN, BOB = Sender("test", "1", "Ann"), Sender("test", "2", "Bob")


class World:
    def __init__(self, people: People, invitations: Invitations, clock: FakeClock) -> None:
        self.people = people
        self.invitations = invitations
        self.clock = clock

    async def approved(self) -> frozenset[str]:
        return (await self.people.load_access()).approved


@pytest.fixture(params=ENGINES)
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    clock = FakeClock()
    async with open_on_engine(request, request.param, tmp_path, PEOPLE) as database:
        yield World(People(database, Access(), clock), Invitations(database, clock), clock)


async def test_it_lets_in_the_first_who_uses_it_and_nobody_else(world: World) -> None:
    _made, code = await world.invitations.create("Ann")
    assert await world.invitations.accept(ANN, code.lower()) == "Ann"
    assert await world.invitations.accept(BOB, code) is None
    assert await world.approved() == {ANN.key}
    assert await world.invitations.list_waiting() == []


async def test_the_same_message_after_a_crash_is_answered_as_before(world: World) -> None:
    _made, code = await world.invitations.create("Ann")
    assert [await world.invitations.accept(ANN, code) for _time in range(2)] == ["Ann", "Ann"]


@pytest.mark.parametrize("role", ["", "blocked"])
async def test_whoever_is_shut_out_does_not_come_in_by_it_again(world: World, role: str) -> None:
    _made, code = await world.invitations.create("Ann")
    await world.invitations.accept(ANN, code)
    await world.people.take_role(ANN.key, "approved")
    if role:
        await world.people.set_role(ANN.key, "blocked")
    assert await world.invitations.accept(ANN, code) is None
    assert await world.approved() == frozenset()


@pytest.mark.parametrize("later", [LIFE, timedelta(days=-1)])
async def test_it_expires_also_when_the_clock_was_set_back(world: World, later: timedelta) -> None:
    _made, code = await world.invitations.create("Ann")
    world.clock.now += later
    assert await world.invitations.accept(ANN, code) is None
    assert await world.approved() == frozenset()


async def test_it_is_valid_until_the_last_second(world: World) -> None:
    _made, code = await world.invitations.create("Ann")
    world.clock.now += LIFE - timedelta(seconds=1)
    assert await world.invitations.accept(ANN, code) == "Ann"


async def test_a_withdrawn_one_lets_nobody_in_and_its_number_means_no_other(world: World) -> None:
    made, code = await world.invitations.create("Ann")
    assert (await world.invitations.withdraw(made.id)).name == "Ann"
    assert await world.invitations.accept(ANN, code) is None
    other, _code = await world.invitations.create("Bob")
    assert other.id != made.id
    with pytest.raises(UserError, match="withdrawn already"):
        await world.invitations.withdraw(made.id)


async def test_a_used_one_cannot_be_withdrawn(world: World) -> None:
    made, code = await world.invitations.create("Ann")
    await world.invitations.accept(ANN, code)
    with pytest.raises(UserError, match="used or withdrawn"):
        await world.invitations.withdraw(made.id)


async def test_only_so_many_wait_at_once(world: World) -> None:
    for _n in range(MOST):
        await world.invitations.create("")
    with pytest.raises(UserError, match="Too many invitations"):
        await world.invitations.create("")
    world.clock.now += LIFE
    await world.invitations.create("")


async def test_an_owner_who_uses_one_stays_an_owner(world: World) -> None:
    await world.people.claim(ANN, await world.people.offer_claim())
    _made, code = await world.invitations.create("")
    assert await world.invitations.accept(ANN, code) == ""
    access = await world.people.load_access()
    assert access.owners == {ANN.key}
    assert access.approved == frozenset()
