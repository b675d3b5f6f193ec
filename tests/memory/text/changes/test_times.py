"""How far ahead a change lies that a text names a day for, if nobody knows when it was said."""

import pytest

from memory.text.changes.times import is_far_ahead


@pytest.mark.parametrize(
    "text",
    [
        "I retire in two years",
        "the contract ends in 2031",
        "I leave Acme next year",
        "we're moving to Leeds in a year",
    ],
)
def test_what_is_months_ahead_whenever_it_is_said_is_far(text: str) -> None:
    assert is_far_ahead(text)


@pytest.mark.parametrize(
    "text",
    [
        "the rent goes up to 950 on 1 December",
        "the rent goes up on 1 January",
        "Tom and I split up in October",
        "we move in March",
        "I leave Acme next month",
    ],
)
def test_a_day_of_any_year_may_be_near(text: str) -> None:
    assert not is_far_ahead(text)
