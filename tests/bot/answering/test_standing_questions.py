"""A question that may continue the one before, or stand by itself, is answered alone first."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.policy import Access
from tests.conversation import OWNER, World, a_world

EVERYBODY = Access(owners=frozenset({f"test:{OWNER}"}), everybody=True)
SCHOOL = b"""# Hill School

## Fees

The fee is 240 pounds a term. It is due by 1 September.

## Visits

The open day is on 14 March.
"""
INN = b"# Inn\n\nCheck-in: if you come after 10 pm, please ring.\n\nThe pool is closed.\n"
SECRET = b"The secret open day of the board is on 31 May."


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, access=EVERYBODY) as world:
        yield world


async def test_it_is_answered_alone_behind_another(world: World) -> None:
    await world.owner("kb", school__md=SCHOOL)
    assert "240 pounds" in (await world.owner("How much is the fee?")).text
    assert (await world.owner("When is the open day?")).text.startswith("- The open day is on 14")


async def test_what_has_but_the_words_of_the_one_before_is_a_guess(world: World) -> None:
    await world.owner("kb", club__md=b"Omar pays the taxi from the pub.\n\nPetra brings a cake.")
    assert "Omar" in (await world.owner("Who pays the taxi?")).text
    asked = (await world.owner("Who is coming?")).text
    assert asked.startswith("This may be what you mean:") or "Omar" not in asked


async def test_alone_it_finds_nothing_that_another_may_not_see(world: World) -> None:
    await world.owner("kb", school__md=SCHOOL.replace(b"The open day is on 14 March.", b""))
    await world.owner("admin", secret__md=SECRET)
    bob = world.person("bob")
    await bob("How much is the fee?")
    assert "31 May" not in (await bob("When is the open day?")).text
    await world.owner("How much is the fee?")
    assert "31 May" in (await world.owner("When is the open day?")).text


@pytest.mark.parametrize("chat", ["", "g"])
async def test_what_was_quoted_is_not_searched_alone_once_others_may_not_see_it(
    world: World, chat: str
) -> None:
    await world.owner("kb", inn__md=INN)
    bob = world.person("bob", chat=chat, private=not chat)
    assert "please ring" in (await bob("what if we arrive late?")).text
    await world.owner.press(await world.owner("/docs inn.md"), "Make it admin")
    assert "closed" not in (await bob("can we swim there?")).text


async def test_what_the_owner_was_quoted_is_not_searched_alone_in_a_group(world: World) -> None:
    await world.owner("admin", inn__md=INN)
    assert "please ring" in (await world.owner("what if we arrive late?")).text
    assert "closed" in (await world.owner("can we swim there?")).text
    for person in (OWNER, "bob"):
        there = world.person(person, chat="g", private=False)
        await there("what if we arrive late?")
        assert "closed" not in (await there("can we swim there?")).text
