"""One-line notes and the words they rest on, judged as capture judges them.

`labels/memory/notes/open.jsonl` and `aside.jsonl` have what a person said, and notes of it as a
model would word them, true and false. A false one stored as worded is the worst; the fallback, the
person's own words, is right for it and second best for a true one.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from bench.halves import load_records
from memory.messages import Message
from memory.text.grounding import ground_note, list_user_sentences

Outcome = Literal["worded", "quoted", "dropped"]
SAID_AT = "2026-11-21T09:30:00+00:00"


class LabelledNote(Struct, frozen=True):
    """A note of the words `quote`, which stand in `said`; it is true if it `holds`."""

    said: str
    quote: str
    note: str
    holds: bool
    kind: str
    language: str


class JudgedNote(Struct, frozen=True):
    label: LabelledNote
    outcome: Outcome

    @property
    def right(self) -> bool:
        return (self.outcome == "worded") == self.label.holds


class NoteShares(Struct, frozen=True):
    """Shares of false notes stored as worded, of true ones dropped, and of true ones replaced."""

    false_stored: float
    true_dropped: float
    true_quoted: float
    notes: int


Judge = Callable[[LabelledNote], Outcome]


def load_notes(half: str) -> list[LabelledNote]:
    return [LabelledNote(**each) for each in load_records("memory/notes", half)]  # type: ignore[arg-type]  # the fields of a line


def capture_note(label: LabelledNote) -> Outcome:
    """Tell what capture stores if the model's note cites the message."""
    sentences = list_user_sentences([Message("user", label.said, SAID_AT)])
    kept = ground_note(label.note, sentences)
    if kept is None:
        return "dropped"
    return "worded" if kept.text == label.note else "quoted"


def judge_notes(labels: Iterable[LabelledNote], judge: Judge = capture_note) -> list[JudgedNote]:
    return [JudgedNote(label, judge(label)) for label in labels]


def measure_note_shares(judged: Sequence[JudgedNote]) -> NoteShares:
    false = [each.outcome for each in judged if not each.label.holds]
    true = [each.outcome for each in judged if each.label.holds]
    return NoteShares(
        false.count("worded") / max(1, len(false)),
        true.count("dropped") / max(1, len(true)),
        true.count("quoted") / max(1, len(true)),
        len(judged),
    )


def group_notes(
    judged: Iterable[JudgedNote], name: Callable[[LabelledNote], str]
) -> dict[str, list[JudgedNote]]:
    """Group by what `name` says, the largest group first."""
    groups: dict[str, list[JudgedNote]] = {}
    for each in judged:
        groups.setdefault(name(each.label), []).append(each)
    return dict(sorted(groups.items(), key=lambda item: -len(item[1])))
