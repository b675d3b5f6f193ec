"""A member's document is told from the owner's of the same name, wherever a passage is named."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.answering.extracts.quoting import name_files
from tests.conversation import OWNER, World, a_world

PRICES = b"# Handbook\n\n## Prices\n\nA berth costs 240 euros a year.\n"
FALSE = PRICES.replace(b"240", b"15")
OURS, THEIRS = "handbook.md, Handbook › Prices", "handbook.md (from this chat), Handbook › Prices"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        await world.owner("kb", handbook__md=PRICES)
        member = world.person("2", chat="g", private=False)
        await member("here it is", handbook__md=FALSE)
        yield world


@pytest.mark.parametrize("who", [OWNER, "2", "3"])
async def test_sources_in_a_group_tell_which_a_member_sent(world: World, who: str) -> None:
    reply = await world.person(who, chat="g", private=False)("What does a berth cost?")
    lines = reply.text.splitlines()
    assert [f"[1] {OURS}" in lines, f"[2] {THEIRS}" in lines] == [True, True], reply.text


@pytest.mark.parametrize("command", ["/search berth", "/why"])
async def test_commands_in_a_group_tell_it_too(world: World, command: str) -> None:
    group = world.person(OWNER, chat="g", private=False)
    await group("What does a berth cost?")
    text = (await group(command)).text
    assert OURS in text
    assert THEIRS in text


async def test_a_shown_passage_tells_it(world: World) -> None:
    group = world.person("3", chat="g", private=False)
    answer = await group("What does a berth cost?")
    shown = [(await group(each.message)).text for each in answer.choices]
    assert sum("(from this chat)" in each for each in shown) == 1


async def test_the_owner_finds_others_documents_with_their_chat(world: World) -> None:
    text = (await world.owner("/search berth")).text
    assert f"1. **{OURS}, line 3**" in text
    assert "(private: `test:g`)**" in text


async def test_ones_own_documents_are_not_marked(world: World) -> None:
    alice = world.person("2")
    await alice("", own__md=b"# Own\n\nThe zebra eats 15 apples.\n")
    assert "[1] own.md" in (await alice("How many apples does the zebra eat?")).text
    assert "own.md, Own, line 1**" in (await alice("/search zebra")).text


def test_files_called_alike_are_named_in_full() -> None:
    assert name_files(["/a/handbook.md"]) == {}
    assert name_files(["/a/x.md", "/b/y.md"]) == {"/a/x.md": "x", "/b/y.md": "y"}
    alike = ["/a/handbook.md", "/b/handbook.md, Prices"]
    assert list(name_files(alike).values()) == ["handbook.md", "handbook.md, Prices"]
