"""A yes-or-no question is answered by what denies it, before what only has its words."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask

TANK = """\
READINGS
  Sludge ........................ 62 cm
  Vent .......................... cowl missing, not fitted today

NOTES
 6. Cowl for vent: any builders' merchant, about a tenner.
"""
PARTY = """\
Dress: no theme. Mum hates balloons so no balloons for Gwen, flowers in jam jars.

From: Rhodri

And are we doing karaoke? I can do the balloons.
"""


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("did they put a new cowl on the vent", TANK, "not fitted today"),
        ("are there going to be balloons for gwen", PARTY, "no balloons"),
    ],
)
def test_a_denial_answers_before_what_says_neither_yes_nor_no(
    question: str, text: str, told: str
) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert told in found.text.split("\n")[0]


def test_what_says_yes_or_no_itself_stays_first() -> None:
    text = "Dogs are allowed on the beach.\n\nDogs are not allowed on the beach in August."
    assert ask("are dogs allowed on the beach", text).text.startswith("- Dogs are allowed")


def test_a_denial_of_another_thing_is_no_answer() -> None:
    text = "Breakfast with eggs from 8 to 10.\n\nThere is no lift."
    assert ask("is there breakfast", text).text.startswith("- Breakfast")
