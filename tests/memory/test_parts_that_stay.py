"""What a change is not about stays: beside a partner, in a list, of a journey, of a name."""

import pytest

from memory.fact import Provenance
from tests.memory.conftest import World


async def tell(world: World, *texts: str) -> list[str]:
    """Tell one text a day; return what is known then."""
    for text in texts:
        world.clock.forward(days=1)
        await world.facts.remember(world.chat(), text, Provenance("manual"), world.clock())
    return sorted(await world.known())


@pytest.mark.parametrize(
    "known",
    [
        "I have two kids with my partner Rob",
        "I owe my partner Rob 500 euros",
        "I'm allergic to my partner Rob's cat",
    ],
)
async def test_who_parts_from_a_partner_still_has_what_is_no_home(world: World, known: str) -> None:
    parted = "Rob and I split up"
    assert await tell(world, known, parted) == sorted((known, parted))


async def test_who_parts_from_a_partner_lives_with_them_no_more(world: World) -> None:
    parted = "Rob and I split up"
    assert await tell(world, "I live with my partner Rob in Leeds", parted) == [parted]


@pytest.mark.parametrize(
    ("known", "parted", "kept"),
    [
        ("My wife Kay is a nurse and my son Tom is 7", "Kay and I split up", "My son Tom is 7"),
        (
            "I'm allergic to nuts and my partner Rob is vegan",
            "Rob and I split up",
            "I'm allergic to nuts",
        ),
    ],
)
async def test_of_a_partner_and_something_else_that_stays_alone(
    world: World, known: str, parted: str, kept: str
) -> None:
    assert await tell(world, known, parted) == sorted((kept, parted))


@pytest.mark.parametrize(
    ("known", "change", "kept"),
    [
        (
            "I take metformin 500 mg and aspirin 100 mg",
            "I take metformin 850 mg now",
            "I take aspirin 100 mg",
        ),
        (
            "I take metformin 500 mg and aspirin 100 mg",
            "I stopped taking metformin",
            "I take aspirin 100 mg",
        ),
        (
            "I pay 20 for the gym and 30 for the pool",
            "I cancelled the gym",
            "I pay 30 for the pool",
        ),
        ("I have 2 cats and 3 dogs", "I have 4 cats now", "I have 3 dogs"),
        (
            "Ich nehme Metformin 500 mg und Aspirin 100 mg",
            "Ich nehme jetzt Metformin 850 mg",
            "Ich nehme Aspirin 100 mg",
        ),
    ],
)
async def test_what_is_kept_has_its_verb(world: World, known: str, change: str, kept: str) -> None:
    assert await tell(world, known, change) == sorted((kept, change))


async def test_a_correction_of_a_list_leaves_no_wrong_value(world: World) -> None:
    known = await tell(world, "The wifi password is blue7 and the alarm code is 4411", "no, 4412")
    assert known == ["The wifi password is blue7 and the alarm code is 4412"]


async def test_two_values_told_at_once_end_both(world: World) -> None:
    now = "the gym is 25 and the pool is 35 now"
    assert await tell(world, "The gym is 20 and the pool is 30", now) == [now]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our flight to Lisbon is on 3 May", "We're off on the Lisbon trip"),
        ("Our flight to Lisbon is on 3 May", "in 2019 the Lisbon trip was cancelled"),
        ("Our flight to Lisbon is on 3 May", "the flight from Lisbon is cancelled"),
        ("Our flight to Lisbon is on 3 May", "last year's Lisbon trip was cancelled"),
        ("My brother is Terry", "Terry left, Jo is here now"),
        ("My name is Rose", "Rose left, it's Jo now"),
        ("My name is Rose", "I sold the rose"),
    ],
)
async def test_what_is_about_something_else_ends_nothing(
    world: World, known: str, said: str
) -> None:
    assert await tell(world, known, said) == sorted((known, said))


async def test_a_journey_that_is_called_off_has_no_flight(world: World) -> None:
    said = "the Lisbon trip is cancelled"
    assert await tell(world, "Our flight to Lisbon is on 3 May", said) == [said]
