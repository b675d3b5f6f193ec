import pytest

from indexer.text.numbers import add_joined_groups, list_readings, normalize_swiss


@pytest.mark.parametrize(
    ("written", "whole"),
    [
        ("1,234", "1234"),
        ("1,000.50", "1000.50"),
        ("1.234,50", "1234.50"),
        ("1.234.567", "1234567"),
        ("12,5", "12.5"),
        ("12.5", "12.5"),
        ("10:30", "10:30"),
        ("192.168.0.1", "192.168.0.1"),
        ("24.12.2026", "24.12.2026"),
    ],
)
def test_a_number_has_one_form_wherever_it_was_written(written: str, whole: str) -> None:
    assert list_readings(written)[0] == whole


def test_a_dot_before_three_digits_may_be_either() -> None:
    assert list_readings("10.000") == ("10.000", "10000")


def test_a_list_is_no_number() -> None:
    assert list_readings("12,13,14") == ("12", "13", "14")


def test_the_swiss_part_thousands_with_an_apostrophe() -> None:
    assert normalize_swiss("10'000") == normalize_swiss("10’000") == "10,000"
    assert normalize_swiss("O'Brien") == "O'Brien"


def test_groups_that_are_apart_by_spaces_are_one_number_besides() -> None:
    assert add_joined_groups("цена 10 000 рублей") == "цена 10 000 10000 рублей"
    assert add_joined_groups("в 2019 300 раз") == "в 2019 300 раз"
    assert add_joined_groups("1,5 000 ≠ 15 0000") == "1,5 000 ≠ 15 0000"
