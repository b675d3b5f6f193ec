"""Each request to a model is recorded with the part of multis that made it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from bot.llm.feature import Feature
from bot.services.summarize import build_summarizer
from tests.bot.desk.office import GUIDE
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import FakeLlm, Says


@asynccontextmanager
async def world_with(answer: str, folder: Path) -> AsyncIterator[World]:
    async with FakeLlm(lambda _: Says(answer)) as llm, a_world(folder, answered_by(llm)) as world:
        yield world


async def find_features(world: World) -> set[Feature]:
    today = world.clock.now.date()
    return {each.feature for each in await world.services.usage.select_all(today).list_features()}


async def test_an_answer_and_the_rewriting_of_its_question_are_told_apart(tmp_path: Path) -> None:
    async with world_with("When is check-out on Sundays?", tmp_path) as world:
        await world.owner("kb", guide__md=GUIDE)
        await world.owner("When is check-out?")
        assert await find_features(world) == {Feature.ANSWER}
        await world.owner("And on Sundays?")
        assert await find_features(world) == {Feature.ANSWER, Feature.REWRITING}


async def test_what_a_second_model_verifies_is_no_answer(tmp_path: Path) -> None:
    async with FakeLlm(lambda _: Says("Whoever crosses parts with nine euros.")) as llm:
        settings = answered_by(llm)
        checked = replace(settings, llm=replace(settings.llm, verify="model"))
        async with a_world(tmp_path, checked) as world:
            await world.owner("kb", boiler__md=b"# Boiler\n\nThe ferry costs nine euros.\n")
            await world.owner("What does the ferry cost?")
            assert await find_features(world) == {Feature.ANSWER, Feature.VERIFICATION}


async def test_notes_are_the_capture_s(tmp_path: Path) -> None:
    async with world_with("- A note", tmp_path) as world:
        services = world.services
        summarize = build_summarizer(services.model, services.usage, services.clock)
        assert await summarize("Sum up.", "What was said") == "- A note"
        assert await find_features(world) == {Feature.CAPTURE}


async def test_in_a_group_each_member_who_asks_is_counted(tmp_path: Path) -> None:
    async with world_with("The ferry costs nine euros.", tmp_path) as world:
        for member in ("2", "3"):
            await world.services.people.set_role(f"test:{member}", "approved")
        for member in ("2", "2", "3"):
            person = world.person(member, chat="-77", private=False)
            await person("What does the ferry cost?")
        used = await world.services.usage.list_people(world.clock.now.date())
        assert [(each.key, each.answers) for each in used] == [("test:2", 2), ("test:3", 1)]
