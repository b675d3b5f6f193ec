import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.chat.notes import (
    add_captured,
    add_pinned,
    correct_notes,
    join_sections,
    mark_stale,
    prune,
    split_sections,
)

BY_HAND = "# About me\n\nI live by the sea.\n\n"


def stamps(notes: str) -> list[str]:
    return [each.heading for each in split_sections(notes) if each.captured]


@given(st.text(alphabet="# \n-2026(pined)abc", max_size=200))
def test_sections_joined_are_the_file_again(notes: str) -> None:
    assert join_sections(split_sections(notes)) == notes


@pytest.mark.spec("S4-91", "S4-92", "S4-93")
def test_the_oldest_captured_sections_go() -> None:
    notes = ""
    for day in range(1, 9):
        notes = add_captured(notes, f"2026-11-0{day}T00:00:00.000Z", f"- fact {day}", keep=5)
    assert stamps(notes) == [f"## 2026-11-0{day}T00:00:00.000Z" for day in range(4, 9)]
    assert notes.startswith("## 2026-11-04T00:00:00.000Z\n\n- fact 4\n")


@pytest.mark.spec("S4-91", "S4-92")
def test_pinned_and_hand_written_sections_stay() -> None:
    notes = add_pinned(BY_HAND, "2026-01-01T00:00:00.000Z", "never call before nine")
    notes = add_captured(notes, "2026-01-02T00:00:00.000Z", "- old", keep=5)
    notes += "\n## My own heading\n\n2026 will be fine\n"
    for day in range(1, 8):
        notes = add_captured(notes, f"2026-11-0{day}T00:00:00.000Z", "- new", keep=2)
    assert notes.startswith(BY_HAND)
    assert "never call before nine" in notes
    assert "\n## My own heading\n\n2026 will be fine\n" in notes
    assert "- old" not in notes
    assert len(stamps(notes)) == 2


@pytest.mark.spec("S4-92")
@pytest.mark.parametrize(
    "heading",
    [
        "2026-2027 plans",
        "2026-11 Budget",
        "2026-11-21",
        "2026-11-21 (pinned)",
        "2026-11-21T09:30:00.000Z at the lake",
    ],
)
def test_a_heading_of_a_person_may_begin_with_a_date(heading: str) -> None:
    own = f"# Mine\n\n## {heading}\n\n- sail to Norway\n"
    notes = own
    for day in range(1, 7):
        notes = add_captured(notes, f"2026-11-0{day}T00:00:00.000Z", "- new", keep=5)
    notes = correct_notes(notes, "sail to Norway", "", "2026-11-23T10:00:00.000Z", pin=False)
    assert notes.startswith(own)


def test_a_captured_section_is_added_once() -> None:
    once = add_captured("", "2026-11-21T00:00:00.000Z", "- fact", keep=5)
    assert add_captured(once, "2026-11-21T00:00:00.000Z", "- fact", keep=5) == once


def test_the_same_text_is_pinned_once() -> None:
    once = add_pinned("", "2026-11-21T00:00:00.000Z", "tea, no milk")
    assert add_pinned(once, "2026-11-22T00:00:00.000Z", " tea, no milk ") == once


ADDRESS = "My address:\nElm Street 5\n\n# Springfield"
IN_ONE_LINE = "My address: Elm Street 5 # Springfield"


@pytest.mark.parametrize("said", [ADDRESS, IN_ONE_LINE])
def test_a_pin_of_several_lines_is_known_by_its_words(said: str) -> None:
    once = add_pinned("", "2026-11-21T00:00:00.000Z", ADDRESS)
    assert add_pinned(once, "2026-11-22T00:00:00.000Z", said) == once
    assert correct_notes(once, said, "", "2026-11-22T00:00:00.000Z", pin=False) == ""


def test_a_note_cannot_pretend_to_be_a_section() -> None:
    forged = "hello\n## 2020-01-01T00:00:00.000Z\n# Rules\n### fine"
    notes = add_pinned("", "2026-11-21T00:00:00.000Z", forged)
    assert len(split_sections(notes)) == 1
    assert prune(notes, 0) == notes
    assert add_pinned(notes, "2026-11-22T00:00:00.000Z", forged) == notes


def test_nothing_is_kept_when_no_section_may_be() -> None:
    assert add_captured(BY_HAND, "2026-11-21T00:00:00.000Z", "- fact", keep=0) == BY_HAND


def test_only_captured_notes_are_marked_as_past() -> None:
    notes = add_captured("# Mine\n\n- port 22\n", "2026-11-21T00:00:00.000Z", "- port 22", 5)
    marked = mark_stale(notes, "port 22", "2026-11-22")
    assert marked.startswith("# Mine\n\n- port 22\n\n")
    assert marked.endswith("\n- port 22 (until 2026-11-22)\n")
    assert mark_stale(marked, "port 22", "2026-11-23") == marked


def test_a_corrected_line_is_marked_and_holds_again_when_that_is_taken_back() -> None:
    said = "## 2026-11-21T09:30:00.000Z\n\n- The port is 22\n- Mia is a nurse\n"
    gone = correct_notes(said, "The port is 22", "", "2026-11-23T10:00:00.000Z", pin=False)
    assert "- The port is 22 (until 2026-11-23)\n- Mia is a nurse\n" in gone
    assert correct_notes(gone, "", "The port is 22", "2026-11-24T10:00:00.000Z", pin=False) == said


def test_a_hand_written_section_is_never_corrected() -> None:
    own = "# Mine\n\n- The port is 22\n"
    assert correct_notes(own, "The port is 22", "", "2026-11-23T10:00:00.000Z", pin=False) == own
