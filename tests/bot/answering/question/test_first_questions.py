"""What people ask first of a guest guide, a manual or a list, and near misses of it."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask


@pytest.mark.parametrize("question", ["What does breakfast cost?", "how much is breakfast?"])
def test_half_past_seven_is_no_half_of_a_price(question: str) -> None:
    text = "## Breakfast\n\nBreakfast is served from half past seven to ten."
    assert ask(question, text).grade is Grade.MAYBE


def test_half_of_a_price_is_told() -> None:
    found = ask("How much do children pay?", "Children pay half. Adults pay £8.")
    assert found.grade is Grade.ANSWERS
    assert "half" in found.text


def test_leave_to_come_early_is_none_to_leave_late() -> None:
    text = (
        "## Arriving and leaving\n\nGuests who come earlier may leave their luggage in the hall. "
        "Check-out is at eleven in the morning."
    )
    assert ask("can I check out late?", text).grade is not Grade.ANSWERS


def test_the_number_of_the_plumber_is_that_of_the_plumbing() -> None:
    text = "If it stops again within a day, call Eide Plumbing at 555 0142; they know the house."
    assert "555 0142" in ask("what is the plumber's number?", text).text


FAULTS = """## Error codes

- E1: the door is open. Close it.
- E2: water does not drain. Clean the filter.

Call us in all other cases."""


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("the display says E2, what now?", "Clean the filter", "Call us"),
        ("what do I do when it shows E1?", "Close it", "filter"),
        ("was tun bei E2?", "Clean the filter", "Call us"),
    ],
)
def test_what_to_do_stands_behind_what_is_wrong(question: str, told: str, untold: str) -> None:
    found = ask(question, FAULTS).text
    assert told in found
    assert untold not in found


def test_only_who_asks_what_to_do_is_told_what_stands_behind() -> None:
    assert "Clean" not in ask("what does E2 mean?", FAULTS).text


@pytest.mark.parametrize("question", ["how do I get in at night?", "can we come at noon?"])
def test_what_is_at_that_time_of_the_day_may_be_anything(question: str) -> None:
    text = "Dogs are welcome for eight euros a night. Check-out is at noon on Sundays."
    assert ask(question, text).grade is not Grade.ANSWERS


def test_a_time_of_day_is_no_telephone_number() -> None:
    text = "Library: please call by 10:30. Office 020-1234."
    found = ask("What is the phone number of the library?", text)
    assert "020-1234" in found.text


def test_the_head_of_two_columns_may_have_a_number() -> None:
    text = "| Member | Fee 2026 |\n|---|---|\n| Adults | 140 |\n| Children | 60 |\n"
    found = ask("What is the fee for adults?", text)
    assert found.grade is Grade.ANSWERS
    assert "Fee 2026" in found.text
