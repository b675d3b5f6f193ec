"""A weekday beside its week is one day, and so is one that is counted."""

from datetime import UTC, datetime

import pytest

from indexer.text.dates.finder import find_mention

MONDAY = datetime(2026, 11, 30, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("friday of next week is the deadline", "2026-12-11"),
        ("Freitag nächster Woche ist Abgabe", "2026-12-11"),
        ("la semaine prochaine jeudi", "2026-12-10"),
        ("el viernes de la semana que viene", "2026-12-11"),
        ("venerdì della settimana prossima", "2026-12-11"),
        ("sábado da semana que vem", "2026-12-12"),
        ("на следующей неделе во вторник", "2026-12-08"),
        ("in zwei wochen am samstag", "2026-12-19"),
        ("hace dos semanas el viernes", "2026-11-20"),
        ("через две недели в субботу", "2026-12-19"),
        ("两周后的周三", "2026-12-16"),
    ],
)
def test_a_weekday_beside_its_week_is_a_day_of_that_week(said: str, day: str) -> None:
    found = find_mention(said, MONDAY)
    assert found is not None
    assert found.period.iso == day


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("in two saturdays the car is in", "2026-12-12"),
        ("in three fridays we fly", "2026-12-18"),
        ("we met two fridays ago", "2026-11-20"),
        ("hace dos viernes", "2026-11-20"),
        ("tra due sabati", "2026-12-12"),
        ("daqui a duas sextas", "2026-12-11"),
        ("две пятницы назад", "2026-11-20"),
    ],
)
def test_weekdays_are_counted(said: str, day: str) -> None:
    found = find_mention(said, MONDAY)
    assert found is not None
    assert found.period.iso == day


@pytest.mark.parametrize(
    "said", ["em uma sexta qualquer", "ich arbeite montags", "in zwei Gruppen montags"]
)
def test_any_weekday_is_no_day(said: str) -> None:
    assert find_mention(said, MONDAY) is None


def test_another_sentence_s_weekday_is_not_of_that_week() -> None:
    found = find_mention("next week we go and friday is off", MONDAY)
    assert found is not None
    assert found.period.iso == "2026-12-07/2026-12-13"
