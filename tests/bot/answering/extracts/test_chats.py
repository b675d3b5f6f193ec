"""Exported chats: what is a question there, who replies, and what is no chat at all."""

import pytest

from bot.answering.extracts.chats import asks_in_chat, cut_stamps, list_stamps
from bot.answering.extracts.phrases import Grade
from indexer.text.question_words import load_question_words
from tests.bot.answering.asking import ask

BEA, TOM, ANN = (
    f"[12/11/2026, 18:0{at}] {name}: " for at, name in enumerate(("Bea", "Tom", "Ann"))
)


@pytest.mark.parametrize(
    "said", ["when is the meeting", "who brings the cake", "what time on saturday"]
)
def test_a_short_message_that_opens_like_a_question_asks(said: str) -> None:
    assert asks_in_chat(BEA + said, load_question_words("en"))


@pytest.mark.parametrize(
    "said",
    [
        "When you come, the key is under the mat",
        "What you asked for: the code is 4417",
        "What a day! The boiler man comes on Tuesday at 9",
        "When you come in the morning the key is under the mat",
        "the boiler has just been repaired",
        "is it raining",
    ],
)
def test_a_message_that_only_opens_so_tells_something(said: str) -> None:
    assert not asks_in_chat(BEA + said, load_question_words("en"))
    assert not asks_in_chat(said.split(",")[0], load_question_words("en"))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("where is the key?", "When you come, the key is under the mat"),
        ("what is the wifi code?", "What you asked for, the wifi code is 4417"),
        ("when does the boiler man come?", "What a day! The boiler man comes on Tuesday at 9"),
    ],
)
def test_what_opens_like_a_question_answers_one(question: str, told: str) -> None:
    found = ask(question, f"{TOM}on my way\n{BEA}{told}\n{TOM}thanks, see you")
    assert found.text == f"- {BEA}{told} [1]"
    assert found.grade is Grade.ANSWERS


def test_whoever_answers_their_own_question_is_quoted() -> None:
    chat = f"{BEA}When is the meeting?\n{BEA}ah found it, the meeting is on Tuesday at 7"
    assert ask("when is the meeting?", chat).text == f"- {chat.replace(chr(10), ' ')} [1]"
    alone = ask("when is the meeting?", f"{TOM}Hello\n{BEA}When is the meeting?")
    assert "meeting" not in alone.text


def test_what_is_asked_in_return_does_not_hide_the_question() -> None:
    chat = f"{BEA}Who brings the cake?\n{TOM}which one?\n{BEA}the lemon one\n{ANN}Petra does"
    assert ask("who brings the cake?", chat).text == f"- {chat.replace(chr(10), ' ')} [1]"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("when is the dentist?", "12/11/2026 09:30 Dentist: Dr Roe, bring the x-ray"),
        ("when is dinner?", "[09:00] Breakfast: buns\n[18:00] Dinner: lasagne"),
        (
            "when is the appointment?",
            "Your appointment is on 12/11/2026, 14:30 at the clinic: please bring the form.",
        ),
        ("when did the server restart?", "[2026/11/12 18:02:11] server: restart\n" * 2),
    ],
)
def test_appointments_are_no_chat(question: str, text: str) -> None:
    assert list_stamps(text) == frozenset()
    assert ask(question, text).grade is Grade.ANSWERS


def test_when_a_message_was_sent_is_not_when_it_happens() -> None:
    chat = f"{BEA}the boiler has been repaired!\n{TOM}good\n{BEA}bye"
    assert ask("when was the boiler repaired?", chat).grade is not Grade.ANSWERS


def test_a_time_within_a_message_is_kept() -> None:
    told = f"{BEA}your train leaves on 12/11/2026, 14:30 from platform: 4"
    stamps = list_stamps(f"{told}\n{TOM}ok\n{BEA}bye")
    assert cut_stamps(told, stamps) == told.removeprefix(BEA.removesuffix("Bea: "))
