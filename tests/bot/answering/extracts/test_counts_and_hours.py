"""What is counted, what hour is told, and what part of a loanword is enough to be near."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how many guests can we have", "We can have guests, 40 altogether."),
        ("how many chairs are there", "We have chairs (40)."),
        ("how many dogs may I bring", "You may bring dogs, 2 per room."),
    ],
)
def test_what_is_counted_may_stand_before_its_number(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_what_stands_before_a_measure_is_not_counted_by_it() -> None:
    found = ask("how many dogs are allowed", "Dogs over 12 kg pay more.")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "what time does choir start",
            "The choir starts on Monday.\n\nChoir practice starts at 7 pm.",
            "- Choir practice starts at 7 pm. [1]",
        ),
        ("几点开会", "星期一开会。\n\n会议晚上7点开。", "- 会议晚上7点开。 [1]"),
    ],
)
def test_an_hour_is_told_and_no_day_where_the_hour_is_asked(
    question: str, text: str, answer: str
) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert found.text == answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("バスタオルはありますか", "タオルは無料です。"),
        ("アイスクリームはいくら", "クリームソーダは500円。アイスは300円。"),
        ("シャワールームはどこ", "ルームキーは受付。シャワーは2階。"),
    ],
)
def test_what_begins_or_ends_as_a_loanword_may_be_meant(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.MAYBE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how many plots are there?", "Plot 9 goes to Mrs Adeyemi."),
        ("how many plots are there?", "Plots 6, 22 and 31 are free again."),
        ("how many plots are there?", "Three plot holders have not paid."),
        ("Wie viele Zimmer gibt es?", "Zimmer 12 ist im zweiten Stock."),
    ],
)
def test_a_number_that_names_one_of_them_counts_none(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.MAYBE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how many plots are there?", "There are 42 plots by the river."),
        ("how many eggs do we need", "Eggs 2, flour 200 g, milk 300 ml."),
        ("how many eggs do we need", "Eggs 2, ham 3, flour 200 g."),
        ("how many chairs", "Chairs 48, tables 6, urns 2."),
        ("how many chairs do we have", "Chairs 48 stacked by the wall."),
        ("Wie viele Eier brauche ich?", "Eier 2, Mehl 200 g, Milch 300 ml."),
        ("Wie viele Stühle haben wir", "Stühle 48, Tische 6 im Lager."),
        ("how many eggs do I need?", "Eggs 2\n\nFlour 200 g"),
        ("how many eggs do I need?", "Eggs: 2"),
        ("Wie viele Zimmer gibt es?", "Das Haus hat 12 Zimmer."),
    ],
)
def test_a_number_beside_them_counts_them(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS
