"""An amount of the question is within a range of the document, or it is not."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_amounts import find_asked_amount
from bot.answering.question.asked_question import parse_question
from tests.bot.answering.asking import ask

CAMPSITE = """# Lakeside campsite

Children under 4 stay free. Children from 4 to 12 years pay half. Guests over 65 get a discount.

Dogs up to 10 kg cost 3 euros a night; dogs heavier than 10 kg cost 6 euros.

| Tent | 1–3 nights | 4–6 nights | 7 nights and more |
|---|---|---|---|
| small | £12 | £11 | £10 |
| large | £20 | £18 | £16 |
"""


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("does my 3-year-old stay free?", "under 4", "pay half"),
        ("does my 6-year-old stay free?", "pay half", "under 4"),
        ("do I get a discount, I'm 68?", "over 65", "Children"),
        ("price of a small tent for 5 nights?", "£11", "£10"),
        ("large tent for 10 nights?", "£16", "£18"),
    ],
)
def test_a_number_is_answered_by_the_range_it_is_within(
    question: str, told: str, untold: str
) -> None:
    found = ask(question, CAMPSITE).text
    assert told in found
    assert untold not in found


def test_a_german_journey_of_five_hours_is_one_from_four_hours_on() -> None:
    text = (
        "Für die Bahn gilt die 2. Klasse. Ab vier Stunden Fahrzeit darf 1. Klasse gebucht werden."
    )
    found = ask("Darf ich bei fünf Stunden Fahrzeit 1. Klasse buchen?", text)
    assert found.grade is Grade.ANSWERS


def test_the_number_of_a_room_is_within_no_bound() -> None:
    found = ask("Who cleans room 12?", "Mrs Hart cleans up to 14 rooms a day.")
    assert found.grade is not Grade.ANSWERS


def test_a_year_of_school_is_one_of_several() -> None:
    found = ask("When does Year 2 swim?", "Years 1-3 swim on Monday. Years 4-6 swim on Friday.")
    assert "Monday" in found.text
    assert "Friday" not in found.text


def test_a_number_is_no_other_number_that_begins_with_it() -> None:
    question = parse_question("What do 1 adult and 17 children pay?")
    found = find_asked_amount("17", question)
    assert found is not None
    assert [each.value for each in found.amounts] == [17]
