"""Of several days of the week some are over, and the others hold on."""

import pytest

from memory.text.changes.weekly import drop_ended_days


@pytest.mark.parametrize(
    ("old", "said", "rest"),
    [
        (
            "I swim on Monday and Friday mornings",
            "I'm not doing Fridays any more",
            "I swim on Monday mornings",
        ),
        (
            "yoga is on Mondays, Wednesdays and Fridays",
            "there's no more yoga on Wednesdays",
            "yoga is on Mondays and Fridays",
        ),
        (
            "yoga is on Mondays, Wednesdays and Fridays",
            "yoga is no longer on Wednesdays",
            "yoga is on Mondays and Fridays",
        ),
        (
            "Yoga ist montags und freitags",
            "freitags gehe ich nicht mehr zum Yoga",
            "Yoga ist montags",
        ),
        (
            "j'ai danse le lundi et le jeudi",
            "je ne danse plus le jeudi",
            "j'ai danse le lundi",
        ),
        ("choir: Mondays, Fridays", "choir is cancelled on Fridays", "choir: Mondays"),
        ("tengo yoga los lunes y los viernes", "ya no voy los viernes", "tengo yoga los lunes"),
    ],
)
def test_the_other_days_are_left(old: str, said: str, rest: str) -> None:
    assert drop_ended_days(said, old) == rest


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I swim on Mondays", "I'm not doing Mondays any more"),
        ("I swim on Mondays and Fridays", "I'm not doing Sundays any more"),
        ("I swim on Mondays and Fridays", "I no longer swim"),
        ("I swim on Mondays and Fridays", "I swim on Fridays"),
        ("I swim on Mondays and Fridays", "I only swim on Fridays now"),
        ("I swim on Mondays and Fridays", "I no longer swim on Mondays and Fridays"),
        ("I swim on Mondays, and choir is on Fridays", "no longer on Fridays"),
        ("Yoga is on Tuesdays and Thursdays", "No yoga on Thursday, it's a holiday"),
        ("I swim on Mondays and Fridays", "I can't go on Friday after all"),
        ("Yoga ist dienstags und donnerstags", "am Donnerstag ist kein Yoga"),
    ],
)
def test_nothing_is_left_out_where_no_day_of_a_list_is_over(old: str, said: str) -> None:
    assert drop_ended_days(said, old) == ""
