"""Whoever asks what "it" is about means the document that was read or quoted last."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conversation import World, a_world

BILL = (
    b"# Invoice 4471\n\nFrom: Hartley Plumbing Ltd\n\n# Terms\n\nPayment is due by 14 April 2026.\n"
)
GARDEN = b"# Garden\n\nThe tomatoes grow beside the shed.\n"
OUTLINE = "Plumber.md\n\n- Invoice 4471\n- Terms"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    "asked",
    [
        "what is it about?",
        "what is this?",
        "summarise it",
        "give me a summary please",
        "what are the main points?",
        "worum geht es?",
        "de quoi ça parle ?",
        "resúmelo",
        "о чём это?",
        "总结一下",
    ],
)
async def test_the_document_that_was_just_read_is_meant(world: World, asked: str) -> None:
    await world.owner("", Plumber__md=BILL)
    assert OUTLINE in (await world.owner(asked)).text


async def test_the_document_that_was_quoted_since_is_meant(world: World) -> None:
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(minutes=1)
    await world.owner("", Garden__md=GARDEN)
    world.clock.forward(minutes=1)
    await world.owner("when is the payment due?")
    assert OUTLINE in (await world.owner("summarise it")).text


async def test_what_was_looked_at_for_nothing_is_not_meant(world: World) -> None:
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(minutes=1)
    await world.owner("", Garden__md=GARDEN)
    world.clock.forward(minutes=1)
    assert "[1]" not in (await world.owner("when is the invoice due?")).text
    assert "- Garden" in (await world.owner("summarise it")).text


async def test_of_two_read_at_once_none_is_meant(world: World) -> None:
    await world.owner("", Plumber__md=BILL, Garden__md=GARDEN)
    assert "- Terms" not in (await world.owner("summarise it")).text


async def test_what_was_read_long_ago_is_not_meant(world: World) -> None:
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(hours=3)
    assert "- Terms" not in (await world.owner("summarise it")).text


@pytest.mark.parametrize("asked", ["what is it about?", "summarise it", "what is this?"])
async def test_what_others_had_read_is_not_meant(world: World, asked: str) -> None:
    await world.owner("admin", canary__md=b"# canary-4711\n\nNothing.\n")
    world.clock.forward(minutes=1)
    await world.owner("kb", Plumber__md=BILL)
    said = (await world.person("2")(asked)).text
    assert "canary" not in said
    assert "- Terms" not in said


async def test_what_others_may_not_see_is_not_meant_by_them(world: World) -> None:
    await world.owner("kb", Plumber__md=BILL)
    quoted = (await world.person("2")("when is the payment due?")).text
    assert "14 April" in quoted
    world.clock.forward(minutes=1)
    await world.owner("admin", canary__md=b"# canary-4711\n\nNothing.\n")
    assert OUTLINE in (await world.person("2")("summarise it")).text


async def test_what_is_this_asks_of_multis_where_no_document_is_meant(world: World) -> None:
    assert "/help lists all commands" in (await world.owner("what is this?")).text


async def test_behind_thanks_the_document_that_was_quoted_is_meant(world: World) -> None:
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(minutes=1)
    await world.owner("", Garden__md=GARDEN)
    world.clock.forward(minutes=1)
    await world.owner("when is the payment due?")
    await world.owner("thanks")
    assert OUTLINE in (await world.owner("summarise it")).text


async def test_once_a_fact_was_told_no_document_is_meant(world: World) -> None:
    await world.owner("/remember The blue key is for the cellar")
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(minutes=50)
    assert "cellar" in (await world.owner("what is the blue key for?")).text
    world.clock.forward(minutes=1)
    assert "- Terms" not in (await world.owner("what is that?")).text


@pytest.mark.parametrize("asked", ["anything important?", "what should I know?"])
async def test_once_somebody_said_something_else_no_document_is_meant(
    world: World, asked: str
) -> None:
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(minutes=1)
    await world.owner("Tom said the boiler is leaking")
    assert "- Terms" not in (await world.owner(asked)).text


async def test_what_is_asked_of_a_thing_that_was_spoken_of_means_no_document(world: World) -> None:
    await world.owner("", House__md=b"# Heat pump\n\nThe heat pump is in the cellar.\n")
    assert "cellar" in (await world.owner("where is the heat pump?")).text
    said = (await world.owner("what is this for?")).text
    assert not said.startswith("House.md")
    assert "/help" not in said


async def test_what_could_not_be_done_changes_nothing(world: World) -> None:
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(minutes=1)
    assert "language model" in (await world.owner("recap")).text
    assert OUTLINE in (await world.owner("main points please")).text


async def test_what_was_just_asked_of_it_changes_nothing(world: World) -> None:
    await world.owner("", Plumber__md=BILL)
    world.clock.forward(minutes=1)
    assert OUTLINE in (await world.owner("what is this?")).text
    assert OUTLINE in (await world.owner("summarise it")).text


@pytest.mark.parametrize(
    "asked", ["what are the key points of Plumber?", "outline of Plumber.md", "plumber in short"]
)
async def test_the_main_points_of_a_document_that_is_named_are_its_outline(
    world: World, asked: str
) -> None:
    await world.owner("", Plumber__md=BILL)
    assert (await world.owner(asked)).text.endswith(OUTLINE)


async def test_of_a_document_that_is_summarised_nothing_else_is_quoted(world: World) -> None:
    await world.owner(
        "", Plumber__md=BILL, Terms__md=b"# Terms\n\nThe plumber summarises the terms.\n"
    )
    said = (await world.owner("summarise Plumber.md")).text
    assert said.endswith(OUTLINE)
