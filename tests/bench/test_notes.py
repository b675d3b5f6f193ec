"""What the bench of memory counts as a note that was stored, quoted or dropped."""

from collections import Counter

from bench.halves import HALVES
from bench.memory.notes import (
    LabelledNote,
    capture_note,
    judge_notes,
    load_notes,
    measure_note_shares,
)

LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "nl", "ru", "zh", "ja"}
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


def test_both_halves_have_all_languages_with_true_and_false_notes() -> None:
    halves = [load_notes(half) for half in HALVES]
    assert not set.intersection(*({label.said for label in half} for half in halves))
    for half in halves:
        each = Counter((label.language, label.holds) for label in half)
        assert set(each) == {(name, holds) for name in LANGUAGES for holds in (True, False)}
        assert min(each.values()) >= 8
        assert all(label.quote in label.said for label in half)
        assert len({(label.said, label.note) for label in half}) == len(half)
    false = [{label.kind for label in half if not label.holds} for half in halves]
    assert false[0] == false[1]
