"""Names that people type without their capital are known by how the passages write them."""

import pytest

from bot.answering.question.written_names import Writing


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("hofmann", "Please ask Hofmann, who has the keys."),
        ("hofmann", "İzmir and Ankara: ask Hofmann there."),
        ("hofmann", "Ask Hofmann, or write to hofmann@example.org or example.org/hofmann."),
        ("hofmann", "# The hofmann file\n\nToday Hofmann is away."),
    ],
)
def test_what_always_has_a_capital_and_once_within_a_sentence_is_a_name(
    word: str, text: str
) -> None:
    assert Writing([text]).has_name(word)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("price", "Price: 4 euros. The price is for one."),
        ("price", "It costs 4 euros. Price and date are on the ticket."),
        ("price", "The Prices are low."),
        ("price", "The PRICE is low, and our Price too."),
        ("hofmann", "Write to Hofmann@example.org and to Hofmann.org today."),
    ],
)
def test_what_is_written_small_or_opens_a_sentence_alone_is_none(word: str, text: str) -> None:
    assert not Writing([text]).has_name(word)


def test_the_passages_are_looked_at_together() -> None:
    assert not Writing(["Ask Hofmann today.", "a hofmann"]).has_name("hofmann")
