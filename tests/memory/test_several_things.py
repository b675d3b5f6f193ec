"""Facts that tell several things at once, and messages that change several facts."""

from functools import partial

import pytest

from bench.memory.decisions import ScriptedNote, decide
from memory.chat.notes import split_sections
from memory.fact import Provenance
from memory.messages import Exchange
from memory.settings import MemorySettings
from tests.memory.conftest import World

GYM, RAISED = "The gym is 20 a month", "it's gone up to 25"
YOGA, MOVED = "Yoga is on Tuesdays", "it's Thursdays now"
DATES = "dentist on the 12th at 9, haircut on the 14th"


async def _say(world: World, text: str, author: str = "") -> str:
    world.clock.forward(days=1)
    rests_on = Provenance("manual", author=author)
    return (await world.facts.remember(world.chat(), text, rests_on, world.clock())).was


async def test_of_two_appointments_the_other_one_stays(world: World) -> None:
    await _say(world, DATES)
    assert await _say(world, "dentist pushed to the 20th") == "Dentist on the 12th at 9"
    assert sorted(await world.known()) == ["Haircut on the 14th", "dentist pushed to the 20th"]
    notes = split_sections(await world.chat().read_notes())
    assert sorted(each.body for each in notes) == sorted(await world.known())
    await world.facts.undo(world.chat(), world.clock())
    await world.facts.undo(world.chat(), world.clock())
    assert await world.known() == [DATES]


async def test_in_a_group_each_changes_their_own_things_alone(world: World) -> None:
    await _say(world, DATES, "Bob")
    await _say(world, "dentist pushed to the 20th", "Ann")
    assert f"Bob: {DATES}" in await world.known()
    await _say(world, "dentist pushed to the 21st", "Bob")
    known = ["Ann: dentist pushed to the 20th", "Bob: Haircut on the 14th"]
    assert sorted(await world.known()) == [*known, "Bob: dentist pushed to the 21st"]


async def test_who_somebody_is_outlasts_what_is_said_of_them(world: World) -> None:
    await _say(world, "my sister Jo lives in Bath, my brother Sam lives in Cork")
    await _say(world, "Jo has moved to Leeds")
    known = ["Jo has moved to Leeds", "My sister Jo. My brother Sam lives in Cork"]
    assert sorted(await world.known()) == known


async def test_a_message_of_several_things_ends_what_each_takes_the_place_of(world: World) -> None:
    await _say(world, "our dentist is Dr Shah")
    await _say(world, "I work at Arla")
    was = await _say(world, "I've left Arla and our dentist is Dr Pike now")
    assert sorted(was.split("; ")) == ["I work at Arla", "our dentist is Dr Shah"]
    now = "I've left Arla and our dentist is Dr Pike now"
    assert await world.known() == [now]
    assert [each.body for each in split_sections(await world.chat().read_notes())] == [now]


async def test_a_message_of_several_things_leaves_what_none_of_them_is_about(
    world: World,
) -> None:
    await _say(world, "I live in Hull")
    await _say(world, "my sister moved to York and her dentist is Dr Pike")
    assert "I live in Hull" in await world.known()


async def test_a_message_that_changes_all_that_a_fact_tells_takes_its_place(world: World) -> None:
    await _say(world, "We live in York and the gym is 25")
    now = "We moved to Leeds and the gym is 30 now"
    assert await _say(world, now) == "We live in York and the gym is 25"
    assert await world.known() == [now]


async def test_a_message_that_changes_one_of_two_things_leaves_the_other(world: World) -> None:
    await _say(world, "We live in York and the gym is 25")
    await _say(world, "We moved to Leeds and the car is blue")
    assert "The gym is 25" in await world.known()


async def test_the_same_message_again_changes_nothing(world: World) -> None:
    await _say(world, "our dentist is Dr Shah")
    await _say(world, "I work at Arla")
    told = Provenance("manual", turn="m3")
    for _each in range(2):
        new = "I've left Arla and our dentist is Dr Pike now"
        await world.facts.remember(world.chat(), new, told, world.clock())
        assert await world.known() == [new]


class TestWithAModel:
    @pytest.fixture
    def settings(self) -> MemorySettings:
        return MemorySettings(capture_threshold=2)  # after every exchange

    async def test_a_model_that_ends_a_fact_of_two_things_ends_one(self, world: World) -> None:
        notes = {
            DATES: ScriptedNote(DATES),
            "the dentist is cancelled": ScriptedNote(
                "The dentist is cancelled.", replaces=("dentist on",), ends=True
            ),
        }
        world.model.answer = partial(decide, notes=notes)
        for day, said in enumerate(notes):
            world.clock.forward(days=1)
            at = world.clock()
            await world.chat().record(Exchange(f"m{day}", said, "I see.", at, at))
            await world.captures.run(world.chat())
        assert "Haircut on the 14th" in await world.known()
        assert not any("at 9" in each for each in await world.known())

    @pytest.mark.parametrize(
        ("before", "said", "noted", "stands"),
        [
            (GYM, RAISED, "The Netflix subscription costs 25 a month", {GYM, RAISED}),
            (GYM, RAISED, "The membership price has risen to 25", {"The gym is 25 a month"}),
            (GYM, RAISED, "The gym membership costs 25 a month", {"The gym is 25 a month"}),
            (GYM, RAISED, "It has gone up to 25", {"The gym is 25 a month"}),
            (GYM, "sorry, I meant 25", "Netflix costs 25 a month", {"The gym is 25 a month"}),
            (YOGA, MOVED, "The cleaner comes on Thursdays", {YOGA, MOVED}),
            (YOGA, MOVED, "Yoga is on Thursdays now", {"Yoga is on Thursdays"}),
        ],
    )
    async def test_what_a_model_takes_for_another_thing_is_kept_beside_what_was_said_last(
        self, world: World, before: str, said: str, noted: str, stands: set[str]
    ) -> None:
        others = ("Netflix is for the whole family", "The cleaner is called Rosa")
        notes = {each: ScriptedNote(each) for each in (*others, before)}
        notes[said] = ScriptedNote(noted)
        world.model.answer = partial(decide, notes=notes)
        for number, text in enumerate(notes):
            world.clock.forward(minutes=10)
            now = world.clock()
            await world.chat().record(Exchange(str(number), text, "I see.", now, now))
            await world.captures.run(world.chat())
        assert set(await world.known()) == {*others, *stands}
