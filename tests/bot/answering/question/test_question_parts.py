"""The questions in a message, split by rules."""

import pytest

from bot.answering.question_parts import split_question


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "When does the pool open? Who has the key to the sauna?",
            ["pool open", "key to the sauna"],
        ),
        ("What does the pool and the sauna cost?", ["pool cost", "sauna cost"]),
        (
            "Compare the notice period of the flat and the garage",
            ["notice period flat", "notice period garage"],
        ),
        ("Is the flat cheaper than the garage?", ["flat", "garage"]),
        ("Compare the flat with the garage", ["flat", "garage"]),
        ("Was kosten die Sauna und das Schwimmbad?", ["kosten Sauna", "kosten Schwimmbad"]),
        ("Compare le loyer de l'appartement avec celui du garage", ["loyer", "garage"]),
        ("Сравни аренду квартиры и гаража", ["аренду квартиры", "аренду гаража"]),
        ("ما سعر التذكرة و الاشتراك؟", ["التذكرة", "الاشتراك"]),
    ],
)
def test_a_message_that_asks_of_several_things_has_parts(text: str, parts: list[str]) -> None:
    found = split_question(text)
    assert len(found) == len(parts)
    for wanted, part in zip(parts, found, strict=True):
        assert set(wanted.split()) <= set(part.replace("?", "").split()), found


def test_scripts_without_spaces_have_parts_too() -> None:
    assert any(
        "车库" in each and "公寓" not in each for each in split_question("公寓和车库的租金是多少？")
    )


@pytest.mark.parametrize(
    "text",
    [
        "When does the pool open?",
        "Hello! When does the pool open?",
        "How do I wash it with care?",
        "lease",
        "",
        "And in winter?",
        "?!",
    ],
)
def test_a_message_that_asks_one_thing_has_none(text: str) -> None:
    assert split_question(text) == ()


def test_parts_are_few_however_long_a_message_is() -> None:
    assert len(split_question("Where are cups and plates and knives and forks and spoons?")) <= 4
    assert len(split_question("Where is the key? " * 300)) <= 4
