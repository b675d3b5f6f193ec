"""Which files sync keeps in the index."""

from dataclasses import dataclass
from typing import Literal

SyncKind = Literal["notes", "pages", "course", "transcript"]


@dataclass(frozen=True, slots=True)
class SyncSource:
    """Files to keep in the index.

    `notes` are found by the paragraph, `pages` by parts of some 400 tokens, a `course` of a
    conversation like those but without its questions, `transcript`s by the turn and only by the
    search of memories.
    """

    glob: str  # `~` and `**` are understood
    kind: SyncKind = "notes"
    scope: Literal["admin", "kb"] = "admin"
