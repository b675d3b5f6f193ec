"""What a text excepts, and a single thing that a statement makes several of."""

import pytest

from indexer.inference.entailment import judge

MUSEUM = "Photography is permitted in the museum, except in the treasury."
FOOD = "Корм можно давать любой, кроме рыбного."
STORY = "Cada autor puede enviar un solo texto."
OPERA = "Seine einzige Oper fiel 1875 durch."
STROOM = "Wie zonnepanelen heeft, krijgt 9 cent, maar alleen over de eerste 2.000 kilowattuur."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (MUSEUM, "Photography is permitted in every room of the museum."),
        (FOOD, "Корм можно давать любой, в том числе рыбный."),
        (STORY, "Cada autor puede enviar varios textos."),
        (OPERA, "Mehrere Opern fielen durch."),
        (STROOM, "Voor alle stroom krijgt u 9 cent."),
    ],
)
def test_the_exception_is_not_included(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (MUSEUM, "Photography is permitted in the museum."),
        ("The hall is open except on Sundays.", "The hall is closed on Sundays."),
        ("Dogs are not allowed, except guide dogs.", "Guide dogs are allowed."),
        (STORY, "Cada autor puede enviar un texto."),
    ],
)
def test_what_leaves_the_exception_out_follows(text: str, statement: str) -> None:
    assert judge(statement, text).follows
