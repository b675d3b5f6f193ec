"""Asks about this year and last year, about feasts, and about the coming Thursday."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.relative_days import name_days
from bot.answering.question.time_signs import names_early_year
from tests.bot.answering.asking import TODAY, ask_below, ask_homes

FEES = [
    ("Debit card: £8. Complaints go to Priya Nair.", ("Fees 2026",)),
    ("Debit card: £10. Complaints go to Tom Ashby.", ("Fees 2027",)),
]
TARIFS = [("Entrée : 4,20 €.", ("Tarifs 2026",)), ("Entrée : 4,60 €.", ("Tarifs 2027",))]


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("how much is a debit card this year", "£8", "£10"),
        ("how much is a debit card next year", "£10", "£8"),
        ("who do i complain to next year", "Tom Ashby", "Priya"),
    ],
)
def test_the_document_of_the_year_answers(question: str, answer: str, other: str) -> None:
    found = ask_homes(question, *FEES)
    assert (found.grade, answer in found.text) == (Grade.ANSWERS, True)
    assert other not in found.text


def test_the_year_is_told_in_other_languages_too() -> None:
    found = ask_homes("combien coûte l'entrée l'année prochaine", *TARIFS)
    assert "4,60" in found.text
    assert "4,20" not in found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much is the surplus this year", "Last year the surplus was £486."),
        ("quanto sarà il rimborso quest'anno", "L'anno scorso il rimborso è stato di 486 €."),
        ("wie hoch ist der zuschuss dieses jahr", "Im vergangenen Jahr war der Zuschuss 900 €."),
        ("how much did the repair cost this winter", "Last winter the repair cost £312."),
        ("cuánto cuesta el menú este curso", "El curso pasado el menú costaba 4,80 €."),
    ],
)
def test_another_year_is_not_sure(question: str, text: str) -> None:
    assert ask_below(question, text, "Notes").grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what was the surplus last year", "Last year the surplus was £486."),
        ("what will the premium be this year", "The premium will be £214 (last year: £198)."),
        ("how much holiday do i have this year", "Holiday left this year: 9 days."),
    ],
)
def test_the_year_that_is_asked_for_is_sure(question: str, text: str) -> None:
    assert ask_below(question, text, "Notes").grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("is the club open at christmas", "The club is closed from 22 December to 6 January."),
        ("is the club open xmas", "The club is closed from 22 December to 6 January."),
        ("hat die schule silvester offen", "Die Schule ist vom 23.12. bis 6.1. geschlossen."),
        ("vous fermez quand à noël", "Fermé du 24 décembre au 4 janvier inclus."),
        ("quando siete chiusi a natale", "Siamo chiusi dal 23 dicembre al 7 gennaio."),
        ("abrís en navidad", "Cerramos del 23 de diciembre al 7 de enero."),
    ],
)
def test_a_range_of_days_has_the_feast(question: str, text: str) -> None:
    assert ask_below(question, text, "Notes").grade is Grade.ANSWERS


@pytest.mark.parametrize(
    "question", ["is the club open at easter", "is the club open on halloween"]
)
def test_a_range_of_other_days_does_not_answer(question: str) -> None:
    text = "The club is closed from 22 December to 6 January."
    assert ask_below(question, text, "Notes").grade is not Grade.ANSWERS


def test_a_feast_in_the_name_of_an_event_is_no_day() -> None:
    assert name_days(parse_question("when is the christmas party"), TODAY).day is None


EVENTS = (
    "| Date | What |\n|---|---|\n"
    "| Thu 24 September 2026 | Parents' evening |\n"
    "| Thu 3 December 2026 | First aid course |\n"
    "| Sat 12 December 2026 | Children's party |\n"
)


@pytest.mark.parametrize("question", ["whats on thursday", "anything on thursday?"])
def test_the_coming_day_is_meant(question: str) -> None:
    found = ask_below(question, EVENTS, "Diary")
    assert "First aid" in found.text
    assert "Parents" not in found.text


def test_of_no_coming_day_any_later_one_is_told() -> None:
    assert "Children's party" in ask_below("what is happening on saturday", EVENTS, "Diary").text


@pytest.mark.parametrize(
    "question",
    [
        "when is the museum open on thursday",
        "was the parents' evening on thursday?",
        "what was on on thursday?",
    ],
)
def test_whoever_asks_about_a_thing_means_any_such_day(question: str) -> None:
    assert name_days(parse_question(question), TODAY).day is None


def test_what_is_on_that_day_stands_before_what_lasts_over_it() -> None:
    sections = [
        ("Valid from 1 January 2026 until 31 December 2026.", ("Fees",)),
        ("| Order | Ready |\n|---|---|\n| 317 | 2026-12-01 |\n| 318 | 2026-12-04 |", ("Orders",)),
    ]
    found = ask_homes("what's on tomorrow", *sections)
    assert "317" in found.text
    assert "January" not in found.text


def test_what_only_lasts_over_a_day_is_not_on() -> None:
    text = "Valid from 1 January 2026 until 31 December 2026."
    assert ask_below("whats on tomorrow", text, "Fees").grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("limited after 1200 EUR", "en"),
        ("from 1200 W", "en"),
        ("in 1200 RPM", "en"),
        ("à partir de 1200 euros", "fr"),
        ("от 1200 руб", "ru"),
    ],
)
def test_a_number_with_a_unit_is_no_year(text: str, language: str) -> None:
    assert not names_early_year(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("after 1200 Anna moved", "en"),
        ("in 1200 I was not there", "en"),
        ("à partir de 1200", "fr"),
    ],
)
def test_a_number_before_a_name_or_nothing_is_a_year(text: str, language: str) -> None:
    assert names_early_year(text, language)


LEASE = "The rent is 85 euros a month. From January 2027 it is 92 euros."


def test_a_sentence_of_the_year_answers_too() -> None:
    found = ask_below("how much is the rent next year?", LEASE, "Lease", "Rent")
    assert (found.grade, "92 euros" in found.text) == (Grade.ANSWERS, True)
    assert "85" not in found.text


def test_a_year_that_no_sentence_tells_is_not_answered() -> None:
    found = ask_below("how much is the rent next year?", LEASE.replace("7", "8"), "Lease", "Rent")
    assert found.grade is not Grade.ANSWERS
