"""/language shows and sets the language of a chat."""

import pytest

from tests.conversation import OWNER, World

GERMAN = "Wie viele Urlaubstage hat ein Kapitän?"


async def test_the_language_is_shown_with_a_button_for_each_other(world: World) -> None:
    reply = await world.owner("/language")
    assert reply.text.startswith("Language of this chat: English.")
    assert [each.message for each in reply.choices if each.label == "Deutsch"] == ["/language de"]


@pytest.mark.parametrize("name", ["de", "Deutsch", "german", "DE"])
async def test_a_chosen_language_is_that_of_every_reply(world: World, name: str) -> None:
    assert "Deutsch" in (await world.owner(f"/language {name}")).text
    help_ = (await world.owner("/help")).text
    assert "List what I can do" not in help_
    await world.owner("/language auto")
    assert "List what I can do" in (await world.owner("/help")).text


async def test_an_unknown_language_is_refused_with_those_that_are_spoken(world: World) -> None:
    assert "Deutsch" in (await world.owner("/language klingon")).text


async def test_who_writes_in_german_is_answered_in_german(world: World) -> None:
    """Frame and sentences alike, until they choose another language."""
    await world.owner("kb", plan__md=b"# Plan\n\nThe sauna opens at nine on Sundays.\n")
    assert (await world.owner(GERMAN)).text == "Die Dokumente beantworten das nicht."
    assert "List what I can do" not in (await world.owner("/help")).text
    await world.owner("/language en")
    assert (await world.owner(GERMAN)).text == "The documents do not answer this."


async def test_a_group_has_its_own_language(world: World) -> None:
    group = world.person(OWNER, chat="g", private=False)
    await group("/language de")
    assert "List what I can do" not in (await group("/help")).text
    assert "List what I can do" in (await world.owner("/help")).text
