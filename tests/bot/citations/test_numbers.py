"""One number, however it is written."""

import pytest

from bot.citations.numbers import extract_numbers, extract_times


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,300 employees", {"1300"}),
        ("1.300 Angestellte", {"1300"}),
        ("six prizes in 1924", {"6", "1924"}),
        ("sechs Preise", {"6"}),
        ("两个磁盘，三台服务器", {"2", "3"}),
        ("№ 007 and ４２", {"7", "42"}),
        ("at 10:30", {"1030"}),
        ("one of them", set()),
        ("0 errors", {"0"}),
        ("", set()),
    ],
)
def test_figures_words_and_signs_are_one_form(text: str, found: set[str]) -> None:
    assert extract_numbers(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ten in the\nevening", {"2200"}),
        ("from 8:30 a.m. to 12 pm", {"830", "1200"}),
        ("15 Uhr oder acht Uhr abends", {"1500", "2000"}),
        ("12 a.m.", {"0"}),
        ("ten people, and 2 amps", set()),
    ],
)
def test_a_time_of_day_has_a_form_in_24_hours(text: str, found: set[str]) -> None:
    assert extract_times(text) == found
