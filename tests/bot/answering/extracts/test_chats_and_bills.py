"""Chats, minutes, bills and letters: the line that answers, and what only looks like it."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.follow_up import continue_question
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.languages import detect_languages
from memory.messages import Message

CHAT = """\
[12/11/2026, 18:05] Lin: I can't, my sister is visiting. Next time!
[12/11/2026, 18:09] Bea: So it's Omar, Petra and me. Petra brings a cake.
[12/11/2026, 18:15] Omar: Taxi back from the pub is 24 pounds, I'll pay it and we split it
[12/11/2026, 18:16] Petra: 8 each then
[13/11/2026, 07:41] Omar: Forecast says rain from 2. Waterproofs!
"""
INVOICE = """\
Brookside Motors Ltd
Unit 4, Mill Lane, Tarbeck TB3 9QL    Tel 01632 445 910

INVOICE 20871                         12 October 2026
Customer: Mrs R. Adeyemi              Vehicle: Skoda Fabia, reg. KT19 WVD

Full service                          £189.00
Front brake pads (pair)               £74.50
Brake fluid                           £38.00
Two front tyres 195/55 R16            £142.00
MOT test                              £45.00
Courtesy car, 1 day                   no charge
VAT 20 % (not on MOT)                 £88.70
Total                                 £577.20

Advisories: the rear tyres will need replacing before winter. There is a slight oil leak at the
sump, so keep an eye on it. The timing belt should be changed at 80,000 miles.
"""


def a_hit(text: str, name: str = "notes.md", path: tuple[str, ...] = ()) -> Hit:
    return Hit(Chunk(f"doc:{name}", name, text, path=path), f"/{name}", name, KB, "md", 0.9)


def asked_before(text: str) -> Message:
    return Message("user", text, "2026-11-12T18:00:00+00:00")


def ask(question: str, *hits: Hit) -> Extracts:
    return find_answer(parse_question(question), hits)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Is Lin coming?", "[12/11/2026, 18:05] Lin: I can't, my sister is visiting. Next time!"),
        (
            "Who pays the taxi?",
            "[12/11/2026, 18:15] Omar: Taxi back from the pub is 24 pounds, I'll pay it and we "
            "split it",
        ),
        ("Will it rain?", "[13/11/2026, 07:41] Omar: Forecast says rain from 2. Waterproofs!"),
    ],
)
def test_a_message_of_a_chat_is_quoted_with_its_writer_and_alone(question: str, line: str) -> None:
    assert ask(question, a_hit(CHAT)).text == f"- {line} [1]"


def test_what_stands_under_just_the_heading_that_is_asked_for_is_no_guess() -> None:
    path = ("Corvaxin: information for the patient", "Side effects")
    text = "Common (up to 1 in 10): rash, feeling sick."
    assert ask("What are the side effects?", a_hit(text, path=path)).grade is Grade.ANSWERS
    asked = ask("What side effects do children get?", a_hit(text, path=path))
    assert asked.grade is not Grade.ANSWERS


def test_a_heading_with_but_a_name_makes_nothing_more_on_it() -> None:
    guidelines = a_hit(
        "Bruce Perens was the second leader of the Debian project, just after Ian Murdock.",
        path=("Handbook", "1.2.2. Guidelines"),
    )
    origin = a_hit(
        "When he created Debian, under the leadership of the FSF, Ian Murdock had clear aims.",
        path=("Handbook", "1.1. What Is Debian?"),
    )
    found = ask("Who was the leader of Debian after Murdock?", origin, guidelines)
    assert found.text.startswith("- Bruce Perens")


@pytest.mark.parametrize(
    ("question", "heading", "below", "line"),
    [
        (
            "When does the sauna open?",
            "Sauna rules",
            "The bar opens at 9 am.",
            "The sauna opens at 10 am.",
        ),
        (
            "How often is the filter checked?",
            "Filter parts",
            "The door is checked every week.",
            "The filter is checked every month.",
        ),
    ],
)
def test_nor_does_a_heading_that_names_more_than_is_asked_for(
    question: str, heading: str, below: str, line: str
) -> None:
    other, own = a_hit(below, path=("Notes", heading)), a_hit(line, path=("Notes", "Times"))
    assert ask(question, other, own).text == f"- {line} [2]"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much power did I use?", "Power cut? Call 105. Your bill: 0330 555 0419."),
        ("How many hours did they work?", "They may not work for six months after leaving."),
        ("Who wasn't there?", "Stefan Ilic replaces the washer before the next meeting there."),
        (
            "How much do I earn?",
            "| Deduction | Amount |\n|---|---|\n| Income tax | 293.40 |\n| Dues | 16.75 |",
        ),
        ("How many children are going?", "Entry 50p, children free."),
        ("What's the serial number?", "Ring 0345 610 7700 and have your serial number ready."),
        ("What's my policy number?", "Your household policy renews on 1 November 2024."),
        (
            "Where are we eating?",
            "| Day | Lunch |\n|---|---|\n| Monday | Meals on Wheels |\n| Sunday | Lunch at ours |",
        ),
    ],
)
def test_what_only_looks_like_the_answer_is_called_a_guess(question: str, text: str) -> None:
    assert ask(question, a_hit(text)).grade is not Grade.ANSWERS


def test_the_serial_number_is_the_one_behind_its_name() -> None:
    text = (
        "Model: DW 640 Silence    Serial no. 77-204-1193\n\n"
        "To make a claim, ring 0345 610 7700 and have your serial number and receipt ready."
    )
    assert "77-204-1193" in ask("What's the serial number?", a_hit(text)).text


def test_a_code_behind_its_name_is_its_number() -> None:
    text = "Policy no. HH-4471-902\n12 September 2024\n\nYour policy renews on 1 November 2024."
    found = ask("what's my policy number", a_hit(text))
    assert found.grade is Grade.ANSWERS
    assert "HH-4471-902" in found.text


def test_a_task_about_an_event_is_not_when_the_event_is() -> None:
    heading = a_hit("It will be held on 22 January.", path=("Minutes", "2. Open evening"))
    tasks = a_hit(
        "| What | Who | By when |\n|---|---|---|\n"
        "| Book the hall for the open evening | Lucy | 20 November |",
        path=("Minutes", "Actions"),
    )
    found = ask("When is the open evening?", tasks, heading)
    assert found.grade is Grade.MAYBE or "22 January" in found.text


def test_who_comes_is_not_told_by_who_pays() -> None:
    asked = continue_question("Who is coming?", [asked_before("Who pays the taxi?")])
    assert asked.before
    assert asked.stands
    found = find_answer(asked, [a_hit("Omar pays the taxi.")])
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize("text", ["and on Fridays?", "how long?", "when does it open?"])
def test_what_points_back_or_names_nothing_does_not_stand_alone(text: str) -> None:
    asked = continue_question(text, [asked_before("How much is the sauna?")])
    assert asked.before
    assert not asked.stands


def test_each_of_the_weekdays_is_shown_where_they_are_asked_for() -> None:
    text = (
        "| Day | Evening |\n|---|---|\n| Monday | Paul |\n| Tuesday | Anna |\n| Saturday | Anna |"
    )
    found = ask("Who is with Mum on weekdays?", a_hit(text))
    assert found.grade is Grade.MAYBE
    assert "Monday" in found.text
    assert "Saturday" not in found.text


def test_a_bill_is_in_the_language_of_its_sentences_not_of_a_word_in_its_rows() -> None:
    assert detect_languages([INVOICE], "en") == ["en"]
