"""Few words are asked, and two documents have them: either may be meant, so neither is sure."""

from collections.abc import Sequence

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask, ask_homes

Section = tuple[str, Sequence[str]]

CAFE = "Card only, we take no cash.", ("Café",)
TERRACE = "Dogs are welcome on the terrace only.", ("Café",)
BANK = "Never accept cash from clients.", ("Food bank",)
TICKETS = "Dogs travel free, up to two, on a lead.", ("Tickets",)
WEDDING = (
    "Best man: rings, speech, the taxis after midnight, envelope for the band (£900 cash).",
    ("Wedding on Saturday",),
)
GIG = (
    "Parking is behind the hall, load in at four, the band shares £160 and a meal at nine.",
    ("Gig on Saturday",),
)
HOSPITAL = "Parking is not free: £4 an hour.", ("Hospital",)
CHOIR, CLUB = ("The treasurer is Ann Lee.", ("Choir",)), ("Treasurer: Cy Vance", ("Club",))


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("who is the treasurer", CHOIR, CLUB),
        (
            "who is the treasurer of the club",
            ("Treasurer of the club: Ann Lee", ("Bowls",)),
            ("Treasurer of the club: Tom Orr", ("Chess",)),
        ),
        (
            "how much is the deposit for the key",
            ("The deposit for the key is £20.", ("Gym",)),
            ("The deposit for the key is £50.", ("Hall",)),
        ),
        ("is parking free", ("Parking is free for guests.", ("Hotel",)), HOSPITAL),
    ],
)
def test_of_two_houses_either_may_be_meant(question: str, one: Section, other: Section) -> None:
    found = ask_homes(question, one, other)
    assert (found.grade, set(found.numbers)) == (Grade.MAYBE, {1, 2})
    assert ask_homes(question, one).grade is Grade.ANSWERS
    assert ask_homes(question, other).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [("can i pay cash", BANK, CAFE), ("can i bring my dog in", TICKETS, TERRACE)],
)
def test_of_two_words_both_houses_tell(question: str, one: Section, other: Section) -> None:
    found = ask_homes(question, one, other)
    assert (found.grade, set(found.numbers)) == (Grade.ANSWERS, {1, 2})


def test_what_mostly_says_other_things_is_unsure_beside_another_document() -> None:
    question = "how much does the band get for saturday"
    found = ask_homes(question, WEDDING, GIG)
    assert (found.grade, set(found.numbers)) == (Grade.MAYBE, {1, 2})
    assert ask_homes(question, WEDDING).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("can i bring my dog in to the café", 2),
        ("can i bring my dog on a ticket", 1),
        ("can i bring two dogs on a lead", 1),
    ],
)
def test_what_names_its_house_is_asked_of_that(question: str, number: int) -> None:
    found = ask_homes(question, TICKETS, TERRACE)
    assert (found.grade, found.numbers[0]) == (Grade.ANSWERS, number)


@pytest.mark.parametrize("whom", ["adult members on the hill", "Ann"])
def test_who_asks_for_more_gets_what_both_tell(whom: str) -> None:
    one, other = f"Bo Ek meets {whom}.", f"Cy Holm meets {whom}."
    found = ask_homes(f"who meets {whom}", (one, ("Pool",)), (other, ("Choir",)))
    assert found.grade is Grade.ANSWERS


def test_another_document_that_tells_no_such_thing_is_no_rival() -> None:
    letter = "The treasurer was thanked.", ("Letter",)
    assert ask_homes("who is the treasurer", CHOIR, letter).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "sure"),
    [
        ("how much is a residents' permit", "Clause 12: parked without a residents' permit", False),
        ("how much is a residents' permit", "Residents' permit: 12", True),
        ("where can i get coffee", "The tenth coffee is on us.", False),
        ("where can i get coffee", "Coffee is on the terrace.", True),
    ],
)
def test_the_number_of_a_line_is_no_sum_and_a_pronoun_no_place(
    question: str, text: str, sure: bool
) -> None:
    assert (ask(question, text).grade is Grade.ANSWERS) == sure
