"""What people may send into any chat: of `kb`, whoever asks."""

import pytest

from bot.messages import Sender
from bot.services.shared_search import PER_MINUTE, SharedSearch
from tests.conversation import OWNER, World

HARBOUR = b"# Harbour\n\nThe harbour opens at six; the canary is called Pepito.\n"


def a_sender(number: str) -> Sender:
    return Sender("test", number, "Somebody")


async def find(world: World, who: str, words: str = "harbour") -> list[str]:
    found = await SharedSearch(world.services).search(a_sender(who), words)
    return [f"{each.place}: {each.excerpt}" for each in found]


async def test_people_who_are_let_in_find_what_everybody_may_read(world: World) -> None:
    await world.owner("kb", harbour__md=HARBOUR)
    for who in (OWNER, "2"):
        (found,) = await find(world, who)
        assert found.startswith("harbour.md, Harbour")
        assert "Pepito" in found


async def test_strangers_and_blocked_people_find_nothing(world: World) -> None:
    await world.owner("kb", harbour__md=HARBOUR)
    assert await find(world, "9") == []
    await world.owner("/users block test:2")
    assert await find(world, "2") == []


@pytest.mark.parametrize("who", [OWNER, "2"])
async def test_nothing_private_is_found_not_even_by_its_owner(world: World, who: str) -> None:
    """Whoever reads in that chat is not known."""
    await world.owner("admin", harbour__md=HARBOUR)
    await world.person("2")("", harbour__md=HARBOUR.replace(b"six", b"seven"))
    await world.owner("/remember the harbour canary is called Pepito")
    assert await find(world, who) == []


async def test_one_person_cannot_search_without_end(world: World) -> None:
    await world.owner("kb", harbour__md=HARBOUR)
    shared = SharedSearch(world.services)
    for _ in range(PER_MINUTE):
        assert await shared.search(a_sender("2"), "harbour")
    assert not await shared.search(a_sender("2"), "harbour")
    assert await shared.search(a_sender("3"), "harbour")
    world.clock.forward(minutes=1)
    assert await shared.search(a_sender("2"), "harbour")


async def test_words_that_are_none_find_nothing(world: World) -> None:
    await world.owner("kb", harbour__md=HARBOUR)
    assert await find(world, OWNER, "  ") == []
