"""Facts: single entries of the memory ledger, which a person can see, correct and undo one by one.

A fact keeps its id for life. Earlier values are its history; its provenance says where it is from,
and when it was said. It may also say from when and until when it holds.
"""

import re
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.i18n import _
from indexer.scopes import Scope
from memory.messages import LATEST, replace_surrogates

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
SHORT_TERM_DAYS = 3  # of a short-term fact without an end of its own
DAY = 86_400  # seconds
LONG = timedelta(days=365)
LONGEST = 2_000  # characters
PARTIAL_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")
TIME_OF_DAY = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")


@lru_cache(maxsize=4096)
def _is_date(text: object) -> bool:
    """Check a stored date, which may lack its day or month; an empty one is as good."""
    if not isinstance(text, str) or not (text == "" or PARTIAL_DATE.fullmatch(text)):
        return False
    try:
        date.fromisoformat(text + "2000-01-01"[len(text) :])
    except ValueError:
        return False
    return True


def _is_end(text: object) -> bool:
    """Check a date that may have a time of day."""
    if not isinstance(text, str):
        return False
    day, separator, clock = text.partition("T")
    timed = len(day) == len("2026-05-01") and bool(TIME_OF_DAY.fullmatch(clock))
    return _is_date(day) and (timed or not separator)


def _is_event(text: object) -> bool:
    """Check a day, or two days with a slash between them."""
    if not isinstance(text, str):
        return False
    first, slash, last = text.partition("/")
    return _is_date(first) and (not slash or bool(first and last and _is_date(last)))


def check_times(*moments: int | None) -> None:
    """Raise ValueError unless all are epoch seconds of a time that can be shown."""
    if not all(each is None or 0 <= each <= LATEST for each in moments):
        raise ValueError("not a time that there is")


class Provenance(Struct, frozen=True):
    """Records who said a fact, in which message, and in which words."""

    origin: Origin = "manual"
    chat: str = ""
    turn: str = ""  # key of the message
    said: str = ""
    author: str = ""
    said_at: int = 0  # epoch seconds; 0 where it is not known

    def __post_init__(self) -> None:
        check_times(self.said_at)

    def date(self, now: datetime) -> "Provenance":
        """Return it with a time: it was said now, where nobody knows better."""
        return self if self.said_at else replace(self, said_at=int(now.timestamp()))

    def get_stored(self) -> "Provenance":
        """Return what of it is stored with a fact: nothing that only a model worded."""
        return self


class NoteProvenance(Provenance, frozen=True):
    """Records besides how a model words a note: that may name what `said` leaves out."""

    worded: str = ""

    def get_stored(self) -> Provenance:
        return Provenance(self.origin, self.chat, self.turn, self.said, self.author, self.said_at)


class Validity(Struct, frozen=True):
    """When a fact holds, as dates of the person's time zone: `2026`, `2026-05` or `2026-05-01`.

    `until` may have a time of day. `occurs` is the day of an event, or two days with a slash
    between them. Empty is unknown: what has no end still holds. Raises ValueError for any other
    text, so that whoever has one can read and show its dates.
    """

    since: str = ""
    until: str = ""  # the last day on which it held
    occurs: str = ""

    def __post_init__(self) -> None:
        if not (_is_date(self.since) and _is_end(self.until) and _is_event(self.occurs)):
            raise ValueError("not a date, or no date that there is")

    def is_over(self, now: datetime) -> bool:
        """Tell if it held once and does not hold any more.

        A person who says that something has ended may do so at any minute of the last day.
        """
        if "T" in self.until:
            return self.until <= f"{now.astimezone():%Y-%m-%dT%H:%M}"
        return bool(self.until) and self.until < now.date().isoformat()[: len(self.until)]

    def is_long_before(self, moment: datetime) -> bool:
        """Tell if it happened, and did so a year or more before a moment."""
        last = self.occurs.rpartition("/")[2]
        return bool(last) and last < (moment - LONG).date().isoformat()[: len(last)]


ALWAYS = Validity()


def parse_validity(since: str, until: str, occurs: str) -> Validity:
    """Return when a stored fact holds; what is no date there is unknown."""
    try:
        return Validity(since, until, occurs)
    except (TypeError, ValueError):
        return Validity(
            since if _is_date(since) else "",
            until if _is_end(until) else "",
            occurs if _is_event(occurs) else "",
        )


class FactValue(Struct, frozen=True):
    """The content of a fact. Facts of a scope with the same `key` are about the same thing."""

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
    validity: Validity = ALWAYS

    @property
    def text(self) -> str:
        """The summary or content on one line."""
        return " ".join((self.summary or self.content).split())


class Fact(Struct, frozen=True):
    id: str
    scope: Scope
    value: FactValue = field(name="statement")
    created_at: int  # epoch seconds, as all times of facts
    updated_at: int
    provenance: Provenance = field(default_factory=Provenance, name="ground")
    deleted_at: int | None = None

    def __post_init__(self) -> None:
        check_times(self.created_at, self.updated_at, self.deleted_at, self.value.expires_at)

    def is_of(self, author: str | None) -> bool:
        """Tell if `author` said it; None stands for anybody."""
        return author in (None, self.provenance.author)

    @property
    def is_quote(self) -> bool:
        """Tell if it is in the words of whoever said it, as no note in other words followed."""
        ground = self.provenance
        said = f"{ground.author}: {ground.said}" if ground.author else ground.said
        return ground.origin == "capture" and bool(ground.said) and self.value.content == said

    @property
    def said_at(self) -> int:
        """The time of the person's words (epoch seconds), or of the last change if unknown."""
        return self.provenance.said_at or self.updated_at


class FactChange(Struct, frozen=True):
    """One step in a fact's history; `before` is None where the fact was added."""

    number: int
    fact_id: str = field(name="item")
    scope: Scope
    action: Action
    changed_at: int
    before: Fact | None

    def __post_init__(self) -> None:
        check_times(self.changed_at)


def validate_value(value: FactValue, now: int) -> FactValue:
    """Return the value as it is stored: stripped, limited, with an end if it is short-term.

    Raises UserError for an empty or too long text.
    """
    content = replace_surrogates(value.content).strip()
    if not content:
        raise UserError(_("There is no text to remember."))
    if len(content) > LONGEST:
        raise UserError(
            _("That is too long for one fact. The limit is {limit} characters.", limit=LONGEST)
        )
    expires = value.expires_at
    if value.retention == "short_term" and expires is None:
        expires = now + SHORT_TERM_DAYS * DAY
    tags = (replace_surrogates(each).strip() for each in value.tags)
    return replace(
        value,
        content=content,
        title=replace_surrogates(value.title).strip(),
        summary=replace_surrogates(value.summary).strip(),
        importance=min(10, max(1, value.importance)),
        tags=tuple(dict.fromkeys(filter(None, tags))),
        key=replace_surrogates(value.key).strip(),
        expires_at=expires,
    )


def parse_importance(value: float) -> int:
    """Return an importance from 1 to 10; a value between 0 and 1 counts as a share of 10."""
    return min(10, max(1, round(value * 10 if 0 < value < 1 else value)))
