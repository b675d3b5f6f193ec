"""Statements that give one what the text says of another, and the same said rightly."""

import pytest

from indexer.inference.entailment import judge

BINS = "Glass goes into the green bin, paper into the grey one."
FARES = "Adults pay 9 pounds for the tour, children 4."
SHELVES = "Die Tassen stehen im oberen Fach, die Teller liegen im unteren."
CATS = "Katzen sind im Haus verboten, ausgenommen Perserkatzen."
POST = "Zeugnisse verschicken wir per E-Mail, Verträge mit der Post."
MOVE = "我们把琴从旧楼搬到了新楼。"


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (BINS, "Paper goes into the grey bin and glass into the green one."),
        (FARES, "Children pay 4 pounds for the tour, adults 9."),
        (SHELVES, "Die Teller liegen im unteren Fach."),
        (CATS, "Perserkatzen dürfen ins Haus."),
        (POST, "Verträge kommen mit der Post."),
        (MOVE, "琴从旧楼搬到了新楼。"),
        ("Вход только по билетам.", "Без билета войти нельзя."),
        (
            "Wer kein Ticket hat, darf nicht in den Saal.",
            "In den Saal darf nur, wer ein Ticket hat.",
        ),
        ("Pensioners on the list pay nothing.", "Pensioners on the list don't pay."),
    ],
)
def test_what_is_said_of_each_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (BINS, "Paper goes into the green bin and glass into the grey one."),
        (FARES, "Children pay 9 pounds for the tour, adults 4."),
        (SHELVES, "Die Teller stehen im oberen Fach, die Tassen liegen im unteren."),
        (CATS, "Perserkatzen sind im Haus verboten."),
        (POST, "Zeugnisse verschicken wir mit der Post."),
        (MOVE, "琴从新楼搬到了旧楼。"),
        ("彼女は長野で生まれました。", "彼女は長崎で生まれました。"),
        ("Marta vendió el coche a Rubén.", "Rubén vendió el coche a Marta."),
        (
            "Duschen ist ab dem vierten Tag erlaubt, Schwimmen erst nach der Heilung.",
            "Schwimmen ist ab dem vierten Tag erlaubt.",
        ),
        (
            "Vertico will mend the roof. The porter paints the gate.",
            "The porter will mend the roof.",
        ),
    ],
)
def test_what_is_said_of_another_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, [(m.said.text, m.known.text) for m in verdict.alignment.matches]


def test_a_rate_is_no_span_of_time() -> None:
    text = "Members may borrow six times a year, guests four times."
    assert judge("Guests may borrow four times annually.", text).follows
    assert not judge("Guests may borrow six times annually.", text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Man kocht ein Kilo Kartoffeln.", "Man kocht 1000 Gramm Kartoffeln."),
        ("The last bus leaves at 00:15.", "The last bus leaves at a quarter past midnight."),
        ("试用期三个月。", "试用期为3个月。"),
        ("工资为正式工资的两成。", "工资为正式工资的百分之二十。"),
    ],
)
def test_one_and_its_parts_are_counted(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)
