"""A limit, an opening or a rule of one thing does not answer for another."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask

DOGS = "体重10公斤以下的小型犬可以进入咖啡厅。\n\n12岁以下儿童须由家长陪同进入泳池。"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("can I rent a bike for 1 day", "Laptops can be borrowed for up to 14 days."),
        ("can i park a van for 2 hours", "Cars may park for up to 3 hours."),
        ("puedo alquilar una bici 2 días", "Los portátiles se pueden alquilar hasta 14 días."),
        ("can a 9 year old borrow a helmet", "The helmet can be borrowed for up to 3 days."),
        ("9歳の娘はジムに入れますか", "ジムは20分以上遅刻した場合は入場できません。"),
        (
            "my son is 15 can he use the gym",
            "The gym café is open from 9 to 17, on Sundays from 10.",
        ),
        ("猫能带进咖啡厅吗", DOGS),
        ("自行车能带进咖啡厅吗", DOGS),
        ("猫能带进泳池吗", DOGS),
        ("is the gym open on Sunday", "The café is open on Sundays from 10 to 5."),
        ("is the museum open on saturday", "The shop is open Monday to Saturday from 9 to 6."),
    ],
)
def test_what_is_said_of_another_thing_is_not_sure(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("can I borrow a laptop for 20 days", "Laptops can be borrowed for up to 14 days."),
        ("小型犬能带进咖啡厅吗", DOGS),
        (
            "can my 8 kg dog come in",
            "Dogs up to 10 kg may come in.\n\nDogs in the garden: up to 25 kg.",
        ),
        ("I weigh 80 kg, may I climb?", "Climbing: up to 110 kg.\n\nWith a rope: up to 120 kg."),
        ("is the gym open on Sunday", "The gym is open on Sundays from 10 to 5."),
        ("is the shop open on saturday", "The shop is open Monday to Saturday from 9 to 6."),
    ],
)
def test_what_is_said_of_the_thing_itself_is(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    "message",
    [
        "My daughter is 5 and can swim",
        "I must take 2 pills a day",
        "I can run 10 km",
        "My shop is closed on Sundays.",
        "Mijn winkel is zondag open.",
    ],
)
def test_what_somebody_tells_is_no_question(message: str) -> None:
    assert parse_question(message).kind is not Kind.WHETHER
