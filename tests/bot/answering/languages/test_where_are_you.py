"""Who asks "where are you?" wants the address of whoever wrote the documents."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.policy import Access
from tests.conversation import OWNER, World, a_world

EVERYBODY = Access(owners=frozenset({f"test:{OWNER}"}), everybody=True)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, access=EVERYBODY) as world:
        yield world


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("where are you", "Classes are on Tuesdays.\n\nWe are at 16 Mill Lane, by the chemist."),
        ("donde estais", "Las clases son los martes.\n\nEstamos en la calle Alta, 16."),
        ("dove siete", "Le lezioni sono il martedì.\n\nSiamo in via Alta 16, dopo la farmacia."),
        ("onde é que estão", "As aulas são à terça.\n\nEstamos na rua Alta, 16, junto ao rio."),
        ("де ви знаходитесь", "Заняття щовівторка.\n\nГончарна майстерня, вул. Висока, 16."),
        ("где вы находитесь", "Занятия по вторникам.\n\nМастерская: ул. Высокая, д. 16."),
    ],
)
async def test_it_is_told_the_address(world: World, question: str, text: str) -> None:
    await world.owner("kb", workshop__md=text.encode())
    assert "16" in (await world.owner(question)).text


async def test_an_address_that_another_may_not_see_is_not_told(world: World) -> None:
    await world.owner("admin", secret__md=b"Our safe house is at 16 Mill Lane.")
    assert "16" not in (await world.person("bob")("where are you")).text


async def test_who_asks_where_a_thing_is_asks_for_no_address(world: World) -> None:
    await world.owner("kb", workshop__md=b"We are at 16 Mill Lane.\n\nThe kiln is in the cellar.")
    assert "cellar" in (await world.owner("where is the kiln")).text
