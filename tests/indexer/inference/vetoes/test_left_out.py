"""Units, articles and endings that a language leaves out or writes alike."""

import pytest

from indexer.inference.entailment import judge

PRIZE = "El primer premio es de 1.200 euros y el segundo de 500."
BILL = "The bill came to 1,840 euros, of which the insurance paid three quarters."
LATE = "A player who arrives more than half an hour late loses the game."
MUSIC = (
    "As aulas de piano são às terças com a professora Lúcia, as de violino às quintas com o "
    "professor Abel. Quem falta sem avisar perde a aula; se avisar na véspera, pode repô-la."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (PRIZE, "El segundo premio es de quinientos euros."),
        (BILL, "We paid a quarter of the bill ourselves."),
        (LATE, "A player who arrives more than thirty minutes late loses the game."),
        (MUSIC, "As aulas de piano são às terças com a professora Lúcia."),
        ("The cake contains no sugar.", "The cake is sugar-free."),
        ("二日目は正午までに港へ集まります。", "二日目は十二時までに港へ集まります。"),
    ],
)
def test_what_says_the_same_follows(text: str, statement: str) -> None:
    assert judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (BILL, "The insurance paid a quarter of the bill."),
        (MUSIC, "As aulas de piano são às terças com o professor Abel."),
        (MUSIC, "Quem falta sem avisar pode repor a aula."),
        ("旧馆预计后年开放。", "旧馆预计明年开放。"),
        ("The cake contains sugar.", "The cake is sugar-free."),
    ],
)
def test_what_says_something_else_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows
