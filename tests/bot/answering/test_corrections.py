"""Corrects a question: "no, I mean 2026" asks the same of another year, another thing."""

import pytest

from bot.answering.extracts.extract import find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.follow_up import continue_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from memory.messages import Message
from tests.bot.answering.asking import ask


def say(*texts: str) -> list[Message]:
    return [Message("user", each, "2026-11-30T09:00:00Z") for each in texts]


@pytest.mark.parametrize(
    ("before", "text", "meant"),
    [
        ("account fee in 2027", "no i mean 2026", "2026"),
        ("account fee in 2027", "no, 2026", "2026"),
        ("account fee in 2027", "sorry, i meant the joint account", "the joint account"),
        ("was kostet die skiwoche", "nein, das mittagessen", "das mittagessen"),
        ("prix entrée 2027", "je veux dire 2026", "2026"),
        ("cuánto pagan los jubilados", "me refiero a la llave", "la llave"),
        ("сколько стоит сауна", "я имел в виду парковку", "парковку"),
    ],
)
def test_a_correction_continues_the_question(before: str, text: str, meant: str) -> None:
    question = continue_question(text, say(before))
    assert (question.text, question.before) == (meant, before)


def test_what_follows_a_correction_continues_it() -> None:
    asked = say("account fee in 2026", "no i mean the joint account")
    assert continue_question("and in 2027?", asked).before == (
        "account fee in 2026 the joint account"
    )


@pytest.mark.parametrize("text", ["no", "no problem", "I mean it", "nothing else"])
def test_a_refusal_asks_nothing(text: str) -> None:
    assert continue_question(text, []).before == ""


def test_a_correction_without_a_question_before_it_is_none() -> None:
    assert continue_question("no, the joint account", []).text == "no, the joint account"


@pytest.mark.parametrize(
    ("before", "question", "text"),
    [
        ("can i have a dog", "and a hamster?", "**Pets.** Dogs are not allowed."),
        ("darf ich einen hund mitbringen", "und eine katze?", "Tiere: Hunde sind nicht erlaubt."),
    ],
)
def test_what_was_told_of_another_thing_is_not_sure(before: str, question: str, text: str) -> None:
    assert ask(question, text, before=before).grade is not Grade.ANSWERS


CANCELLED = "The room has breakfast in the hall. You can cancel free of charge until 4 December."


def test_what_has_little_of_what_was_asked_before_is_not_sure() -> None:
    found = ask("how much do I still have to pay", CANCELLED, before="is breakfast included?")
    assert found.grade is not Grade.ANSWERS
    priced = CANCELLED.replace("in the hall", "for 9 euros")
    found = ask("and how much is it", priced, before="is breakfast served?")
    assert (found.grade, "9 euros" in found.text) == (Grade.ANSWERS, True)


def test_what_was_asked_before_alone_answers_no_new_question() -> None:
    taxi = "Karl Weber pays the taxi to the airport."
    hit = Hit(Chunk("doc:0", "Trip", taxi), "/trip.md", "trip.md", KB, "md", 0.9)
    question = continue_question("Who is coming?", say("Who pays the taxi?"))
    assert find_answer(question, [hit]).grade is not Grade.ANSWERS
