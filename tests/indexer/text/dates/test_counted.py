"""Days counted from another day, ends of months, and days of which two have the name."""

from datetime import UTC, datetime

import pytest

from indexer.text.dates.finder import find_mention

NOW = datetime(2026, 11, 18, 10, tzinfo=UTC)  # a Wednesday


def find_iso(text: str) -> str:
    found = find_mention(text, NOW)
    return found.period.iso if found else ""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The plumber is coming a week today.", "2026-11-25"),
        ("She's off a week tomorrow.", "2026-11-26"),
        ("We start two weeks on Monday.", "2026-12-07"),
        ("Monday fortnight we start.", "2026-12-07"),
        ("Morgen in einer Woche fliegen wir.", "2026-11-26"),
        ("Montag in zwei Wochen fängt der Kurs an.", "2026-12-07"),
        ("Lundi en huit je passe l'examen.", "2026-11-30"),
        ("Lundi en quinze je passe l'examen.", "2026-12-07"),
        ("Maandag over twee weken begint de cursus.", "2026-12-07"),
        ("El lunes en ocho días empieza.", "2026-11-30"),
        ("Oggi a otto comincia il corso.", "2026-11-25"),
        ("De hoje a oito dias começa o curso.", "2026-11-25"),
    ],
)
def test_weeks_are_counted_from_the_day_that_is_named(text: str, day: str) -> None:
    assert find_iso(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Heute in drei Monaten ziehen wir um.", "2027-02-18"),
        ("Heute in einem Jahr bin ich fertig.", "2027-11-18"),
        ("Vandaag over drie maanden verhuizen we.", "2027-02-18"),
        ("Heute in 15 Tagen fliegen wir.", "2026-12-03"),
        ("Vandaag over 15 dagen begint de cursus.", "2026-12-03"),
        ("Heute in acht Tagen fliegen wir.", "2026-11-25"),
        ("De hoy en quince días empieza.", "2026-12-02"),
    ],
)
def test_months_and_days_are_counted_from_today(text: str, day: str) -> None:
    assert find_iso(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("We're on holiday for two weeks from Monday.", "2026-11-23"),
        ("The course lasts two weeks from Monday.", "2026-11-23"),
        ("I've been here two weeks today.", "2026-11-18"),
        ("Te llamo hoy en quince minutos.", "2026-11-18"),
        ("Lundi en huit minutes tout était fini.", "2026-11-16"),
        ("Férias de segunda a quinze de maio.", "2027-05"),
        ("The MOT is booked for two weeks today.", "2026-12-02"),
    ],
)
def test_what_lasts_some_weeks_or_counts_minutes_is_no_later_day(text: str, day: str) -> None:
    assert find_iso(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The Friday after next is the MOT.", "2026-11-27"),
        ("Übernächsten Dienstag muss ich zum Amt.", "2026-12-01"),
        ("Vorletzten Freitag war ich beim Arzt.", "2026-11-06"),
        ("先々週の金曜日に行きました。", "2026-11-06"),
    ],
)
def test_the_next_but_one_is_a_week_on(text: str, day: str) -> None:
    assert find_iso(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("It's due at the end of the month.", "2026-11-30"),
        ("By the end of next month I need a visa.", "2026-12-31"),
        ("We went at the end of last month.", "2026-10-31"),
        ("Bis Monatsende muss das weg.", "2026-11-30"),
        ("Ende nächsten Monats ziehen wir um.", "2026-12-31"),
        ("Le dossier est à rendre à la fin du mois.", "2026-11-30"),
        ("Tengo que pagar a fin de mes.", "2026-11-30"),
        ("Pago tutto a fine mese.", "2026-11-30"),
        ("O contrato acaba no fim do mês.", "2026-11-30"),
        ("Eind volgende maand ga ik verhuizen.", "2026-12-31"),
        ("В конце месяца сдаём отчёт.", "2026-11-30"),
        ("It's due at the end of the month after next.", "2027-01-31"),
        ("We moved at the end of the month before last.", "2026-09-30"),
        ("下个月底搬家。", "2026-12-31"),
        ("下下个月底搬家。", "2027-01-31"),
        ("来月末に引っ越します。", "2026-12-31"),
        ("五月底结婚。", "2027-05"),
        ("В конце мая свадьба.", "2027-05"),
        ("A fine maggio ci sposiamo.", "2027-05"),
    ],
)
def test_a_month_ends_with_its_last_day(text: str, day: str) -> None:
    assert find_iso(text) == day


@pytest.mark.parametrize(
    "text",
    [
        "The market is on the first Monday of every month.",
        "De markt is op de eerste maandag van elke maand.",
        "Le marché a lieu le premier lundi de chaque mois.",
        "Il mercato è il primo lunedì di ogni mese.",
        "At the end of every month I pay rent.",
        "Am Ende jedes Monats zahle ich Miete.",
        "每个月底交房租。",
    ],
)
def test_a_day_of_every_month_is_no_date(text: str) -> None:
    assert not find_iso(text)


def test_the_new_year_is_the_next_one() -> None:
    assert find_iso("I'll look for a new flat in the new year.") == "2027"
    assert find_iso("Im neuen Jahr suche ich eine Wohnung.") == "2027"
