"""Days of a year, as documents name them."""

from datetime import date

import pytest

from indexer.text.dates.of_year import names_day


@pytest.mark.parametrize(
    ("text", "language", "month", "day", "named"),
    [
        ("Closed on 24, 25 and 31 December.", "en", 12, 25, True),
        ("Closed on 24, 25 and 31 December.", "en", 12, 26, False),
        ("Closed on 24, 25 and 31 December.", "en", 11, 25, False),
        ("December 2nd: paper", "en", 12, 2, True),
        ("Wednesday 2 December 2026", "en", 12, 2, True),
        ("Wednesday 2 December 2025", "en", 12, 2, False),
        ("28 November to 3 December", "en", 12, 1, True),
        ("28 November to 3 December", "en", 12, 4, False),
        ("From 20 December until 6 January", "en", 1, 2, True),
        ("24.–26. Dezember", "de", 12, 25, True),
        ("28.11. bis 3.12.", "de", 11, 30, True),
        ("24.–26.12.: Praxis Kern", "de", 12, 25, True),
        ("24./25.12.", "de", 12, 24, True),
        ("24. und 31.12.", "de", 12, 30, False),
        ("23, 24, and 25 December", "en", 12, 24, True),
        ("From 1 May 2025 to 10 May 2025", "en", 5, 5, False),
        ("From 28 December 2025 to 3 January 2026", "en", 1, 2, True),
        ("From 28 December 2025 to 3 January 2026", "en", 12, 30, False),
        ("2.12. Papier", "de", 12, 2, True),
        ("2.12. Papier", "de", 12, 3, False),
        ("le 1er mai", "fr", 5, 1, True),
        ("2 de diciembre de 2026", "es", 12, 2, True),
        ("2 декабря", "ru", 12, 2, True),
        ("12月2日", "zh", 12, 2, True),
        ("2026年12月2日", "ja", 12, 3, False),
        ("2026-12-02", "en", 12, 2, True),
    ],
)
def test_a_day_is_named_in_words_and_figures(
    text: str, language: str, month: int, day: int, *, named: bool
) -> None:
    assert names_day(text, language, date(2026, month, day)) is named


@pytest.mark.parametrize("text", ["Monday to Friday 9 to 17", "It may take 3 days.", "May closed"])
def test_days_of_the_week_and_numbers_name_no_day_of_a_year(text: str) -> None:
    assert names_day(text, "en", date(2026, 5, 3)) is None
