"""`What's changed?` is answered from what was told: what was so, and what is so now."""

from pathlib import Path

import pytest

from tests.conversation import a_world

CHANGED = "- I live in Leeds → I moved to York (noted on "


async def test_what_was_and_what_is_are_told(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert "Nothing has changed" in (await world.owner("what's changed?")).text
        for said in ("I live in Leeds", "Yoga is on Mondays", "I moved to York", "I like tea"):
            await world.owner(f"/remember {said}")
        told = (await world.owner("What has changed?")).text
        assert CHANGED in told
        assert "Yoga" not in told
        assert "Das hat sich" in (await world.owner("Was hat sich geändert?")).text


@pytest.mark.parametrize("asked", ["what's changed?", "qu'est-ce qui a changé ?"])
async def test_nobody_learns_what_has_changed_for_another(tmp_path: Path, asked: str) -> None:
    async with a_world(tmp_path) as world:
        group = {each: world.person(each, chat="g", private=False) for each in ("2", "3")}
        for say in (world.owner, group["2"]):
            await say("/remember my code is canary-1")
            await say("/remember my code is canary-2")
        for other in (world.person("3"), group["3"]):
            assert "canary" not in (await other(asked)).text
        assert "canary-1 → my code is canary-2" in (await group["2"](asked)).text


@pytest.mark.parametrize("told", ["", "h"])
async def test_what_has_changed_in_one_chat_stays_there(tmp_path: Path, told: str) -> None:
    async with a_world(tmp_path) as world:
        there = world.person("2", chat=told, private=not told)
        for number in (1, 2, 3):
            await there(f"/remember my code is canary-{number}")
        assert "canary-1 → my code is canary-2" in (await there("what's changed?")).text
        here = world.person("2", chat="g", private=False)
        assert "canary" not in (await here("what's changed?")).text


async def test_what_is_forgotten_has_not_changed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for number in (1, 2, 3):
            await world.owner(f"/remember my code is canary-{number}")
        await world.owner("/forget canary")
        assert "canary" not in (await world.owner("what's changed?")).text


async def test_a_mistake_that_was_put_right_is_no_change(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember My flight is on 4 April")
        await world.owner("/remember no wait, my flight is on 5 April")
        assert "5 April" in (await world.owner("when is my flight?")).text
        assert "Nothing has changed" in (await world.owner("what's changed?")).text


async def test_of_two_values_the_newer_stands_first(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember Max wears size 31 shoes")
        world.clock.forward(days=1)
        await world.owner("/remember Max is in size 32 shoes already")
        lines = (await world.owner("what size shoes does Max wear?")).text.splitlines()
        assert [line[:8] for line in lines[1:]] == ["- Max is", "- Max we"]


async def test_what_changes_without_being_named_is_what_was_told_last(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember the gym is 20 a month")
        await world.owner("/remember it's gone up to 25")
        assert "the gym is 25 a month" in (await world.owner("how much is the gym?")).text
        assert "20 a month → the gym is 25" in (await world.owner("what's changed?")).text


async def test_one_of_two_days_is_over(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember I swim on Monday and Friday mornings")
        await world.owner("/remember I'm not doing Fridays any more")
        assert "I swim on Monday mornings" in (await world.owner("when do I swim?")).text
