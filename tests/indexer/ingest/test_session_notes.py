"""The file of a conversation without its questions and a model's notes."""

import pytest

from indexer.ingest.session_notes import keep_statements

COURSE = """\
# Conversation in telegram:1, 2026-11-21 09:31

## 2026-11-21T09:33:02.000Z

Asked:

- When is check-out?
- My boiler broke. Who can repair it?
- breakfast time

Noted:

- likes green tea

A line that the owner added?
"""


@pytest.mark.spec("S2-20")
def test_what_was_told_stays_in_its_line() -> None:
    left = keep_statements(COURSE).split("\n")
    assert {number: line for number, line in enumerate(left, 1) if line} == {
        8: "- My boiler broke.",
        15: "A line that the owner added?",
    }


def test_nothing_is_left_of_a_conversation_of_questions() -> None:
    assert not keep_statements(COURSE.partition("- My boiler")[0]).strip()


def test_what_a_model_answered_is_not_searched() -> None:
    course = "Told:\n\n- The sail is in the shed.\n\nAnswered:\n\n- The canary sings.\n"
    kept = keep_statements(course)
    assert "The sail is in the shed." in kept
    assert "canary" not in kept
