"""The messages of a conversation, and how recent.json stores them."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal, get_args

import msgspec
from msgspec import Struct

Role = Literal["user", "assistant", "member"]
KEPT = 32  # windows of chats, decoded
# Moments before or after these cannot be written in every time zone, or are no moment of a message.
FIRST_MOMENT, LAST_MOMENT = datetime(1970, 1, 2, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
LATEST = int(LAST_MOMENT.timestamp())
Id = tuple[str, Role, str]


class Exchange(Struct, frozen=True):
    """A question and its answer. Either may be empty: unanswered talk, a message of ours."""

    key: str  # of the message; each key is recorded once
    question: str
    answer: str
    asked_at: datetime  # aware, as all times here
    answered_at: datetime
    author: str = ""  # in a group: the name of the person who asked
    approved: bool = True  # False for a group member whose words are not remembered
    forwarded: bool = False
    quote: str = ""  # what the question replies to: not the author's own words
    mode: str = ""  # of the chat, as it was then


class Message(Struct, frozen=True, omit_defaults=True):
    """One half of an exchange.

    `user` is a person whose sentences may become notes, `member` anyone else in a group.
    """

    role: Role
    content: str
    timestamp: str  # ISO 8601, UTC
    key: str = ""  # of its exchange; empty in a file written by another program
    author: str = ""
    forwarded: bool = False
    quote: str = ""
    captured: bool = False  # already summarised; still part of the conversation
    log_offset: int = -1  # where its exchange begins in the day's log, in bytes

    @property
    def id(self) -> Id:
        return self.key, self.role, self.timestamp


def split_exchange(exchange: Exchange) -> Iterator[Message]:
    if exchange.question:
        yield Message(
            "user" if exchange.approved else "member",
            replace_surrogates(exchange.question),
            format_timestamp(exchange.asked_at),
            exchange.key,
            author=replace_surrogates(exchange.author),
            forwarded=exchange.forwarded,
            quote=replace_surrogates(exchange.quote),
        )
    if exchange.answer:
        yield Message(
            "assistant",
            replace_surrogates(exchange.answer),
            format_timestamp(exchange.answered_at),
            exchange.key,
        )


def replace_surrogates(text: str) -> str:
    """Return `text` with lone surrogates replaced by `?`.

    A platform may cut an emoji in two, and half of one cannot be written to a file.
    """
    return text.encode(errors="replace").decode()


def format_timestamp(moment: datetime) -> str:
    """Format a time as all our files do: `2026-11-21T09:30:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_timestamp(text: str) -> datetime:
    """Parse a time of ISO 8601; a missing time zone is taken for UTC.

    Raises ValueError for everything that is no time, or none that a message can have.
    """
    moment = datetime.fromisoformat(text)
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        possible = FIRST_MOMENT <= aware <= LAST_MOMENT
    except OverflowError:  # the first or the last day that there is, elsewhere
        possible = False
    if not possible:
        raise ValueError(f"not a time of a message: {text}")
    return aware


def clamp_time(moment: int) -> int:
    """Return the nearest epoch seconds that can be shown in every time zone."""
    return min(max(moment, 0), LATEST)


def encode(messages: Sequence[Message]) -> str:
    """Encode recent.json, a message a line."""
    lines = b",\n".join(map(msgspec.json.encode, messages))
    return f"[\n{lines.decode()}\n]\n"


# One turn reads the window several times.
@lru_cache(maxsize=KEPT)
def decode(text: str) -> tuple[Message, ...]:
    """Parse recent.json; raises ValueError for anything but an array of messages."""
    try:
        items: object = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(items, list):
        raise ValueError("not an array")
    return tuple(_parse_message(item) for item in items)


def decode_ids(text: str) -> frozenset[Id]:
    """Parse a JSON list of message ids."""
    return frozenset((str(key), role, str(moment)) for key, role, moment in json.loads(text))


def _parse_message(item: object) -> Message:
    if not isinstance(item, dict):
        raise ValueError("a message must be an object")
    for role in get_args(Role):
        if item.get("role") == role:
            return Message(
                role,
                _parse_text(item, "content"),
                _parse_time(item),
                _parse_text(item, "key"),
                author=_parse_text(item, "author"),
                forwarded=item.get("forwarded") is True,
                quote=_parse_text(item, "quote"),
                captured=item.get("captured") is True,
                log_offset=_parse_number(item, "log_offset"),
            )
    raise ValueError(f"unknown role {item.get('role')!r}")


def _parse_text(item: dict[object, object], name: str) -> str:
    value = item.get(name, "")
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text")
    return replace_surrogates(value)


def _parse_time(item: dict[object, object]) -> str:
    return format_timestamp(parse_timestamp(_parse_text(item, "timestamp")))


def _parse_number(item: dict[object, object], name: str) -> int:
    value = item.get(name, -1)
    return value if isinstance(value, int) else -1
