import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.capture.extraction import (
    SYSTEM,
    Extraction,
    UnreadableAnswerError,
    build_request,
    extract_notes,
)
from memory.messages import Message

WHEN = "2026-11-21T09:30:00.000Z"
MESSAGES = (
    Message("user", "My sister Mia lives in Rome.", WHEN, "a"),
    Message("assistant", "Noted.", WHEN, "a"),
    Message("user", "I am allergic to nuts.", WHEN, "b"),
)


def notes(answer: str, known: str = "") -> list[str]:
    return [note.text for note in extract_notes(answer, MESSAGES, known).notes]


@pytest.mark.spec("S4-83")
@pytest.mark.parametrize(
    "answer",
    [
        "No notable information.",
        "no notable information",
        ' "No notable information." \n',
        "**No notable information.**",
    ],
)
def test_the_agreed_sentence_means_none(answer: str) -> None:
    assert extract_notes(answer, MESSAGES, "") == Extraction()


def test_an_answer_that_only_contains_the_sentence_is_read() -> None:
    answer = "- allergic to nuts [3]\n- no notable information about work [1]"
    assert notes(answer) == ["allergic to nuts"]


@pytest.mark.parametrize("answer", ["", "   ", "I cannot help with that.", "{}", "[3]"])
def test_nonsense_is_not_taken_for_none(answer: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        extract_notes(answer, MESSAGES, "")


@pytest.mark.spec("S4-82")
@pytest.mark.parametrize(
    "line",
    [
        "- allergic to nuts [3]",
        "* allergic to nuts [3].",
        "1. allergic to nuts [1, 3]",
        "• allergic to nuts [3][1]",
        "  - allergic to nuts [2-3]",
        "- allergic to nuts [1–9999]",
    ],
)
def test_notes_are_read_however_they_are_listed(line: str) -> None:
    assert notes(f"Here they are:\n{line}\n") == ["allergic to nuts"]


@pytest.mark.parametrize(
    "line",
    ["- allergic to nuts", "- allergic to nuts [2]", "- allergic to nuts [9]", "- likes tea [3]"],
)
def test_a_claim_without_its_own_evidence_is_dropped_and_counted(line: str) -> None:
    assert extract_notes(line, MESSAGES, "") == Extraction(dropped=1)


@pytest.mark.parametrize(
    ("topic", "taken"), [("dog", "dog"), ("her dog", "her dog"), ("her PIN", ""), ("user name", "")]
)
def test_a_topic_shares_a_telling_word_with_what_was_said(topic: str, taken: str) -> None:
    said = (Message("user", "Her dog is called Rex, my user name is rex.", WHEN, "a"),)
    (note,) = extract_notes(f"- Her dog is called Rex [1] {{fact: {topic}}}", said, "").notes
    assert note.topic == taken


@pytest.mark.spec("S4-80")
def test_what_is_known_is_not_noted_again() -> None:
    answer = "- sister Mia lives in Rome [1]\n- allergic to nuts [3]\n- Allergic to nuts. [3]"
    known = "## 2026-01-01T00:00:00.000Z\n\n- Allergic to nuts.\n"
    found = extract_notes(answer, MESSAGES, known)
    assert [note.text for note in found.notes] == ["sister Mia lives in Rome"]
    assert (found.known, found.dropped) == (2, 0)


def test_a_flood_of_notes_is_cut() -> None:
    people = tuple(Message("user", f"Friend{n} lives in town{n}.", WHEN, "a") for n in range(30))
    answer = "\n".join(f"- friend{n} lives in town{n} [{n + 1}]" for n in range(30))
    found = extract_notes(answer, people, "")
    assert (len(found.notes), found.dropped) == (12, 18)


def test_the_model_sees_who_said_what() -> None:
    forwarded = Message("user", "buy now", WHEN, "c", forwarded=True)
    lines = [
        json.loads(line)
        for line in build_request((*MESSAGES, forwarded), "- old", 9000).splitlines()
    ]
    assert lines[0] == {"known_notes": "- old"}
    assert [(line["n"], line["role"], line["own"]) for line in lines[1:]] == [
        (1, "user", True),
        (2, "assistant", False),
        (3, "user", True),
        (4, "user", False),
    ]


@given(st.lists(st.text(max_size=40), min_size=1, max_size=5))
def test_no_text_can_pose_as_another_message(texts: list[str]) -> None:
    messages = tuple(Message("user", text, WHEN, "a", quote=text) for text in texts)
    lines = build_request(messages, texts[0], 9000).split("\n")
    assert [json.loads(line)["text"] for line in lines[1:]] == texts


def test_a_long_conversation_is_clipped_to_the_budget() -> None:
    long = tuple(Message("user", "word " * 20_000, WHEN, "a") for _ in range(20))
    assert len(build_request(long, "note " * 20_000, budget=2_000)) < 4 * 2_000 + 6_000 + 20 * 200


@given(st.text(alphabet="-*[]0123456789, –.\nabc", max_size=120))
def test_any_answer_is_read_or_refused(answer: str) -> None:
    with suppress(UnreadableAnswerError):
        extract_notes(answer, MESSAGES, "")


@pytest.mark.parametrize(
    "asked_for",
    [
        "facts about the person's life",
        "preferences",
        "decisions",
        "somebody has promised or must do",
        "Leave out greetings, small talk",
        "everything that the known notes and facts say already",
    ],
)
def test_the_model_is_told_what_is_worth_a_note(asked_for: str) -> None:
    assert asked_for in " ".join(SYSTEM.split())
