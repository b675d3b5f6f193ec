"""Who asks for a comparison is shown both sides, and that it takes a model to compare them."""

from pathlib import Path

import pytest

from tests.conversation import a_world

CANNOT = "I can't compare without a language model."
OHNE = "Ohne Sprachmodell kann ich nicht vergleichen."
LEASE = b"# Lease\n\nThe rent for the flat is 940 euros.\n\nThe notice period is three months.\n"
SHED = b"# Shed contract\n\nThe rent for the shed is 55 euros.\n\nThe notice period is six weeks.\n"
ROOMS = "# Tarife\n\nDas Einzelzimmer kostet 80 Euro.\n\nDas Doppelzimmer kostet 120 Euro.\n"


@pytest.mark.parametrize(
    ("question", "lead", "sides"),
    [
        (
            "Compare the notice periods of the lease and the shed contract",
            CANNOT,
            ("three months", "six weeks"),
        ),
        ("Is the shed cheaper than the flat?", CANNOT, ("940 euros", "55 euros")),
        ("How much more is the flat than the shed?", CANNOT, ("940 euros", "55 euros")),
        ("How much more does the flat cost than the shed?", CANNOT, ("940 euros", "55 euros")),
        (
            "What's the difference in rent between the flat and the shed?",
            CANNOT,
            ("940 euros", "55 euros"),
        ),
        (
            "Wie viel teurer ist das Doppelzimmer als das Einzelzimmer?",
            OHNE,
            ("120 Euro", "80 Euro"),
        ),
        (
            "Was ist der Unterschied zwischen Einzelzimmer und Doppelzimmer?",
            OHNE,
            ("120 Euro", "80 Euro"),
        ),
    ],
)
async def test_both_sides_of_a_comparison_are_shown_once(
    question: str, lead: str, sides: tuple[str, ...], tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Lease__md=LEASE, Shed__md=SHED, Tarife__md=ROOMS.encode())
        answer = (await world.owner(question)).text
    assert answer.startswith(lead)
    assert all(answer.count(each) == 1 for each in sides)


async def test_how_much_more_is_due_is_no_comparison(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Lease__md=LEASE)
        answer = (await world.owner("How much more do I have to pay?")).text
    assert CANNOT not in answer


async def test_of_a_side_in_anothers_document_nothing_is_shown(tmp_path: Path) -> None:
    canary = b"# Shed contract\n\nThe rent for the shed is 7741 euros.\n"
    async with a_world(tmp_path) as world:
        await world.owner("admin", Shed__md=canary)
        await world.owner("", Lease__md=LEASE)
        guest = world.person("2")
        answer = (await guest("How much more is the flat than the shed?")).text
    assert "7741" not in answer


TICKETS = "# Billets\n\nLe billet plein tarif coûte 4 euros de plus que le billet réduit.\n"
FERRY = (
    "# Ferry\n\nA cabin is £40 more than a seat. "
    "The night crossing takes two hours longer than the day crossing.\n"
)
BEDS = "# Tarife\n\nDas Doppelzimmer ist 40 Euro teurer als das Einzelzimmer.\n"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much more is a cabin than a seat?", "A cabin is £40 more"),
        ("How much more does a cabin cost than a seat?", "A cabin is £40 more"),
        (
            "How much longer does the night crossing take than the day crossing?",
            "The night crossing takes two hours longer",
        ),
        (
            "Wie viel teurer ist das Doppelzimmer als das Einzelzimmer?",
            "Das Doppelzimmer ist 40 Euro teurer",
        ),
        ("Combien de plus coûte le plein tarif que le réduit ?", "Le billet plein tarif coûte 4"),
    ],
)
async def test_a_difference_that_a_document_states_is_the_answer(
    question: str, said: str, tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        papers = {"Ferry__md": FERRY, "Tarife__md": BEDS, "Billets__md": TICKETS}
        await world.owner("", **{name: text.encode() for name, text in papers.items()})
        answer = (await world.owner(question)).text
    assert answer.startswith(f"- {said}")


@pytest.mark.parametrize(
    "said",
    [
        "A seat costs £20 and a cabin £60.",
        "Two cabins are no more than a seat.",
        "A seat is £20, and a cabin more.",
        "A seat is £20 and a cabin £4 more than last year.",
        "A cabin is £4 more than a bunk, and a seat is blue.",
    ],
)
async def test_figures_of_both_sides_state_no_difference(said: str, tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Ferry__md=f"# Ferry\n\n{said}\n".encode())
        answer = (await world.owner("How much more is a cabin than a seat?")).text
    assert answer.startswith(CANNOT)


async def test_of_another_thing_than_the_sides_nothing_is_shown(tmp_path: Path) -> None:
    question = "What's the difference in notice between the flat and the caravan?"
    lease = LEASE.replace(b"months.", b"months. The deposit is 1,800 euros.")
    async with a_world(tmp_path) as world:
        await world.owner("", Lease__md=lease, Shed__md=SHED, Ferry__md=FERRY.encode())
        await world.owner("", Tarife__md=BEDS.encode(), Billets__md=TICKETS.encode())
        answer = (await world.owner(question)).text
    assert answer.startswith(CANNOT)
    assert "six weeks" not in answer


async def test_what_tells_of_both_sides_is_shown_alone(tmp_path: Path) -> None:
    travel = (
        "# Travel\n\nThe train takes two hours, and the bus takes three and a half. "
        "The train is how I go.\n"
    )
    async with a_world(tmp_path) as world:
        await world.owner("", Travel__md=travel.encode())
        answer = (await world.owner("How much longer does the bus take than the train?")).text
    assert answer.startswith(CANNOT)
    assert "takes two hours" in answer
    assert "how I go" not in answer


async def test_a_sentence_that_tells_of_both_sides_is_shown_below_one_alone(tmp_path: Path) -> None:
    radios = (
        "# Radios\n\nThe blue radio costs £120. The red radio costs £95.\n\n"
        "The difference in price between the blue and the red radio is small.\n"
    )
    async with a_world(tmp_path) as world:
        await world.owner("", Radios__md=radios.encode())
        answer = (await world.owner("How much more is the blue radio than the red radio?")).text
    assert answer.startswith(CANNOT)
    assert all(answer.count(each) == 1 for each in ("£120", "£95", "is small"))
