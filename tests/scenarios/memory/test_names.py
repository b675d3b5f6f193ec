"""Relatives and animals are asked for by their names, and by whose they are, without a model."""

import pytest

from tests.conversation import World


async def remember(world: World, *facts: str) -> None:
    for each in facts:
        await world.owner(f"/remember {each}")
        world.clock.forward(minutes=3)


@pytest.mark.parametrize("question", ["Where does my sister live?", "Where does Ann live?"])
async def test_who_moved_lives_where_their_name_was_said_to_have_moved(
    world: World, question: str
) -> None:
    await remember(world, "My sister Ann lives in Bath.", "Ann has moved to Bristol.")
    answer = (await world.owner(question)).text
    assert "Ann has moved to Bristol." in answer
    assert "Bath" not in answer
    assert "My sister Ann (" in (await world.owner("/memory")).text


async def test_of_two_homes_the_one_that_was_said_last_counts(world: World) -> None:
    """Nobody says at once that she who lives in Bath is Ann: both facts stand."""
    said = ("My sister lives in Bath.", "Ann has moved to Bristol.", "My sister Ann sings.")
    await remember(world, *said)
    listed = (await world.owner("/memory")).text
    assert all(each in listed for each in said)
    answer = (await world.owner("Where does my sister live?")).text
    assert "Bristol" in answer
    assert "Bath" not in answer


async def test_what_was_said_of_a_name_answers_for_whose_it_is(world: World) -> None:
    await remember(world, "Our dog Biscuit is brown.", "Biscuit is afraid of fireworks.")
    answer = (await world.owner("What is our dog afraid of?")).text
    assert "Biscuit is afraid of fireworks." in answer


async def test_of_two_sisters_neither_stands_for_the_other(world: World) -> None:
    await remember(world, "My sister Ann lives in Bath.", "My sister Beth lives in Hull.")
    answer = (await world.owner("Where does my sister live?")).text
    assert "Bath" in answer
    assert "Hull" in answer
    answer = (await world.owner("Where does Ann live?")).text
    assert "Hull" not in answer


async def test_in_a_group_a_name_that_somebody_else_gave_does_not_answer(world: World) -> None:
    bob = world.person("2", chat="-100", private=False)
    eve = world.person("3", chat="-100", private=False)
    await bob("/remember My sister Ann sings.")
    await eve("/remember Ann lives in Bath.")
    assert "Bath" not in (await eve("Where does my sister live?")).text


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("Daniela hat am 3. Mai Geburtstag", "Wann hat Daniel Geburtstag?", "Mai"),
        ("Paule a une voiture rouge", "Quelle voiture a Paul ?", "rouge"),
        ("Paula's car is red", "What colour is Paul's car?", "red"),
        ("Louis a une voiture rouge", "Quelle voiture a Louise ?", "rouge"),
    ],
)
async def test_a_name_with_another_end_is_another_person(
    world: World, told: str, question: str, answer: str
) -> None:
    await remember(world, told)
    assert answer not in (await world.owner(question)).text


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("Daniels Geburtstag ist am 3. Mai", "Wann hat Daniel Geburtstag?", "Mai"),
        ("Paula's car is red", "What colour is the car of Paula?", "red"),
        ("Die Hunde kosten 90 Euro Steuer", "Wie viel Steuer kostet ein Hund?", "90 Euro"),
        ("Ивана зовут Иван Петров", "Как фамилия Ивана?", "Петров"),
    ],
)
async def test_the_same_name_in_another_form_is_the_same_person(
    world: World, told: str, question: str, answer: str
) -> None:
    await remember(world, told)
    assert answer in (await world.owner(question)).text
