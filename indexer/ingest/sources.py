"""The setting that names files for sync to keep in the index."""

from dataclasses import dataclass
from typing import Literal

SyncKind = Literal["notes", "pages", "course", "transcript"]


@dataclass(frozen=True, slots=True)
class SyncSource:
    """Files to keep in the index, and how search finds them.

    `notes` are indexed by the paragraph, `pages` in parts of some 400 tokens. A `course`, the file
    of a session, is indexed like `pages`, but without its questions and a model's notes. A
    `transcript` is indexed by the turn, and only the search of memories finds it.
    """

    glob: str  # `~` and `**` are understood
    kind: SyncKind = "notes"
    scope: Literal["admin", "kb"] = "admin"
