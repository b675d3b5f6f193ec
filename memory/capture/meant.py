"""Decides if a person's words change the fact that the model's decision names. Pure.

A document may have told the model what to change, so its word for it is not enough: the words must
be in earnest, of today, and about the same thing with another value, or say that it is over.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from indexer.text.dates.finder import find_mention
from memory.capture.decisions import Decision
from memory.fact import Fact, Validity
from memory.text.assertion import is_meant
from memory.text.changes.change import drop_doubts, takes_place_of
from memory.text.changes.corrections.last_said import correct_last
from memory.text.changes.decision import ends_as_named
from memory.text.grounding import GroundedNote
from memory.text.statement import is_addition


def find_meant(decision: Decision, note: GroundedNote, near: Sequence[Fact]) -> Fact | None:
    """Return the fact that is updated or ended, if the person's words are about it.

    `note` is what those words support of the decision, and not what a model made of them.
    """
    fact = next((each for each in near if each.id == decision.fact), None)
    stated = [each.text for each in note.sentences if not each.is_question]
    if fact is None or decision.deed == "add" or any(map(is_addition, stated)):
        return None
    old = fact.value.content.removeprefix(f"{fact.provenance.author}: ")
    meant = [each for each in stated if _may_change(each, old, fact)]
    replaced = bool(meant) and takes_place_of(_get_text(note), old, " ".join(meant))
    spoken = (*meant, " ".join(meant))
    revised = ends_as_named(spoken, old, is_over=decision.deed == "end")
    corrected = decision.deed == "update" and any(correct_last(each, old) for each in meant)
    return fact if replaced or revised or corrected else None


def _get_text(note: GroundedNote) -> str:
    return note.text.removeprefix(f"{note.author}: ")


def _may_change(said: str, old: str, fact: Fact) -> bool:
    """Tell if words are in earnest, and about today."""
    known_at = datetime.fromtimestamp(fact.said_at, UTC)
    before = not fact.value.validity.occurs and _tells_of_before(said, known_at)
    sure = is_meant(said) and bool(drop_doubts(said, old))
    return sure and not before


def _tells_of_before(said: str, known_at: datetime) -> bool:
    """Tell if it happened long before: `in 2009 I lived in York`."""
    found = find_mention(said, known_at)
    if found is None or found.role != "on":
        return False
    return Validity(occurs=found.period.iso).is_long_before(known_at)
