"""Two events in the order of the text, and in the other one."""

import pytest

from indexer.inference.entailment import judge

ROOF = "The meeting agreed to replace the lift before the roof."
SHOP = (
    "Ma tante Odile a repris la librairie en 1999, après avoir travaillé douze ans dans une banque."
)
HARBOUR = "Trabajó primero en el puerto y después, durante veinte años, en una imprenta."
CAR = "租车押金三千元，还车后七个工作日内退还。"
ADOPTION = "Avant toute adoption, un bénévole visite le logement."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (ROOF, "The roof is replaced first and the lift afterwards."),
        (SHOP, "Odile a travaillé dans une banque après avoir repris la librairie."),
        (HARBOUR, "Trabajó primero en la imprenta y después en el puerto."),
        (CAR, "押金在还车之前退还。"),
        (ADOPTION, "Un bénévole visite le logement une fois l'adoption faite."),
    ],
)
def test_the_other_order_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (ROOF, "The lift is replaced first and the roof afterwards."),
        (SHOP, "Odile a travaillé dans une banque avant de reprendre la librairie."),
        (HARBOUR, "Trabajó primero en el puerto y después en una imprenta."),
        (CAR, "押金在还车后退还。"),
        (ADOPTION, "Un bénévole visite le logement avant l'adoption."),
    ],
)
def test_the_same_order_follows(text: str, statement: str) -> None:
    assert judge(statement, text).follows
