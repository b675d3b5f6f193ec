"""The beginning of an answer in a session file, and which erased message it came from."""

from pathlib import Path

import pytest

from memory.vault.session_answers import (
    LONGEST,
    AnswerLine,
    GivenAnswer,
    cut_answer,
    find_answers,
    list_lines,
)

ANN, BEN = Path("2026-11-21T09-30-00-telegram_1.md"), Path("2026-11-21T09-30-00-telegram_2.md")
EARLY, LATE = "2026-11-21T09:31:00.000Z", "2026-11-21T10:31:00.000Z"
ERASED = "2026-11-23T12:00:00.000Z"
PART = "Told:\n\n- Fine.\n\nAnswered:\n\n- Fine.\n"
TEXT = f"# Conversation\n\n## {EARLY}\n\n{PART}\n## {LATE}\n\n{PART}"
FILES = {ANN: TEXT, BEN: TEXT}


def test_the_beginning_is_one_line_without_marks_and_sources() -> None:
    assert cut_answer("- It leaves at nine [1].\n- It costs 5 euros [12]") == (
        "It leaves at nine. - It costs 5 euros"
    )


@pytest.mark.parametrize("spaces", range(1, 9))
def test_no_word_is_cut_in_half(spaces: int) -> None:
    text = "a" * spaces + " canaries" * 20
    assert set(cut_answer(text).split()[1:]) == {"canaries"}
    assert len(cut_answer(text)) <= LONGEST


def test_a_text_without_spaces_is_cut_all_the_same() -> None:
    assert len(cut_answer("船" * 500)) == LONGEST


@pytest.mark.parametrize(
    ("said_at", "stamp"), [("2026-11-21T09:30:30.000Z", EARLY), (EARLY, EARLY), (LATE, LATE)]
)
def test_an_answer_is_found_in_its_own_part_alone(said_at: str, stamp: str) -> None:
    given = GivenAnswer("telegram:1", said_at, ERASED, "Fine.")
    assert find_answers(FILES, [given]) == {AnswerLine(ANN, stamp, "Fine.")}


def test_an_answer_that_no_file_has_yet_is_found_nowhere() -> None:
    given = GivenAnswer("telegram:1", "2026-11-22T09:30:00.000Z", ERASED, "Fine.")
    assert find_answers(FILES, [given]) == frozenset()


def test_a_part_that_ended_after_an_answer_was_erased_has_another_of_the_same_words() -> None:
    said_at, erased = "2026-11-21T10:00:00.000Z", "2026-11-21T10:10:00.000Z"
    given = GivenAnswer("telegram:1", said_at, erased, "Fine.")
    assert find_answers(FILES, [given]) == frozenset()


def test_only_what_stands_below_answered_is_an_answer() -> None:
    lines = [line for line in list_lines(ANN, TEXT) if line]
    assert lines == [AnswerLine(ANN, EARLY, "Fine."), AnswerLine(ANN, LATE, "Fine.")]
