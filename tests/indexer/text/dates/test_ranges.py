"""Ranges of days are periods, in each order of words; a working week recurs."""

from datetime import UTC, datetime

import pytest

from indexer.text.dates.finder import find_mention
from indexer.text.dates.repeats import recurs

NOW = datetime(2026, 3, 18, 9, tzinfo=UTC)  # a Wednesday


def find(text: str) -> str:
    found = find_mention(text, NOW)
    return found.period.iso if found else ""


@pytest.mark.parametrize(
    "text",
    [
        "We are away from 3 to 9 April",
        "We are away from the 3rd to the 9th of April",
        "We are away April 3-9",
        "We are away between the 3rd and the 9th of April",
        "On April 3 to 9 we are away",
        "Zwischen dem 3. und dem 9. April sind wir weg",
        "Nous partons entre le 3 et le 9 avril",
        "Estamos fuera del 3 al 9 de abril",
        "Siamo via tra il 3 e il 9 aprile",
        "Estamos fora de 3 a 9 de abril",
        "We zijn weg tussen 3 en 9 april",
        "Нас не будет между 3 и 9 апреля",
        "4月3日到9日我们不在家",
        "4月3日から9日まで留守です",
        "4月3日～4月9日は留守です",
        "سنسافر من 3 إلى 9 أبريل",
    ],
)
def test_two_days_are_a_period(text: str) -> None:
    assert find(text) == "2026-04-03/2026-04-09"


@pytest.mark.parametrize(
    "text",
    [
        "We are away from 28 December to 3 January",
        "We are away from the 28th of December to the 3rd of January",
        "We are away December 28 to January 3",
        "We are away from 28 December 2026 to 3 January 2027",
        "Estamos fuera del 28 de diciembre de 2026 al 3 de enero de 2027",
        "Wir sind vom 28. Dezember bis zum 3. Januar weg",
        "Nous partons du 28 décembre au 3 janvier",
        "12月28日から1月3日まで留守です",
        "12月28日到1月3日我们不在家",
    ],
)
def test_a_period_may_begin_in_the_year_before(text: str) -> None:
    found = find_mention(text, NOW)
    assert found is not None
    assert (found.role, found.period.iso) == ("on", "2026-12-28/2027-01-03")


def test_a_period_that_ends_early_next_year_may_have_begun() -> None:
    said = datetime(2026, 12, 30, 9, tzinfo=UTC)
    for text in ("We are away from 28 December to 3 January", "12月28日から1月3日まで留守です"):
        found = find_mention(text, said)
        assert found is not None
        assert (found.role, found.period.iso) == ("on", "2026-12-28/2027-01-03")


def test_what_is_moved_from_one_date_to_another_is_on_the_last() -> None:
    assert find("The trip was moved from 3 April to 9 April") == "2026-04-09"
    assert find("Die Reise wurde vom 3. April auf den 9. April verschoben") == "2026-04-09"


@pytest.mark.parametrize(
    "text",
    [
        "I am in Oslo from Monday to Wednesday",
        "Ich bin von Montag bis Mittwoch in Oslo",
        "Je suis à Oslo du lundi au mercredi",
        "Estoy en Oslo de lunes a miércoles",
        "Sono a Oslo da lunedì a mercoledì",
        "Ik ben van maandag tot woensdag in Oslo",
        "Я в Осло с понедельника по среду",
        "周一到周三我在奥斯陆",
        "月曜日から水曜日までオスロにいます",
    ],
)
def test_two_days_of_the_week_are_a_period(text: str) -> None:
    assert find(text) == "2026-03-23/2026-03-25"


def test_days_of_the_week_are_the_last_ones_of_the_past() -> None:
    assert find("I was in Oslo from Monday to Wednesday") == "2026-03-09/2026-03-11"
    assert find("I was in Oslo from Sunday to Monday") == "2026-03-15/2026-03-16"


@pytest.mark.parametrize(
    "text",
    [
        "I work from Monday to Wednesday",
        "Mia's with her dad Monday to Wednesday",
        "Mia ist von Montag bis Mittwoch bei ihrem Vater",
        "The shop is open Monday to Friday",
        "Von Montag bis Freitag trainiert sie",
        "Ich arbeite von Montag bis Mittwoch",
        "Le cabinet est ouvert du mardi au samedi",
        "Trabajo de lunes a miércoles",
        "周一到周五我上班",
    ],
)
def test_a_working_week_recurs(text: str) -> None:
    assert find(text) == ""
    assert recurs(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Rehearsals on 3 and 9 April", "2026-04-09"),
        ("Open day on April 3 - 9 am to noon", "2026-04-03"),
        ("I start on the first Monday in April", "2026-04-06"),
        ("Je commence le premier lundi d'avril", "2026-04-06"),
        ("四月的第一个星期一我开始上班", "2026-04-06"),
        ("بعد أسبوعين يوجد اجتماع", "2026-04-01"),
        ("The contract ends in mid-June", "2026-06"),
        ("The boiler broke the night before last", "2026-03-16"),
    ],
)
def test_one_day_is_no_range(text: str, day: str) -> None:
    assert find(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The party is on May 3 - 40 guests", "2026-05-03"),
        ("The party is on May 3 - 9 guests", "2026-05-03"),
        ("Dinner on June 5 to 45 people", "2026-06-05"),
        ("Dinner is on June 5 to 45", "2026-06-05"),
        ("The concert is on April 12 - 20 euros", "2026-04-12"),
    ],
)
def test_a_number_of_something_else_ends_no_range(text: str, day: str) -> None:
    assert find(text) == day


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("away from the 28th to the 3rd of April", "2026-03-28/2026-04-03"),
        ("between the 31st and the 3rd of June we are away", "2026-05-31/2026-06-03"),
        ("We are in Rome from Monday to Friday next week", "2026-03-23/2026-03-27"),
    ],
)
def test_a_period_may_begin_in_the_month_before(text: str, period: str) -> None:
    assert find(text) == period
