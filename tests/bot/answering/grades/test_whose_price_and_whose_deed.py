"""A price, a deed or a number may be of the thing that is asked about, or stand beside it."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask, ask_homes

BILL = """\
Winter service of the sit-on mower               96.00
Two blades, sharpened                            17.40
Spark plug                                        6.85
Balance due                                      60.25

The balance is due within 30 days."""


def _is_sure(question: str, text: str) -> bool:
    return ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("how much was the spark plug", "6.85"),
        ("how much did the winter service cost", "96.00"),
        ("what did the blades cost", "17.40"),
        ("how much do i still owe", "60.25"),
    ],
)
def test_a_figure_at_the_end_of_a_bills_line_is_its_price(question: str, figure: str) -> None:
    found = ask(question, BILL, "mower invoice")
    assert found.grade is Grade.ANSWERS
    assert figure in found.text


def test_days_are_no_sum_that_is_owed() -> None:
    assert not _is_sure("how much do i owe the dentist", "Dentist: what you owe is due in 14 days.")


def test_what_a_price_depends_on_has_another_price() -> None:
    text = "Courier pick-up is £6.20 unless the kettle is faulty."
    assert not _is_sure("how much is the kettle", text)
    assert _is_sure("how much is the courier pick-up", text)
    assert _is_sure("how much is a lost key", "The charge is £12 if a key is lost.")


def test_what_we_do_to_you_is_not_what_you_do() -> None:
    question = "by what time do i have to call the day centre"
    theirs = "If the day centre misses him by 9.45 we will call you."
    assert not _is_sure(question, theirs)
    assert "8.15" in ask(question, f"{theirs} Please ring the day centre before 8.15.").text


def test_a_number_to_keep_at_hand_is_not_told() -> None:
    reminder = ("Have your reference at hand when you call the water company.", ("Bill",))
    told = ("Water company. Your reference with the water company: WC/4471-B", ("Letter",))
    question = "what is my reference with the water company"
    assert ask_homes(question, reminder).grade is not Grade.ANSWERS
    assert "4471" in ask_homes(question, reminder, told).text.splitlines()[0]


def test_words_without_a_question_ask_for_a_number() -> None:
    text = "Your deposit is held by Safehold, reference SH-20931."
    assert _is_sure("deposit reference number", text)


def test_a_prohibition_of_just_that_is_an_answer() -> None:
    text = "Do not give any other wormer; garlic is deadly for dogs."
    assert _is_sure("can i give the dog garlic", text)


def test_the_very_word_in_the_next_sentence_is_quoted_too() -> None:
    text = "The warden grants leave in urgent matters only. A holiday is none."
    assert "A holiday is none." in ask("is a holiday an urgent matter", text).text


def test_what_has_all_words_itself_comes_before_its_title() -> None:
    text = (
        "What you should report: a new address, a new car, and income that was not taxed.\n\n"
        "Your tax code from April on will be 1044T."
    )
    found = ask_homes("what is my new tax code", (text, ("Tax code notice",)))
    assert "1044T" in found.text.splitlines()[0]


def test_where_something_leaves_from_is_a_place() -> None:
    text = "14:10 Shuttle to the chapel - leaves from the lych gate, 30 seats"
    assert _is_sure("where does the shuttle leave from", text)
    assert not _is_sure("where does the shuttle leave from", "The shuttle leaves from 14:10.")


def test_who_stands_before_a_dash_is_somebody() -> None:
    assert _is_sure("who is the head usher", "Marek – head usher, the ladder")
    assert not _is_sure("who is the head usher", "Saturday – head usher, the ladder")


def test_a_label_of_another_role_names_nobody_who_did_it() -> None:
    text = "Owner: Ms P. Adeyemi        Patient: Pickle, rabbit, 2.1 kg"
    assert not _is_sure("who treated pickle", text)
    assert _is_sure("who is the owner of pickle", text)


PACKING = """\
DO NOT BRING
- phones, smart watches, consoles (will be locked away until the end)
- penknives

Sockets are in the hall. A phone number is on the fridge."""


def test_a_list_of_what_may_not_be_brought_answers_if_it_may() -> None:
    found = ask("can she take her phone", PACKING)
    assert "DO NOT BRING" in found.text
    assert "fridge" not in found.text


def test_where_a_name_comes_from_is_told_by_no_place_beside_it() -> None:
    text = "The names of the ponies come in three groups. Riders start from the upper yard."
    assert not _is_sure("where do the names of the ponies come from", text)


def test_what_covers_damage_is_not_as_much_as_that() -> None:
    assert not _is_sure("how much is the deposit", "Damage below £150 is covered by your deposit.")
    assert _is_sure("how much is the deposit", "The deposit is £80, payable by card.")
    assert _is_sure("what did the crane cost", "Hauled out at the harbour by crane, £210.")


def test_hours_are_no_price_of_what_is_hired() -> None:
    assert not _is_sure("how much is a day in the canoe", "Canoe: half day (4 hours) or day.")


def test_by_the_half_day_is_no_place() -> None:
    assert not _is_sure("where is the canoe hire", "Canoe hire is by the half day.")
    assert _is_sure("where is the canoe hire", "Canoe hire is by the weir.")


def test_what_neither_allows_nor_does_it_answers_no_leave() -> None:
    text = "Hold the torch near the phone to pair it."
    assert not _is_sure("can she take her phone", text)
