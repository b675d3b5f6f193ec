"""What stands beside the answer: another section, what follows it, a time, another word for it."""

import pytest

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask

PLANS = """| Hut | Per night |
|---|---|
| Small | £24 |
| Large, for families of up to six people with dogs | £68 |
"""


def ask_sections(question: str, **sections: str) -> Extracts:
    hits = [
        Hit(Chunk(name, name, text, path=("Baking", name)), "/baking.md", "baking.md", KB, "md", 1)
        for name, text in sections.items()
    ]
    return find_answer(parse_question(question), hits)


@pytest.mark.parametrize(
    ("question", "text", "line"),
    [
        ("who washes my uniform?", "Uniform is provided and washed by the employer.", "employer"),
        (
            "who's got the rings?",
            "- Rings: Jonas's brother Malte brings them.\n- If you can come, ring Mr Brandt.",
            "Malte",
        ),
        (
            "how often do I feed the starter?",
            "## Feeding the starter\n\nOnce a week with 50 g flour. Never use a metal spoon.",
            "Once a week",
        ),
        (
            "what is the mileage?",
            "Customer: Ms D. Whitlock · Vehicle: Fabia 1.0, reg. KT19 · Mileage: 48,312",
            "- Mileage: 48,312",
        ),
    ],
)
def test_it_is_said_without_doubt(question: str, text: str, line: str) -> None:
    found = ask(question, text)
    assert (found.grade, line in found.text.split("\n")[0]) == (Grade.ANSWERS, True), found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("who's the head teacher?", "Lena Brandt and Tom Brandt, class teachers"),
        ("how many guests are coming?", "| Time | What |\n|-|-|\n| 13:30 | Guests arrive |"),
        ("who was missing from the next meeting?", "Next meeting: 9 April, 10 am, room Kestrel."),
        ("how long is the trial period?", "After the trial period: one month, to a month's end."),
        ("when is lunch?", "After lunch, at 2 pm, there is a walk."),
        ("how much is the small hut for families?", PLANS),
    ],
)
def test_it_is_a_guess(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_a_time_behind_a_label_names_nobody() -> None:
    text = (
        "Present: Ewa Lindgren (chair), Tessa Bloom, Jonas Pike (minutes)\n"
        "Apologies: Dana Whitcombe\n\nNext meeting: 9 April, 10 am, room Kestrel."
    )
    found = ask("who was missing from the product meeting", text, "Minutes product meeting")
    assert "Dana" in found.text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("from the third day", Kind.WHEN),
        ("Dogs cost 50p.", Kind.AMOUNT),
        ("washed by the employer", Kind.WHO),
    ],
)
def test_it_is_of_the_kind(text: str, kind: Kind) -> None:
    assert measure_kind(text, kind, "en") >= 0.9


def test_two_things_asked_for_together_are_two_rows() -> None:
    text = "| Plan | Fee |\n|---|---|\n| Off-peak | £24 |\n| Full | £39 |\n| Family (2+2) | £68 |\n"
    found = ask("how much is the off-peak and the family plan?", text)
    assert found.grade is Grade.ANSWERS
    assert [each in found.text for each in ("£24", "£39", "£68")] == [True, False, True]
    assert parse_question("the tent and the hut").joins
    assert not parse_question("And the hut?").joins


def test_a_day_of_a_month_is_not_the_first_of_something() -> None:
    text = (
        "Valid from 1 September.\n\n| Stop | A |\n|-|-|\n| Harbour | 06:50 |\n| Hospital | 07:15 |"
    )
    found = ask("what time does the first bus get to the hospital?", text, "Bus 47 to the hospital")
    assert "07:15" in found.text


def test_a_sentence_that_leans_on_the_one_quoted_is_quoted_with_it() -> None:
    text = "The oak wardrobe we could not sell. It went back to the barn. Lunch is at one."
    found = ask("what happened to the oak wardrobe", text)
    assert "back to the barn" in found.text
    assert "Lunch" not in found.text


def test_nothing_leans_on_the_time_or_the_name_that_was_asked_for() -> None:
    text = "Your adviser is Mara Quist. She replaced Lena Frey in June."
    assert "Frey" not in ask("who is my adviser", text).text


def test_a_sentence_that_leans_but_tells_nothing_asked_is_not_quoted() -> None:
    assert (
        "awful" not in ask("do you take old paint", "We take paint on Fridays. It is awful.").text
    )
    text = "We take paint on Fridays. It must not be older than a year."
    assert "older" in ask("do you take old paint", text).text


def test_what_stands_below_another_heading_is_a_guess() -> None:
    poppy = "Filling: 250 g poppy seeds, 80 g sugar and 50 g semolina. The rye bread is plain."
    found = ask_sections(
        "how much sugar is in the rye bread?",
        Rye="500 g rye flour, 400 ml water, 10 g salt. Bake the bread for an hour.",
        Poppy=poppy,
    )
    assert found.grade is not Grade.ANSWERS
    same = ask_sections("how much sugar is in the filling?", Poppy=poppy, Rye="500 g rye flour.")
    assert same.grade is Grade.ANSWERS
