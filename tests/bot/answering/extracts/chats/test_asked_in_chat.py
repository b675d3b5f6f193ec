"""Questions as people ask them in a chat: what answers them, and what only looks as if it did."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.text.question_words import Kind, detect_question_language
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many litres does the tank hold?", "The tank holds 6.5 l. The hose is 2 m long."),
        ("Wie viele Liter fasst der Tank?", "Der Tank fasst 6,5 l. Der Schlauch ist 2 m lang."),
        ("¿Cuántos litros caben en el depósito?", "El depósito tiene 6,5 l. El tubo mide 2 m."),
        ("Сколько литров в баке?", "Бак: 6,5 л. Шланг: 2 м."),
    ],
)
def test_a_unit_is_found_by_its_sign(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


HOUSE = """**Amministratrice:** dott.ssa Paola Restelli, tel. 02 5550 1347, riceve il mercoledì.

Il portiere è il signor Gino. Il contatore dell'acqua si legge due volte l'anno."""


def test_the_number_of_a_person_is_a_telephone_number() -> None:
    found = ask("Qual è il numero dell'amministratrice?", HOUSE)
    assert found.grade is Grade.ANSWERS
    assert "1347" in found.text
    assert "contatore" not in found.text  # of the "dell'acqua"


def test_a_rate_is_told_by_its_unit() -> None:
    text = "Wer privat übernachtet, erhält 20 € pro Nacht.\n\nPrivatwagen: 0,30 € je Kilometer."
    assert "0,30" in ask("Wie viel bekomme ich pro Kilometer mit dem Auto?", text).text


def test_a_price_is_no_number_of_a_membership() -> None:
    text = "Membership: 30 a year."
    assert ask("What is my membership number?", text).grade is not Grade.ANSWERS


def test_a_price_behind_a_semicolon_is_of_what_stands_there() -> None:
    text = "La cuffia è obbligatoria; gli occhialini si possono comprare alla cassa per 9 euro."
    assert ask("Quanto costa la cuffia?", text).grade is not Grade.ANSWERS


def test_a_verb_alone_does_not_answer() -> None:
    text = "Juniors wear a buoyancy aid on the water; adults need not."
    assert ask("What hose do I need?", text).grade is not Grade.ANSWERS


def test_another_day_of_another_thing_does_not_answer() -> None:
    rows = (
        "| Squad | Days | Time |\n|---|---|---|\n| Learn to row | Saturday | 11 am |\n"
        "| Novices | Tuesday, Saturday | 6 pm, 9 am |\n| Masters | Thursday | 7 pm |\n"
    )
    found = ask("and on Saturdays?", rows, before="When is the bar open?")
    assert found.grade is not Grade.ANSWERS


def test_an_and_in_italian_shows_no_kind() -> None:
    earlier = "Quanto costa il corso per adulti?"
    assert parse_question("E l'acquagym?", earlier).kind is Kind.AMOUNT
    assert parse_question("È aperto la domenica?", earlier).kind is Kind.WHETHER


def test_no_size_is_once_a_month_or_a_code() -> None:
    text = "The tank is cleaned once a month. When the tank is missing, E4 is shown."
    assert ask("How big is the tank?", text).grade is not Grade.ANSWERS


def test_the_word_option_need_not_stand_beside_the_option() -> None:
    text = (
        "- `-w`, `--watch SECONDS`  prints the humidity again\n- `-q`  prints nothing but errors\n"
        "\nWithout options it prints the readings once."
    )
    found = ask("What does the -w option do?", text)
    assert found.grade is Grade.ANSWERS
    assert "Without" not in found.text


WASTE = """| 種類 | 曜日 |
|---|---|
| びん | 第2月曜日 |
| 古紙 | 第1土曜日 |

ごみは朝8時までに出してください。"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("古紙はいつ出しますか?", "第1土曜日"),
        ("びんは何曜日に出せますか?", "第2月曜日"),
        ("ごみは何時までに出しますか?", "8時"),
    ],
)
def test_a_japanese_noun_in_hiragana_counts_more_than_a_verb(question: str, answer: str) -> None:
    found = ask(question, WASTE)
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


def test_how_something_is_charged_asks_for_an_amount() -> None:
    found = ask("访客停车怎么收费?", "小区车位每月收费280元。访客停车前30分钟免费,之后每小时5元。")
    assert found.grade is Grade.ANSWERS
    assert "5元" in found.text
    assert "280元" not in found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Скільки разів можна продовжити книжку?",
            "Термін можна продовжити двічі, якщо книжку не замовив хтось інший.",
        ),
        ("Сколько раз можно продлить книгу?", "Книгу можно продлить дважды."),
        ("من يدرس الفرنسية؟", "تدرّس الإنجليزية الأستاذة هدى منصور، والفرنسية الأستاذ كريم الشامي."),
    ],
)
def test_more_words_tell_how_often_and_who(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_how_a_question_asks_tells_portuguese_from_spanish() -> None:
    assert detect_question_language("A que horas abre a piscina?") == "pt"
    assert detect_question_language("a que hora abre la piscina") == "es"
