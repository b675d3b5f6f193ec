"""Questions of the first minutes over a lease, a school's newsletter, an invoice and a manual."""

from datetime import UTC, datetime

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.follow_up import continue_question
from memory.messages import Message
from tests.bot.answering.asking import ask

LEASE = (
    "Between Margaret Doyle (the landlord) and Sam Okafor and Lena Brandt (the tenants).\n\n"
    "| Bill | Who pays | About per month |\n|---|---|---|\n"
    "| Water | landlord | £28 |\n| Gas | tenants | £65 |\n| Internet | tenants | £31 |\n\n"
    "- Guests may stay up to 14 nights in a row.\n"
)


@pytest.mark.parametrize(
    "question",
    [
        "who is the landlord",
        "what's the landlord called",
        "what is the landlord's name",
        "who are the tenants",
        "who is the tenant",
    ],
)
def test_who_pays_does_not_tell_who_that_is(question: str) -> None:
    found = ask(question, LEASE)
    assert found.grade is Grade.ANSWERS
    assert "Margaret Doyle" in found.text
    assert "£" not in found.text


@pytest.mark.parametrize(
    ("question", "told"), [("who pays for the water", "landlord"), ("who pays the gas", "tenants")]
)
def test_a_role_in_the_column_asked_for_tells_who(question: str, told: str) -> None:
    found = ask(question, LEASE)
    assert found.grade is Grade.ANSWERS
    assert told in found.text


@pytest.mark.parametrize("person", ["mum", "brother", "girlfriend"])
def test_relatives_are_guests(person: str) -> None:
    found = ask(f"how long can my {person} stay", LEASE)
    assert (found.grade, "14 nights" in found.text) == (Grade.ANSWERS, True)


def test_what_is_broken_is_repaired() -> None:
    repairs = "## Repairs\nOut of hours call the emergency line on 0113 496 0199."
    found = ask("who do I call at 3am if the boiler breaks", repairs)
    assert found.grade is not Grade.NOTHING
    assert "0113 496 0199" in found.text


def test_hours_beside_a_day_are_no_price() -> None:
    fair = "The Christmas fair is on Saturday 5 December from 11 to 3 in the main hall."
    assert ask("how much is it to get in to the christmas fair", fair).grade is not Grade.ANSWERS


def test_figures_that_are_no_hours_may_be_a_price() -> None:
    assert ask("how much is a ticket", "A ticket costs from 11 to 15.").grade is Grade.ANSWERS


def test_a_day_is_found_by_its_ordinal_figure() -> None:
    closing = "School closes for the holidays on Friday 18 December at 1.30 pm."
    found = ask("what time does school close on the 18th", closing)
    assert found.grade is Grade.ANSWERS
    assert ask("what time does school close on the 17th", closing).grade is not Grade.ANSWERS


def test_lines_that_open_with_codes_stand_apart() -> None:
    codes = (
        "Error codes\nE10  no water: open the tap, clean the inlet filter\n"
        "E20  does not drain: clean the pump filter behind the flap at the bottom left\n"
        "E40  door not closed\n"
    )
    assert "E40" not in ask("what does E20 mean", codes).text


def test_who_is_named_beside_another_has_all_rows() -> None:
    agenda = (
        "| Time | Session | Speaker |\n|---|---|---|\n| 09:00 | Welcome | Ruth Adler |\n"
        "| 09:30 | Tides | Owen Blake |\n| 13:30 | Panel | Ruth Adler, Sana Iqbal |\n"
    )
    found = ask("when does ruth adler speak", agenda)
    assert ("09:00" in found.text, "13:30" in found.text) == (True, True)
    assert "09:30" not in found.text


def test_what_all_questions_point_at_is_the_topic() -> None:
    sent = datetime(2026, 11, 30, tzinfo=UTC).isoformat()
    said = ["when's the christmas fair?", "how much is it to get in"]
    window = [Message("user", each, sent) for each in said]
    assert "christmas" in continue_question("where is it", window).before


def test_a_label_tells_which_is_theirs() -> None:
    assert ask("Welche Personalnummer habe ich?", "Personalnummer: 40718").grade is Grade.ANSWERS
