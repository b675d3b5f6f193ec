"""Who does what: each verb has a subject of its own, wherever that stands."""

import pytest

from indexer.inference.entailment import judge

PUMP = "The dealer collects a faulty pump from the customer and sends it to the workshop in Leeds."
TRAINER = (
    "Neue Trainerin der Jugend ist Mirjam Özdemir. Sie löst Stefan Kroll ab, der nach Kiel zieht."
)
SHOP = (
    "Onkel Karl verkaufte 1994 die Werkstatt an seinen Gesellen Emil Ott und behielt nur das "
    "Wohnhaus. Emil baute die Werkstatt um und stellte drei Leute ein."
)
BANK = "El banco paga la notaría; la tasación corre por cuenta del cliente."
TAPESTRY = (
    "The loan of the tapestry runs from 3 February to 30 June. The lender, the Castle Trust, pays "
    "for packing; the borrower, the Wren Museum, pays for "
    "transport and insures the piece for 240,000 pounds."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (PUMP, "The customer has to send a faulty pump to the workshop in Leeds."),
        (TRAINER, "Mirjam Özdemir zieht nach Kiel."),
        (SHOP, "Karl baute die Werkstatt um."),
        (BANK, "El cliente tiene que pagar la notaría."),
    ],
)
def test_what_another_does_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (PUMP, "The dealer sends a faulty pump to the workshop in Leeds."),
        (TRAINER, "Stefan Kroll zieht nach Kiel."),
        (SHOP, "Emil baute die Werkstatt um."),
        (BANK, "El banco tiene que pagar la notaría."),
        (
            "Members pay 20 pounds a month, students half of that.",
            "Students pay 10 pounds a month.",
        ),
        ("Mr Iqbal, our new cook, ran a hotel kitchen in Bath.", "The new cook ran a kitchen."),
    ],
)
def test_what_the_same_one_does_follows(text: str, statement: str) -> None:
    assert judge(statement, text).follows


def test_one_who_is_named_twice_pays_for_what_either_name_pays_for() -> None:
    said = "The Wren Museum has to insure the tapestry and bear the cost of moving it."
    assert "taken" not in judge(said, TAPESTRY).reasons
