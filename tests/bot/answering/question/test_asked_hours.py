"""An hour of the question is within the hours that a line or a row tells, or it is not."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_hours import HOURLY, find_asked_hours, find_spans_of_hours
from bot.answering.question.time_signs import names_range_of_hours
from indexer.inference.figures.ranges import Range
from tests.bot.answering.asking import ask

DESK = """# Hundepension

## Bringen und Abholen

- Montag bis Freitag: 8 bis 10 Uhr und 16 bis 18 Uhr
- Sonn- und Feiertage: nur Abholung, 17 bis 18 Uhr
"""
COURT = """# Pista de pádel

| Franja | Vecinos | Invitados |
|---|---|---|
| 9:00 a 14:00 | gratis | 4 € por hora |
| 14:00 a 18:00 | 2 € por hora | 6 € por hora |
| 18:00 a 22:00 | 4 € por hora | 8 € por hora |
"""


@pytest.mark.parametrize(
    ("question", "language", "text"),
    [
        ("can i come at 5 pm", "en", "Reception: 2-5.30 pm"),
        ("can we call at 16:30", "en", "Phone: 9 am to 5"),
        ("is it quiet at 11 pm", "en", "Quiet hours: 10 pm to 7 am"),
        ("kann ich um 17 uhr bringen", "de", "8 bis 10 Uhr und 16 bis 18 Uhr"),
        ("puedo jugar a las 19", "es", "18:00 a 22:00"),
        ("je peux venir à 18h", "fr", "de 15 h à 19 h"),
        ("si può entrare alle 15", "it", "14:30–19:00"),
        ("posso ir às 18h", "pt", "das 14h30 às 19h30"),
        ("kan ik om 9 uur komen", "nl", "van 8 tot 10 uur"),
        ("можно прийти в 18 часов", "ru", "с 16:00 до 19:00"),
        ("18点可以去吗", "zh", "16点到20点"),
        ("18時に行けますか", "ja", "10時〜19時"),
    ],
)
def test_an_hour_is_within_the_hours_around_it(question: str, language: str, text: str) -> None:
    number = next(each for each in question.split() if any(map(str.isdigit, each)))
    number = "".join(each for each in number if each.isdigit() or each == ":")
    asked = find_asked_hours(number, question, language)
    assert any(
        span.includes(each) for span in find_spans_of_hours(text, language) for each in asked
    )


@pytest.mark.parametrize(
    ("question", "language", "text"),
    [
        ("can i come at 5 pm", "en", "Reception: 8 am to 12 noon"),
        ("kann ich um 12 uhr bringen", "de", "8 bis 10 Uhr und 16 bis 18 Uhr"),
        ("puedo jugar a las 19", "es", "9:00 a 14:00"),
        ("can my 15 kg dog come", "en", "10 am to 6 pm"),
        ("is bus 12 late", "en", "10 am to 6 pm"),
        ("do you deliver 15 miles away", "en", "10 to 25 miles"),
    ],
)
def test_what_is_no_hour_or_outside_is_not(question: str, language: str, text: str) -> None:
    number = next(each for each in question.split() if each.isdigit())
    asked = find_asked_hours(number, question, language)
    assert not any(
        span.includes(each) for span in find_spans_of_hours(text, language) for each in asked
    )


def test_bare_figures_are_hours_only_where_something_opens() -> None:
    assert not find_spans_of_hours("10 to 25 miles", "en")
    assert find_spans_of_hours("open 9 to 17", "en", opening=True)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("The library is open 9:00 to 5:00", 9, 17),
        ("9:30-5:30", 9.5, 17.5),
        ("Seniors swim from 12:30 to 2:30", 12.5, 14.5),
        ("6 pm to 9", 18, 21),
        ("9:00 to 17:00", 9, 17),
    ],
)
def test_a_second_hour_below_the_first_is_of_the_afternoon(
    text: str, low: float, high: float
) -> None:
    assert find_spans_of_hours(text, "en") == (Range(HOURLY, low, high),)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("22:30 to 1:00", 22.5, 1),
        ("13:00 to 1:30", 13, 1.5),
        ("20 Uhr bis 9:00", 20, 9),
        ("10 pm to 7", 22, 7),
    ],
)
def test_or_of_the_next_day_behind_an_hour_of_the_evening(
    text: str, low: float, high: float
) -> None:
    assert find_spans_of_hours(text, "de") == (Range(HOURLY, low, 24), Range(HOURLY, 0, high))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We run at 9:30 as 2 groups", "en"),
        ("At 9:30 a 5 km race starts", "en"),
        ("You work 5 to 10 h per week", "en"),
        ("5 à 10 h par semaine", "fr"),
        ("5 bis 10 h pro Woche", "de"),
    ],
)
def test_other_figures_are_no_hours(text: str, language: str) -> None:
    assert not find_spans_of_hours(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("das 9h às 18h30 todos os dias", "pt"),
        ("das 9h às 18.", "pt"),
        ("de 9:00 a 14:00 los lunes", "es"),
        ("reçoit de 16 à 20 h le lundi", "fr"),
        ("At 9:30 to 11 everybody sings", "en"),
    ],
)
def test_the_same_words_join_hours(text: str, language: str) -> None:
    assert find_spans_of_hours(text, language)


def test_the_line_or_row_of_the_hour_is_quoted() -> None:
    told = ask("kann ich am montag um 17 uhr bringen", DESK).text
    assert "16 bis 18 Uhr" in told.splitlines()[0]
    assert "8 € por hora" in ask("cuánto cuesta jugar al pádel a las 19", COURT).text
    assert "9:00" not in ask("cuánto cuesta jugar al pádel a las 19", COURT).text


CLINIC = """Dr Hall sees patients from 10:00 to 2:00. Dr Bell sees patients from 4 pm to 8 pm.
"""
PRAXIS = "Frau Dr. Klein behandelt von 16 bis 20 Uhr. Herr Dr. Groß behandelt von 8 bis 12 Uhr."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What happens at 7 pm?", CLINIC),
        ("Who sees patients at 7 pm?", CLINIC),
        ("Wer behandelt um 18 Uhr?", PRAXIS),
        ("can i come at 5 pm", "The office is open from 2 to 6 pm."),
        ("Can I swim at 7 pm?", "Seniors swim from 5 pm to 8 pm."),
    ],
)
def test_with_what_is_done_then_it_does(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    "text",
    ["swimming after school 3 to 5", "drinks in the bar: 2 to 5", "during lunch 1 to 2 we are in"],
)
def test_a_range_behind_one_thing_is_of_hours(text: str) -> None:
    assert names_range_of_hours(text, "en")


@pytest.mark.parametrize("text", ["we decided to lay planks on jetties 1 to 8", "in rooms 3 to 5"])
def test_a_range_behind_several_things_numbers_them(text: str) -> None:
    assert not names_range_of_hours(text, "en")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Can I swim at 7 pm?", CLINIC),
        ("Who swims at 7 pm?", CLINIC),
        ("Is there yoga at 6 pm?", CLINIC),
        ("Wer singt um 18 Uhr?", PRAXIS),
        ("Qui chante à 18h ?", "Le docteur Roux reçoit de 16h à 20h."),
    ],
)
def test_the_hour_alone_answers_nothing(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS
