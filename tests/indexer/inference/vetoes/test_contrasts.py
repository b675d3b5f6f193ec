"""Two clauses of which one denies: the one that a statement is about decides."""

import pytest

from indexer.inference.entailment import judge

HALL = "館内での飲食は禁止されているが、中庭では認められている。"
GRANTS = "Bisher sind 48 Anträge eingegangen, 31 davon wurden bewilligt."
SAMPLES = "Из тридцати проб девять оказались пустыми."
FEE = "Плата за подъезд повысится с 300 до 350 рублей с первого апреля."
DOCTOR = "Le docteur Morel reçoit sans rendez-vous, sa collègue Lefèvre uniquement sur rendez-vous."
MEMBERS = "Of the 20 members, 5 pay monthly."
FACADE = "La comunidad aprobó pintar la fachada en otoño."
METER = "De meterstand moet u zelf doorgeven, uiterlijk op 7 januari."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (HALL, "中庭なら飲食してもよい。"),
        (GRANTS, "17 Anträge wurden noch nicht bewilligt."),
        (SAMPLES, "Двадцать одна проба не была пустой."),
        ("Elle marche sans canne.", "Elle n'a plus besoin de sa canne."),
        (
            "Quien falte tres veces no recibe el diploma.",
            "Quien falte tres veces pierde el diploma.",
        ),
        (FEE, "Плата за подъезд станет 350 рублей."),
        (DOCTOR, "Le docteur Morel reçoit sans rendez-vous."),
        (MEMBERS, "15 members do not pay monthly."),
        ("革バンドは保証の対象になりません。", "革バンドは保証の対象外です。"),
    ],
)
def test_what_is_said_of_it_follows(text: str, statement: str) -> None:
    assert judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (HALL, "館内では飲食してもよい。"),
        (GRANTS, "31 Anträge wurden nicht bewilligt."),
        (GRANTS, "17 Anträge wurden vom Gericht nicht bewilligt."),
        ("The class has 48 pupils and 31 bikes.", "17 pupils do not have a bike."),
        ("31 of the 48 members pay weekly.", "17 members do not pay."),
        (MEMBERS, "15 members do not pay."),
        (FEE, "Плата за подъезд станет 300 рублей."),
        (DOCTOR, "Le docteur Morel ne reçoit que sur rendez-vous."),
        (FACADE, "La fachada ya se ha pintado."),
        (METER, "De meterstand hoeft u niet zelf door te geven."),
        ("来年の大会は札幌ではなく仙台で開かれます。", "来年の大会は札幌で開かれます。"),
        ("The price does not include towels, sheets or soap.", "The price includes sheets."),
    ],
)
def test_what_is_said_of_the_other_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows
