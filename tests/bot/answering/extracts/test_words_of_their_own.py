"""What each word of a question asks for by itself: an age, a speed, a pool and not a swim."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.follow_up import continue_question
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from memory.messages import Message

DONORS = (
    "We take 470 ml of blood. You can give blood if you are between 18 and 65 and feel well.\n\n"
    "**On the day** The visit takes about an hour; the donation itself lasts 8 to 10 minutes."
)
LINE = "Speed: download 150 Mbit/s\n\nPrice: £29.50 a month\n\nRouter: on loan, third floor"


def ask(question: str, text: str, *, before: str = "", name: str = "notes") -> Extracts:
    window = [Message("user", before, "2026-01-01T10:00:00Z")] if before else []
    asked = continue_question(question, window) if before else parse_question(question)
    hit = Hit(Chunk("doc:0", name, text), f"/{name}.md", f"{name}.md", KB, "md", 0.9)
    return find_answer(asked, [hit])


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("how old do you have to be to give blood", DONORS, "18 and 65"),
        ("how long does giving blood take", DONORS, "an hour"),
    ],
)
def test_a_number_of_another_thing_is_no_age(question: str, text: str, answer: str) -> None:
    found = ask(question, text, name="giving blood")
    assert answer in found.text
    assert found.grade is Grade.ANSWERS


def test_a_noun_is_not_told_by_what_stands_before_it() -> None:
    site = "Dogs on the lead everywhere; they may swim only at the north beach."
    found = ask("is there a swimming pool at the campsite", site, name="campsite")
    assert found.grade is not Grade.ANSWERS


def test_what_a_short_question_asks_for_is_needed_behind_another_one() -> None:
    found = ask("how fast is it?", LINE, before="what does the line cost a month?")
    assert "150 Mbit/s" in found.text
    assert "£29.50" not in found.text


def test_a_day_in_a_quotation_is_no_name_to_go_on_with() -> None:
    window = [
        Message("user", "when can i collect my parcel?", "2026-01-01T10:00:00Z"),
        Message("assistant", "- Open Mon-Sat 7 am - 9 pm [1]", "2026-01-01T10:00:00Z"),
    ]
    assert continue_question("who is it from?", window).before == "when can i collect my parcel?"


def test_a_day_that_is_told_by_another_is_quoted_with_it() -> None:
    mail = "The concert is on Saturday 28 March. Dress rehearsal the evening before."
    assert "28 March" in ask("when is the dress rehearsal", mail).text
