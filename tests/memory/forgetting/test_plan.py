from hypothesis import given
from hypothesis import strategies as st

from indexer.scopes import KB
from memory.capture.provenance import NoteSource
from memory.chat.notes import add_captured, add_pinned, split_sections
from memory.fact import Fact, FactValue, Provenance
from memory.facts.ledger import FactRecords
from memory.forgetting.matching import Words
from memory.forgetting.plan import (
    Erasure,
    ScopeMemory,
    Window,
    apply_changes,
    plan_everything,
    plan_matching,
    revert_changes,
)
from memory.messages import Message

BY_HAND = """I am Ann.

- likes Mia
- likes tea

# Mia

Born in May.

# Work

I know Mia from work.

I like it.
"""

pieces = st.sampled_from(
    [
        "",
        "\n",
        "\n\n",
        "text about Mia\n",
        "other text\n",
        "- item Mia\n",
        "- item tea\n",
        "## 2026-01-01T00:00:00.000Z\n\n- note\n- Mia\n",
        "## 2026-01-02T00:00:00.000Z\n\n- Mia\n\n",
        "## 2026-01-03T00:00:00.000Z (pinned)\n\nMia\nmore\n",
        "# Heading Mia\n",
        "# Heading\n\nwords\n",
    ]
)


def notes_only(notes: str) -> ScopeMemory:
    return ScopeMemory(notes, (), (), ())


def forget(notes: str, words: str) -> tuple[str, Erasure]:
    gone = plan_matching(notes_only(notes), Words(words).matches)
    return apply_changes(notes, gone.notes), gone


def test_only_what_matches_goes_from_a_persons_own_text() -> None:
    left, gone = forget(BY_HAND, "Mia")
    assert left == "I am Ann.\n\n- likes tea\n\n# Work\n\nI like it.\n"
    assert gone.lines == 3


def test_a_note_goes_by_what_was_said_long_after_its_message_left_the_window() -> None:
    """The note itself has other words than the sentence that it rests on."""
    stamp = "2026-11-21T09:30:00.000Z"
    notes = add_captured("", stamp, "- has a blue boat\n- likes tea", 5)
    boat = NoteSource(stamp, "has a blue boat", "test:1", "k1", "Quartz is my blue boat.")
    tea = NoteSource(stamp, "likes tea", "test:1", "k2", "I like tea.")
    gone = plan_matching(ScopeMemory(notes, (), (), (boat, tea)), Words("Quartz").matches)
    assert gone.sources == (boat,)
    left = apply_changes(notes, gone.notes)
    assert "boat" not in left
    assert "- likes tea" in left


def test_the_time_over_a_section_is_not_a_word_of_it() -> None:
    notes = add_captured("", "2026-11-21T09:30:00.000Z", "- likes tea", 5)
    assert forget(notes, "2026") == (notes, Erasure())


def test_a_section_without_notes_goes_with_its_heading() -> None:
    notes = add_captured("", "2026-11-21T09:30:00.000Z", "- likes Mia", 5)
    assert forget(notes, "Mia")[0] == ""


def test_a_pinned_note_goes_whole() -> None:
    notes = add_pinned("", "2026-11-21T09:30:00.000Z", "call Mia\n\nat nine")
    assert forget(notes, "Mia")[0] == ""


@given(st.lists(pieces).map("".join))
def test_forgetting_everything_leaves_nothing_and_can_be_undone(notes: str) -> None:
    gone = plan_everything(notes_only(notes))
    left = apply_changes(notes, gone.notes)
    assert left.strip() == ""
    back = revert_changes(left, gone.notes)
    assert [s.text.strip() for s in split_sections(back)] == [
        text for s in split_sections(notes) if (text := s.text.strip())
    ]


@given(st.lists(pieces).map("".join))
def test_nothing_that_matches_is_left(notes: str) -> None:
    left, gone = forget(notes, "Mia")
    assert "Mia" not in left
    assert apply_changes(left, gone.notes) == left


@given(st.lists(pieces, unique=True).map("".join))
def test_undo_brings_back_every_line_once(notes: str) -> None:
    left, gone = forget(notes, "Mia")
    back = revert_changes(left, gone.notes)
    assert sorted(filter(None, back.split("\n"))) == sorted(filter(None, notes.split("\n")))
    assert revert_changes(back, gone.notes) == back


def test_undo_keeps_what_was_written_since() -> None:
    left, gone = forget(BY_HAND, "Mia")
    back = revert_changes(left.replace("I like it.", "I love it.") + "\nNew.\n", gone.notes)
    for line in ("- likes Mia", "Born in May.", "I know Mia from work.", "I love it.", "New."):
        assert line in back


def remembered(*messages: Message, sources: tuple[NoteSource, ...] = ()) -> ScopeMemory:
    return ScopeMemory("", (Window("a", messages),), (), sources, FactRecords((FACT,)))


FACT = Fact(
    "f1", KB, FactValue("likes tea"), 0, 0, Provenance("tool", "a", "m1", "I like tea", said_at=1)
)
ASKED = Message("user", "I like tea", "2026-11-21T09:30:00.000Z", "m1")
MIA = Words("Mia").matches


def test_an_answer_that_holds_the_words_goes_without_what_the_person_said() -> None:
    answer = Message("assistant", "Like Mia!", "2026-11-21T09:30:01.000Z", "m1")
    gone = plan_matching(remembered(ASKED, answer), MIA)
    assert [window.messages for window in gone.windows] == [(answer,)]
    assert gone.facts == FactRecords()


def test_what_rests_on_words_of_the_person_goes_with_them() -> None:
    said = Message("user", "I like tea, as Mia does", "2026-11-21T09:30:00.000Z", "m1")
    answer = Message("assistant", "I see", "2026-11-21T09:30:01.000Z", "m1")
    gone = plan_matching(remembered(said, answer), MIA)
    assert [window.messages for window in gone.windows] == [(said, answer)]
    assert gone.facts.facts == (FACT,)


def test_a_note_goes_whose_words_were_said_in_a_message_that_is_no_longer_there() -> None:
    source = NoteSource(
        "2026-11-21T09:30:00.000Z", "likes tea", "a", "m0", "I like tea as Mia does"
    )
    gone = plan_matching(remembered(ASKED, sources=(source,)), MIA)
    assert gone.sources == (source,)
