"""A few words name what is asked for by a noun: a price, a telephone number."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import asks_something, parse_question
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("choir price", Kind.AMOUNT),
        ("preis chor", Kind.AMOUNT),
        ("precio del coro", Kind.AMOUNT),
        ("prix chorale", Kind.AMOUNT),
        ("prezzo coro", Kind.AMOUNT),
        ("preço do coro", Kind.AMOUNT),
        ("prijs koor", Kind.AMOUNT),
        ("цена хора", Kind.AMOUNT),
        ("ціна хору", Kind.AMOUNT),
        ("telefon elektriker", Kind.PHONE),
        ("téléphone électricien", Kind.PHONE),
        ("телефон электрика", Kind.PHONE),
        ("office email", Kind.EMAIL),
        ("harbour office phone", Kind.PHONE),
        ("train fare to leeds", Kind.AMOUNT),
        ("dog deposit", Kind.AMOUNT),
        ("loyer du garage à vélos", Kind.AMOUNT),
        ("check in time", Kind.WHEN),
        ("membership deadline", Kind.WHEN),
        ("uhrzeit treffen", Kind.WHEN),
        ("lasagne cooking time", Kind.DURATION),
    ],
)
def test_a_noun_names_the_kind(text: str, kind: Kind) -> None:
    assert parse_question(text).kind is kind


@pytest.mark.parametrize(
    ("text", "before", "kind"),
    [
        ("а телефон?", "кто председатель", Kind.PHONE),
        ("und telefon?", "wer ist der hausmeister", Kind.PHONE),
        ("¿y el teléfono?", "quién es el administrador", Kind.PHONE),
        ("e il telefono?", "chi è il custode", Kind.PHONE),
    ],
)
def test_a_continued_question_is_of_the_kind_that_it_names(
    text: str, before: str, kind: Kind
) -> None:
    assert parse_question(text, before).kind is kind


@pytest.mark.parametrize(
    "text",
    [
        *("telefon elektriker 0421 555 880", "the garden path", "my phone is broken"),
        *("open evening", "sports day", "school holidays"),
    ],
)
def test_what_names_something_else_does_not(text: str) -> None:
    assert parse_question(text).kind is Kind.SEARCH


def test_a_phone_bill_is_no_phone() -> None:
    assert parse_question("phone bill").kind is Kind.AMOUNT


@pytest.mark.parametrize("text", ["the price went up", "цена выросла", "choir price"])
def test_such_words_may_also_be_told(text: str) -> None:
    assert not asks_something(text)


def test_the_row_with_the_price_answers() -> None:
    table = "| Course | Price |\n|---|---|\n| Choir | £15 |\n| Piano | £40 |\n"
    assert ask("choir price", table).grade is Grade.ANSWERS
    assert "£15" in ask("choir price", table).text


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("prix Nobel", "Le prix Nobel est commenté le jeudi. La cotisation coûte 30 euros."),
        ("teléfono roto", "Un teléfono roto se lleva a la oficina. Teléfono: 955 550 102."),
        (
            "Telefon kaputt",
            "Ein kaputtes Telefon wird der Technik gemeldet. Die Technik hat die 0228 555 01.",
        ),
        ("work email", "Work email is archived for five years. IT is at it@firm.example."),
        ("junk email", "Junk email goes to a folder of its own. IT is at it@firm.example."),
    ],
)
def test_what_only_looks_like_a_kind_is_looked_for(text: str, passage: str) -> None:
    found = ask(text, passage)
    assert found.grade is Grade.ANSWERS
    assert found.text.startswith(f"- {passage.partition('. ')[0]}")


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        (
            "gym price",
            "Members of the gym think the price has gone up. The canteen costs 5 pounds.",
        ),
        ("choir price", "The choir sings on Tuesdays. The price of the tickets is to be set."),
        ("preis chor", "Der Chor singt dienstags. Um jeden Preis will er gewinnen."),
        ("choir price", "The choir says that nobody can tell the price."),
    ],
)
def test_the_noun_and_its_thing_apart_tell_nothing(text: str, passage: str) -> None:
    assert ask(text, passage).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("会员有多少名？", Kind.NUMBER),
        ("停车场有多少辆车？", Kind.NUMBER),
        ("比赛还剩多少时间？", Kind.DURATION),
        ("要烤多少分钟？", Kind.DURATION),
        ("行李可以带多少公斤？", Kind.WEIGHT),
        ("码头离车站多少公里？", Kind.DISTANCE),
        ("押金多少？", Kind.AMOUNT),
        ("会费是多少元？", Kind.AMOUNT),
    ],
)
def test_in_chinese_what_is_counted_says_what_is_asked_for(text: str, kind: Kind) -> None:
    assert parse_question(text).kind is kind


def test_minutes_are_no_price() -> None:
    text = "烤箱预热后，蛋糕烤40分钟。蛋糕售价40元。"
    assert "40分钟" in ask("蛋糕要烤多少分钟？", text).text
