"""Items: single facts that a person can see, correct and take back, one by one.

An item keeps its id for life. What it said before is its history; what it rests on is its source.
"""

from dataclasses import dataclass, field
from typing import Literal

from indexer.errors import UserError
from indexer.scopes import Scope
from memory.messages import replace_surrogates

FactType = Literal["fact", "preference", "project", "task", "note"]
Retention = Literal["short_term", "long_term"]
Origin = Literal["manual", "capture", "tool", "import"]
Action = Literal["added", "changed", "deleted", "restored"]

TYPES: dict[FactType, str] = {
    "fact": "an objective fact",
    "preference": "what the user prefers",
    "project": "information about a project",
    "task": "the state of a task",
    "note": "anything else",
}
SHORT_TERM_DAYS = 3  # of a short-term item that does not say when it ends
DAY = 86_400  # seconds
LONGEST = 2_000  # characters


def stored_as(name: str) -> dict[str, str]:
    """Metadata for a field called `name` in the JSON of exports and undo rows, for pydantic."""
    return {"alias": name}


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an item comes from: who said it, in which message, and their own words."""

    origin: Origin = "manual"
    chat: str = ""
    turn: str = ""  # key of the message
    said: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class FactValue:
    """What an item says. Two with the same `key` in a scope are about the same thing."""

    content: str
    title: str = ""
    summary: str = ""
    type: FactType = "note"
    retention: Retention = "long_term"
    importance: int = 5  # 1 to 10
    tags: tuple[str, ...] = ()
    key: str = ""
    expires_at: int | None = None  # epoch seconds
    pinned: bool = False

    @property
    def text(self) -> str:
        """The one line that stands for it."""
        return " ".join((self.summary or self.content).split())


@dataclass(frozen=True, slots=True)
class Fact:
    id: str
    scope: Scope
    value: FactValue = field(metadata=stored_as("statement"))
    created_at: int  # epoch seconds, as all times of items
    updated_at: int
    provenance: Provenance = field(default_factory=Provenance, metadata=stored_as("ground"))
    deleted_at: int | None = None


@dataclass(frozen=True, slots=True)
class FactChange:
    """One step in an item's history; `before` is None where it was added."""

    number: int
    fact_id: str = field(metadata=stored_as("item"))
    scope: Scope
    action: Action
    changed_at: int
    before: Fact | None


def validate_value(statement: FactValue, now: int) -> FactValue:
    """The statement as it is stored; raises UserError for what cannot be remembered."""
    content = replace_surrogates(statement.content).strip()
    if not content:
        raise UserError("There is nothing to remember in that.")
    if len(content) > LONGEST:
        raise UserError(f"That is too long for one note: at most {LONGEST} characters, please.")
    expires = statement.expires_at
    if statement.retention == "short_term" and expires is None:
        expires = now + SHORT_TERM_DAYS * DAY
    return FactValue(
        content,
        replace_surrogates(statement.title).strip(),
        replace_surrogates(statement.summary).strip(),
        statement.type,
        statement.retention,
        min(10, max(1, statement.importance)),
        tuple(
            dict.fromkeys(
                tag for each in statement.tags if (tag := replace_surrogates(each).strip())
            )
        ),
        replace_surrogates(statement.key).strip(),
        expires,
        statement.pinned,
    )


def parse_importance(value: float) -> int:
    """1 to 10, also from a share between 0 and 1, which other programs use."""
    return min(10, max(1, round(value * 10 if 0 < value < 1 else value)))
