"""Finds what "it" means: the thing last named, behind questions that name none."""

import pytest

from bot.answering.follow_up import continue_question
from memory.messages import Message


def find_topic(text: str, *asked: str) -> str:
    window = [Message("user", each, "2026-11-30T09:00:00Z") for each in asked]
    return continue_question(text, window).before


@pytest.mark.parametrize(
    ("topic", "between", "text"),
    [
        ("when is the class trip", "what does my son need to bring?", "how much is it?"),
        ("when is the class trip", "what do they need to bring?", "how much is it?"),
        ("when is the spring concert?", "what do I have to wear?", "where is it?"),
        ("Wann ist das Schulfest?", "Was müssen die Kinder mitbringen?", "Was kostet es?"),
        ("Quand a lieu la sortie ?", "que doit apporter mon fils ?", "combien coûte ça ?"),
    ],
)
def test_it_is_what_was_named_before_a_question_that_names_nothing(
    topic: str, between: str, text: str
) -> None:
    assert find_topic(text, topic, between) == topic


@pytest.mark.parametrize(
    ("topic", "between", "text"),
    [
        ("when is the class trip", "do I need a ticket?", "how much is it?"),
        ("when is the class trip", "how old is my daughter?", "where does she live?"),
        ("when is the class trip", "what does my son need to bring?", "and in winter?"),
        ("Wann ist das Schulfest?", "Was kostet das Essen?", "Wo gibt es das?"),
    ],
)
def test_a_later_question_keeps_what_it_names(topic: str, between: str, text: str) -> None:
    assert find_topic(text, topic, between) == between


def test_it_means_a_question_where_none_before_names_a_thing() -> None:
    assert find_topic("how much is it?", "what do I have to wear?") == "what do I have to wear?"


def test_it_may_be_what_a_question_went_on_to() -> None:
    asked = ("when is breakfast?", "and the sauna?")
    assert find_topic("how much is that?", *asked) == " ".join(asked)
