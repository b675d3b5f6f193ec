"""Asks about minutes, price lists, plans and mail, in the small letters of a chat."""

from datetime import date

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.relative_days import name_days
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from tests.bot.answering.asking import ask

TODAY = date(2026, 11, 30)


def ask_section(question: str, text: str, *path: str, before: str = "") -> Extracts:
    """Ask of a section below the headings of `path`."""
    hit = Hit(Chunk("doc:1", path[0], text, path=path), "/notes.md", "notes.md", KB, "md", 0.9)
    asked = name_days(parse_question(question, before), TODAY)
    return find_answer(asked, [hit])


TRIP = (
    "Shall we go to Porto or Lisbon? I vote for Lisbon.\n\n"
    "The flight home is on Monday 15 March at 21.10. Priya brings the guidebook."
)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what time is the flight from porto", TRIP),
        ("à quelle heure part le train de cahors", "J'aime Cahors. Le train part à 8 h 10."),
    ],
)
def test_a_name_without_its_capital_must_be_there(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("what does priya bring", TRIP, "guidebook"),
        ("what does a tub cost", "A tub costs £4. Ask Tub Ltd for more.", "£4"),
        ("what is ruth's number", "You reach Ruth on 01632 960 103.", "960 103"),
    ],
)
def test_a_word_that_is_no_name_everywhere_decides_nothing(
    question: str, text: str, answer: str
) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


@pytest.mark.parametrize(
    ("question", "heading", "text"),
    [
        ("how much was the third bid for the pool", "3. Pool", "The winning bid was $38,500."),
        ("who won the second race", "2. Races", "Ann Lee won the race in the afternoon."),
        ("when is the fourth session", "4) Sessions", "The session is on 8 May."),
    ],
)
def test_the_number_of_a_section_counts_nothing(question: str, heading: str, text: str) -> None:
    assert ask_section(question, text, "Minutes", heading).grade is not Grade.ANSWERS


MEETINGS = (
    "Thursday, December 3, 2026, 7 pm, clubhouse. Annual meeting with elections: January 21, 2027."
)


@pytest.mark.parametrize("question", ["when is the next board meeting", "next meeting"])
def test_the_next_day_below_the_heading_asked_for_comes_first(question: str) -> None:
    found = ask_section(question, MEETINGS, "Minutes of the board", "Next meeting")
    assert found.grade is Grade.ANSWERS
    assert "December 3" in found.text
    assert "January" not in found.text


@pytest.mark.parametrize("text", ["next", "next to the door", "next of kin"])
def test_not_everything_that_opens_with_next_asks_when(text: str) -> None:
    assert parse_question(text).kind != parse_question("when is it?").kind
