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


BUDGET = (
    "| Month | Rent | Internet | Car | Leisure |\n|---|---|---|---|---|\n"
    "| March | 890 | 35 | 310 | 64 |\n| April | 890 | 35 | 120 | 150 |\n"
    "| May | 910 | 35 | 88 | 210 |\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what was the rent in may?", "910"),
        ("how much did we spend on the car in april?", "120"),
        ("what did we pay for the car in may?", "88"),
    ],
)
def test_a_table_is_read_in_the_language_that_has_its_words(question: str, told: str) -> None:
    found = ask(question, BUDGET)
    assert found.grade is Grade.ANSWERS
    assert found.text.endswith(f" | {told} |")
    assert "Leisure" not in found.text


def test_a_month_that_is_a_verb_too_takes_the_place_of_another() -> None:
    assert "88" in ask("and in may?", BUDGET, before="what did the car cost in march?").text


def test_a_table_whose_words_are_known_better_in_its_own_language_stays_in_it() -> None:
    table = (
        "| Tag | Kurs | Preis |\n|---|---|---|\n| Montag | Yoga | 9 € |\n| Freitag | Tanz | 12 € |"
    )
    assert "12" in ask("Was kostet der Kurs am Freitag?", table).text


ROUTE = (
    "I booked the cabin at Lake Rowan. It costs 240 euros for the two nights.\n\n"
    "The route on Saturday is 52 km, with a ferry at 2:15 pm.\n"
)


def test_how_long_a_way_is_may_be_told_in_kilometres() -> None:
    found = ask("how long is the route on saturday?", ROUTE)
    assert found.grade is Grade.ANSWERS
    assert "52 km" in found.text


def test_of_what_takes_time_kilometres_are_no_answer() -> None:
    text = "The swim is 2 km. The course lasts six weeks. The pool is 25 m wide."
    found = ask("how long is the course?", text)
    assert "six weeks" in found.text
    assert "25 m" not in found.text
