"""What impatient people type in their first minute: no marks, limits, today, the weekend."""

from datetime import date

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.relative_days import name_days
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask

MONDAY = date(2026, 11, 30)
OTHER = {
    "de": "Hunde sind auf dem Gelände nicht erlaubt, auch nicht an der Leine.",
    "en": "Dogs are not allowed on the premises, not even on a lead.",
    "es": "Los perros no pueden entrar en el recinto, ni siquiera con correa.",
    "fr": "Les chiens ne sont pas admis dans les locaux, même tenus en laisse.",
    "it": "I cani non possono entrare nella struttura, nemmeno al guinzaglio.",
    "nl": "Honden zijn niet toegestaan op het terrein, ook niet aan de lijn.",
}


def ask_on_monday(question: str, text: str) -> Extracts:
    hit = Hit(Chunk("doc:1", "notes", text), "/notes.md", "notes.md", KB, "md", 0.9)
    return find_answer(name_days(parse_question(question), MONDAY), [hit])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("we have 10 bikes is that ok", "Bikes: 12 max in the shed."),
        ("can we bring 14 bikes", "Bikes: 12 max in the shed."),
        ("my daughter is 9 can she do dinghy", "Minimum age: 8 for dinghy courses."),
        ("is my 3 year old free", "Children up to 4 stay free."),
        ("mag ik met 110 kg op de glijbaan", "Glijbaan: 100 kg max."),
        ("puedo llevar 3 invitados", "Pista: 18 €; 2 invitados máx."),
    ],
)
def test_a_limit_tells_whether_as_many_are_allowed(question: str, text: str) -> None:
    assert ask(question, text).text.startswith(f"- {text[:12]}")
    assert parse_question(question).kind is Kind.WHETHER


@pytest.mark.parametrize(
    ("question", "hours"),
    [
        ("are you open at the weekend", "Saturday and Sunday: 9–13"),
        ("am wochenende offen?", "Samstag und Sonntag: 9–13 Uhr"),
        ("habt ihr am wochenende auf", "Samstag und Sonntag: 9–13 Uhr"),
        ("ouvert ce week-end ?", "Samedi et dimanche : 9 h - 13 h"),
        ("abrís el fin de semana", "Sábados y domingos: 9:00–13:00"),
        ("este finde abrís", "Sábados y domingos: 9:00–13:00"),
        ("siete aperti questo fine settimana", "Sabato e domenica 9–13"),
        ("dit weekend open?", "Zaterdag en zondag: 9.00–13.00 uur"),
    ],
)
def test_hours_of_saturday_and_sunday_are_those_of_the_weekend(question: str, hours: str) -> None:
    found = ask_on_monday(question, f"- {hours}\n- {OTHER[parse_question(question).language]}")
    assert found.grade is Grade.ANSWERS
    assert hours in found.text


@pytest.mark.parametrize(
    ("question", "hours"),
    [
        ("open today?", "Monday–Friday: 9–21"),
        ("wie lange habt ihr heute auf", "Montag–Freitag: 9–21 Uhr"),
        ("ouvert aujourd'hui ?", "Du lundi au vendredi : 9 h - 21 h"),
        ("abrís hoy", "Lunes a viernes: 9:00–21:00"),
        ("aperti oggi", "Lunedì–venerdì 9–21"),
        ("vandaag open?", "Maandag t/m vrijdag: 9.00–21.00 uur"),
    ],
)
def test_two_words_ask_if_something_is_open_today(question: str, hours: str) -> None:
    found = ask_on_monday(question, f"- {hours}\n- {OTHER[parse_question(question).language]}")
    assert found.grade is Grade.ANSWERS
    assert hours in found.text


def test_a_key_that_opens_something_tells_no_opening_hours() -> None:
    assert ask_on_monday("open today?", "Your room key opens it.").grade is not Grade.ANSWERS


def test_the_weekend_is_searched_for_by_its_days() -> None:
    assert parse_question("open this weekend?").searched.endswith("saturday sunday")
    assert "sábado domingo" in parse_question("abrís el fin de semana").searched


def test_who_is_welcome_is_allowed() -> None:
    text = "Dogs are welcome in the rooms. Keep them off the wall: a cat lives there."
    found = ask("can i bring my dog he weighs 15 kg", text)
    assert found.text.startswith("- Dogs are welcome")


def test_the_place_of_a_labelled_thing_is_not_the_address_that_is_asked_for() -> None:
    bakery = "- Bakery: 12 Quay Street, open 7 am to noon"
    assert ask("what is the address?", bakery).grade is not Grade.ANSWERS
    assert ask("where is the bakery?", bakery).grade is Grade.ANSWERS


def test_a_weight_counts_no_dogs() -> None:
    assert ask("how many dogs can I bring", "Dogs ≥ 12 kg pay £5.").grade is not Grade.ANSWERS
    assert ask("how many dogs can I bring", "Guests may bring 2 dogs.").grade is Grade.ANSWERS


def test_a_limit_is_not_cut_off_behind_its_full_stop() -> None:
    assert "(max. 2)" in ask("are dogs welcome?", "Dogs are welcome (max. 2). Cats too.").text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("are you open at christmas", "Closed on 25 and 26 December."),
        ("habt ihr weihnachten offen", "Am 24., 25. und 31. Dezember geschlossen."),
        ("siete aperti a natale", "Chiuso il 25 dicembre."),
        ("zijn jullie met kerst open", "Gesloten op 25 en 26 december."),
    ],
)
def test_christmas_is_told_by_its_day(question: str, text: str) -> None:
    other = OTHER[parse_question(question).language]
    assert text in ask(question, f"{other}\n\n{text}").text


def test_what_another_may_not_do_does_not_forbid_what_is_asked() -> None:
    text = "The neighbour's cat likes to come in by the window; please do not feed her."
    assert ask("are cats allowed?", text).grade is not Grade.ANSWERS
    dog = "The neighbour's dog barks at night; ring him."
    assert ask("are dogs allowed?", dog).grade is not Grade.ANSWERS
    assert ask("are cats allowed?", "Cats and dogs: please, no.").grade is Grade.ANSWERS
    wall = "Please keep off the wall: the neighbour's cat lives there and has never lost."
    assert ask("may i bring a cat", wall).grade is not Grade.ANSWERS
