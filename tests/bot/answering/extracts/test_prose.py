"""Long questions over prose: one word of many may be put otherwise, a year may be an old one."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB


def ask(question: str, text: str) -> Extracts:
    hit = Hit(Chunk("doc:1", "notes", text), "/1.md", "1.md", KB, "md", 0.9)
    return find_answer(parse_question(question), [hit])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When was the chapel built?", "The chapel was built in 1348."),
        ("Wann wurde die Kapelle gebaut?", "Im Jahr 1348 wurde die Kapelle gebaut."),
        ("When did Bishop Egon found the abbey?", "In 1237 Bishop Egon founded the abbey."),
        ("Quand la chapelle fut-elle bâtie ?", "La chapelle fut bâtie en 1348."),
    ],
)
def test_a_year_of_the_middle_ages_is_a_time(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When was the chapel built?", "The chapel was built for 1348 pounds."),
        ("When was the leaflet sent?", "The leaflet was sent in 1200 copies."),
        ("Wann wurde das Blatt verteilt?", "Das Blatt wurde in 1200 Haushalten verteilt."),
        ("When was the hall filled?", "The hall, which seats 1348, was filled."),
    ],
)
def test_a_number_of_things_is_no_year(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_years_from_one_to_another_tell_how_long() -> None:
    question = "How long was the tram in operation?"
    assert ask(question, "The tram was in operation from 1870 to 1939.").grade is Grade.ANSWERS
    assert ask(question, "The tram was in operation 1870–1939.").grade is Grade.ANSWERS
    assert ask(question, "The tram was in operation in 1939.").grade is not Grade.ANSWERS


COURT = "The dairy agreed to end the court proceedings against Arla in May."


def test_whoever_did_all_the_rest_is_what_is_asked_for() -> None:
    question = "Which company agreed to end the court proceedings against Arla?"
    assert ask(question, COURT).grade is Grade.ANSWERS
    assert ask(question, "Arla agreed to talk in court.").grade is not Grade.ANSWERS


def test_whoever_stands_before_all_that_is_asked_did_it() -> None:
    question = "Who went to Torfjord to hear Lund speak?"
    assert ask(question, "Students thronged to Torfjord to hear Lund speak.").grade is Grade.ANSWERS
    assert ask(question, "He went to Torfjord to hear Lund speak.").grade is not Grade.ANSWERS


BEGINNERS = "In winter the beginners of the Tuesday pottery course are in the small hall."


def test_of_a_long_question_one_word_may_be_put_otherwise() -> None:
    asked = "Which hall are the beginners of the Tuesday pottery course accommodated in in winter?"
    assert ask(asked, BEGINNERS).grade is Grade.ANSWERS
    assert ask("Which hall are beginners accommodated in?", BEGINNERS).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    "question",
    [
        "Which hall do the beginners of the Tuesday pottery course use in winter on the island?",
        "Which hall do the beginners of the Tuesday pottery course use in winter for choirs?",
        "Which hall do pensioners among beginners of the Tuesday pottery course use in winter?",
    ],
)
def test_what_limits_a_long_question_is_another_case(question: str) -> None:
    assert ask(question, BEGINNERS).grade is not Grade.ANSWERS


def test_whom_a_long_question_is_about_must_be_there() -> None:
    question = "When do pensioners get the small hall of the Tuesday pottery course in winter?"
    text = "In winter the Tuesday pottery course gets the small hall at nine."
    assert ask(question, text).grade is not Grade.ANSWERS
    assert ask(question.replace("pensioners", "they"), text).grade is Grade.ANSWERS


def test_a_name_may_stand_beside_what_answers_a_long_question() -> None:
    question = "How many school records did Mara Quist break?"
    text = "Mara Quist ran each day. {}"
    found = ask(question, text.format("Quist broke nine school records."))
    assert found.grade is Grade.ANSWERS
    elsewhere = text.format("It rained. Lund broke nine school records.")
    assert ask(question, elsewhere).grade is not Grade.ANSWERS


def test_the_rest_of_a_name_must_stand_beside_it() -> None:
    question = "How many school records of the county did Mara Quist break?"
    text = "Anna Quist broke nine school records of the county."
    assert ask(question, text).grade is not Grade.ANSWERS


def test_no_number_stands_for_another_one() -> None:
    question = "When did the council repaint the old back door of Flat 12?"
    text = "Flat 12 was sold. The council repainted the old back door of Flat 14 on 4 May 2024."
    assert ask(question, text).grade is not Grade.ANSWERS


def test_whoever_did_another_thing_is_not_what_is_asked_for() -> None:
    question = "Which company agreed to end the lengthy court proceedings against Arla?"
    small = "The dairy agreed to end the small court proceedings against Arla in May."
    assert ask(question, small).grade is not Grade.ANSWERS


@pytest.mark.parametrize("sum_", ["£1200–1500", "12019-2020 points", "3.1200–1500"])
def test_no_other_numbers_are_years_from_one_to_another(sum_: str) -> None:
    found = ask("How long was the mill under repair?", f"The mill was under repair for {sum_}.")
    assert found.grade is not Grade.ANSWERS
