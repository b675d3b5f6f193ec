"""A number alone may name a day of this month or the next; not where it is of something else."""

from datetime import UTC, datetime

import pytest

from indexer.text.dates.finder import find_mention

NOW = datetime(2026, 3, 18, 9, tzinfo=UTC)  # a Wednesday


def find(text: str) -> str:
    found = find_mention(text, NOW)
    return found.period.iso if found else ""


@pytest.mark.parametrize(
    "text",
    [
        "Parents' evening is on the 24th",
        "dentist on the 24th at 9",
        "The parcel comes by the 24th, they say",
        "Die Prüfung ist am 24.",
        "Am 24. fliege ich nach Graz",
        "Zahnarzt am 24. um 9",
        "L'examen est le 24",
        "El examen es el día 24",
        "El 24 a las 9 tengo dentista",
        "L'esame di guida è il 24 alle 9",
        "O exame é no dia 24",
        "Het examen is de 24e",
        "Экзамен 24-го",
        "Іспит 24-го",
        "24号考试",
        "24日に試験があります",
        "الامتحان يوم 24",
        "I have to work on the 24th",
        "The exam at school is on the 24th",
        "My contract at work ends on the 24th",
        "The shop is closed on the 24th",
        "Mind the rent! The exam is on the 24th",
        "The flat viewing is on the 24th",
        "The shop goes live on the 24th",
        "Je prends le train le 24",
        "Op de 24e vliegen wij naar Graz",
        "Am 24. heiraten wir",
    ],
)
def test_a_number_names_the_coming_day_of_that_number(text: str) -> None:
    assert find(text) == "2026-03-24"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The gig is on the 3rd", "2026-04-03"),
        ("The gig was on the 3rd", "2026-03-03"),
        ("The gig is on the 18th", "2026-03-18"),
        ("The gig was on the 31st", "2026-01-31"),
        ("Das Konzert war am 3.", "2026-03-03"),
        ("A festa foi no dia 24", "2026-02-24"),
    ],
)
def test_a_day_is_of_the_month_that_the_tense_asks_for(text: str, day: str) -> None:
    assert find(text) == day


@pytest.mark.parametrize(
    "text",
    [
        "We live on the 3rd floor",
        "I passed on the 2nd attempt",
        "Wir wohnen im 3. Stock",
        "Am 3. Tag gab ich auf",
        "Elle habite le 12 rue des Lilas",
        "El 24 horas está en la esquina",
        "我住24号楼",
        "24日間働きました",
        "The rent is due on the 1st",
        "Die Miete ist am 1. fällig",
        "Le loyer tombe le 5",
        "On the 3rd of every month I swim",
        "The gig is on the 32nd",
        "On the 2nd floor we have a printer",
        "The lift goes from the 2nd to the 4th floor",
        "After the 2nd glass I get a headache",
        "On the 4th attempt I passed",
        "Le 3 pièces nous plaît",
        "Den 2. Hund wir haben noch nicht",
        "Our flat is on the 3rd",
        "We live on the 3rd",
        "J'habite le 24",
        "我住24号",
        "Je prends le 24 pour aller au travail",
        "Prendo il 24 per andare al lavoro",
        "I get paid on the 28th",
        "My card is billed on the 20th",
        "Die Leasingrate wird am 20. abgebucht",
        "Me pagan el 28",
    ],
)
def test_what_recurs_or_is_of_another_thing_is_no_day(text: str) -> None:
    assert find(text) == ""


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("We are away from the 20th to the 25th", "2026-03-20/2026-03-25"),
        ("We are away from the 28th to the 3rd", "2026-03-28/2026-04-03"),
        ("We were away from the 28th to the 3rd", "2026-02-28/2026-03-03"),
        ("Wir sind vom 20. bis 25. weg", "2026-03-20/2026-03-25"),
        ("Wir sind vom 20. bis zum 25. weg", "2026-03-20/2026-03-25"),
    ],
)
def test_two_numbers_name_the_days_between(text: str, days: str) -> None:
    found = find_mention(text, NOW)
    assert found is not None
    assert (found.role, found.period.iso) == ("on", days)


def test_what_is_moved_from_one_number_to_another_is_on_the_last() -> None:
    assert find("The dentist was moved from the 20th to the 25th") == "2026-03-25"
