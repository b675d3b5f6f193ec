"""A word for what is asked for counts where it is said of the thing that is asked about."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask

COLOUR = "What colour is the boat?"


def test_the_colour_of_another_thing_is_no_answer() -> None:
    assert ask(COLOUR, "The boat stays in when a red flag is up.").grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    "text", ["The boat is red and white.", "The red boat stays in when a red flag is up."]
)
def test_its_own_is_one(text: str) -> None:
    assert ask(COLOUR, text).grade is Grade.ANSWERS
