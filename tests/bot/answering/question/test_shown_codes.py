"""A code on a display is looked up as it is: what shows it is no other thing."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask

FAULTS = """## Error codes

- E2: water does not drain. Clean the filter and check the hose.
- E4: the door is not closed.

| Code | Meaning | Remedy |
|---|---|---|
| F1 | fan stuck | call us |
| F2 | no gas | open the tap |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("the display says E2, what now", "does not drain"),
        ("why is e4 on the screen", "the door is not closed"),
        ("l'écran affiche E4", "the door is not closed"),
        ("la pantalla muestra E4", "the door is not closed"),
        ("на дисплее горит E4", "the door is not closed"),
        ("屏幕显示E2怎么办", "does not drain"),
        ("画面にE2と表示される", "does not drain"),
    ],
)
def test_whatever_shows_a_code_the_code_is_what_is_asked(question: str, answer: str) -> None:
    found = ask(question, FAULTS)
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


@pytest.mark.parametrize(
    "question",
    ["washer says E20, what's wrong", "what's wrong when it shows F3", "屏幕显示E9怎么办"],
)
def test_another_code_is_not_even_what_may_be_meant(question: str) -> None:
    assert ask(question, FAULTS).grade is Grade.NOTHING


def test_without_a_code_a_screen_is_a_thing_as_any_other() -> None:
    text = "There is a hall with a stage. E2 is another hall."
    assert ask("is there a screen in the hall", text).grade is not Grade.ANSWERS
