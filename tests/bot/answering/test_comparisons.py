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
