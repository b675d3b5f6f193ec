"""Amounts of two units, parts of a year, and what several things cost together."""

import pytest

from indexer.inference.entailment import judge

POOL = "A swim costs 5 euros for grown-ups and 2 for children."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The film lasts 135 minutes.", "The film takes two hours and fifteen minutes."),
        ("The walk lasts 75 minutes.", "The walk takes an hour and a quarter."),
        ("The walk takes 80 minutes.", "The walk takes an hour and twenty minutes."),
        ("Der Film dauert 130 Minuten.", "Der Film dauert zwei Stunden und zehn Minuten."),
        ("La visite dure 75 minutes.", "La visite dure une heure et quart."),
        ("De rit duurt 45 minuten.", "De rit duurt drie kwartier."),
        ("El recibo llega cada tres meses.", "El recibo llega cada trimestre."),
        ("La rata si paga ogni sei mesi.", "La rata si paga ogni semestre."),
        (POOL, "Two grown-ups and three children pay 16 euros."),
        ("入場料は大人五百円、子ども二百円です。", "大人二人で千円かかります。"),
        ("Within a year 3 months are free.", "3 months are free within a year."),
        ("En un an 3 mois sont gratuits.", "3 mois sont gratuits en un an."),
        ("Die Fahrt dauert eine Stunde zehn Minuten.", "Die Fahrt dauert 70 Minuten."),
        ("The course runs from 9.15 to 11.45 am.", "The course takes two hours and 30 minutes."),
    ],
)
def test_the_same_amount_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The film lasts 135 minutes.", "The film takes two hours and fifty minutes."),
        ("The walk lasts 75 minutes.", "The walk takes an hour and a half."),
        ("El recibo llega cada trimestre.", "El recibo llega cada semestre."),
        ("Die Rechnung kommt jedes Quartal.", "Die Rechnung kommt jedes Halbjahr."),
        (POOL, "Two grown-ups and three children pay 19 euros."),
        (
            "Let the paint dry for an hour. Then sand the board for 20 minutes.",
            "The paint dries for 20 minutes.",
        ),
        (
            "The trip takes 3 hours. Check in 45 minutes before.",
            "The trip takes 3 hours and 45 minutes.",
        ),
        ("The fee is 5 euros. A bag costs 50 cents.", "The fee is 5 euros and 50 cents."),
    ],
)
def test_another_amount_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, [(m.said.text, m.known.text) for m in verdict.alignment.matches]
