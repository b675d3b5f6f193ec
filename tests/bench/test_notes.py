"""What the bench of memory counts as a note that was stored, quoted or dropped."""

from bench.memory.notes import (
    LabelledNote,
    capture_note,
    judge_notes,
    measure_note_shares,
)

SAID = "I keep bees."
TRUE = LabelledNote(SAID, SAID, "I keep bees.", True, "third_person", "en")
FALSE = LabelledNote(SAID, SAID, "The ferry to Crete was late.", False, "detail", "en")


def test_what_is_stored_as_worded_counts_against_false_notes_only() -> None:
    shares = measure_note_shares(judge_notes([TRUE, FALSE], lambda _label: "worded"))
    assert (shares.false_stored, shares.true_dropped, shares.true_quoted) == (1.0, 0.0, 0.0)


def test_dropping_and_quoting_count_against_true_notes_only() -> None:
    dropped = measure_note_shares(judge_notes([TRUE, FALSE], lambda _label: "dropped"))
    quoted = measure_note_shares(judge_notes([TRUE, FALSE], lambda _label: "quoted"))
    assert (dropped.false_stored, dropped.true_dropped) == (0.0, 1.0)
    assert (quoted.false_stored, quoted.true_quoted) == (0.0, 1.0)


def test_capture_stores_the_persons_own_words_and_nothing_foreign() -> None:
    assert capture_note(TRUE) == "worded"
    assert capture_note(FALSE) == "dropped"
