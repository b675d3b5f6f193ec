"""What a measure, a number or a room is said of decides whether it answers."""

import pytest

from bot.answering.extracts.lines import split_lines
from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how long is the road closed?", "The road is closed 2 km north of the village."),
        ("how long is the lesson?", "The lesson is 300 m from the station."),
        ("how long is the warranty?", "The warranty is void beyond 20,000 km."),
        ("how long is the hire?", "The hire is free up to 100 km."),
        ("how long is the ticket valid?", "The ticket is valid within 20 km of the city."),
        ("wie lang ist die Führung?", "Die Führung beginnt 200 m vom Bahnhof."),
        ("how long is the shop open?", "The shop does not open until Easter."),
        (
            "how many fire doors are there?",
            "There are 2 doors to the garden; in a fire use the stairs.",
        ),
        ("which room is the party in?", "The party is in the room that we booked."),
        ("in welchem Zimmer ist die Feier?", "Die Feier ist im Zimmer, das wir gebucht haben."),
    ],
)
def test_what_is_said_of_something_else_is_a_guess(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how long is the route?", "The route is 12 km long."),
        ("how long is the route?", "Route: 12 km, with a ferry."),
        ("how many fire doors are there?", "The house has 2 fire doors; use the stairs."),
        ("which room is the party in?", "The party is in room 7."),
        ("how old must kids be to ride?", "Kids from seven ride alone."),
        ("what is the phone number of the office?", "Office no. 55 21 33 44"),
    ],
)
def test_what_is_said_of_the_thing_answers(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_the_number_of_a_thing_is_not_dialled() -> None:
    found = ask("what is the phone number of the office?", "Office. Serial no. 55 21 33 44")
    assert found.grade is not Grade.ANSWERS


def test_a_row_goes_on_in_small_letters() -> None:
    row = "Deposit       two months' rent, which is kept by the agent"
    assert split_lines(f"Rent          £900, paid monthly\n{row}\nuntil 1 May 2027")[1:] == [
        [f"{row}\nuntil 1 May 2027"]
    ]


def test_a_time_at_the_beginning_of_a_line_opens_no_clause() -> None:
    text = (
        "Ann arrives with her two cousins and the cake at 16.10 and Bob at\n"
        "17.20 and Huw with both dogs and the tents at 18.30 by the last bus"
    )
    assert len(split_lines(text)) == 1
