"""Statements that deny something, and statements that do not."""

import pytest

from bot.citations.statement import is_negated


@pytest.mark.parametrize(
    "text",
    [
        "It does not listen.",
        "It doesn’t listen.",
        "There is no port.",
        "Es hört auf keinen Port.",
        "Il n'écoute jamais.",
        "No escucha.",
        "Он не слушает.",
        "没有端口",
        "動かない",
    ],
)
def test_a_denial_is_seen_in_many_languages(text: str) -> None:
    assert is_negated(text)


@pytest.mark.parametrize(
    "text", ["It listens.", "Notes on knots", "Es hört.", "Он слушает.", "有端口", "the tent"]
)
def test_a_plain_statement_is_none(text: str) -> None:
    assert not is_negated(text)
