"""What is looked for by one word is the section on just that; where a thing is defines it not."""

import pytest

from bot.answering.extracts.extract import Extracts
from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask, ask_homes


def _ask_two(question: str) -> Extracts:
    expenses = "Mileage in your own car is 45p a mile.", ("Handbook", "Expenses")
    car = "A grey Skoda Fabia. The tyres are new.", ("House", "The car")
    return ask_homes(question, expenses, car)


@pytest.mark.parametrize("question", ["tell me about the car", "the car"])
def test_a_section_on_just_that_comes_before_a_passing_word(question: str) -> None:
    assert "Skoda" in _ask_two(question).text.splitlines()[0]


def test_a_passing_word_comes_first_where_more_is_asked() -> None:
    assert "45p" in _ask_two("how much is it to use my own car?").text.splitlines()[0]


def test_a_place_behind_a_label_is_no_definition() -> None:
    place = "- Stopcock: under the kitchen sink"
    assert ask("what is a stopcock?", place).grade is Grade.MAYBE
    assert ask("where is the stopcock?", place).grade is Grade.ANSWERS
    assert ask("what is a stopcock?", "- Stopcock: cellar").grade is Grade.MAYBE
    assert ask("what is a stopcock?", "- Stopcock: behind the boiler").grade is Grade.MAYBE
    assert ask("what is a weir?", "Weir: wall across a river").grade is Grade.ANSWERS
    assert ask("what is a sump?", "Sump: box below the engine for oil").grade is Grade.ANSWERS
    valve = "- Stopcock: a valve that shuts the water off"
    assert ask("what is a stopcock?", valve).grade is Grade.ANSWERS


def test_boots_are_what_is_asked_for_as_wellies() -> None:
    found = ask("do we need wellies?", "It can be muddy on the path, so bring boots.")
    assert found.grade is not Grade.NOTHING
