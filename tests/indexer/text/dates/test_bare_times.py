"""Hours that a word beside them shows, and numbers that are none."""

import pytest

from indexer.text.dates.bare_times import names_bare_time


@pytest.mark.parametrize(
    ("text", "language", "named"),
    [
        ("ready from three in the afternoon", "en", True),
        ("three rooms with afternoon sun", "en", False),
        ("fertig ab drei am nachmittag", "de", True),
        ("с 9 вечера", "ru", True),
        ("ремонт длился 3 дня", "ru", False),  # as many days
    ],
)
def test_an_hour_before_a_part_of_the_day_is_a_time(text: str, language: str, named: bool) -> None:
    assert names_bare_time(text, language) is named


def test_an_hour_may_stand_before_a_bracket() -> None:
    assert names_bare_time("dentist at six (upstairs)", "en")
