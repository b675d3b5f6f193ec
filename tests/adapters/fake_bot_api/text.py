"""Check texts and entities like the Bot API, but stricter than the real one about entities.

The real server drops, cuts or reorders entities that break its rules and sends the rest. Here any
such entity is refused, so that a test notices it.
"""

from collections.abc import Sequence
from typing import TypedDict

LENGTH = 4096  # UTF-16 units
RAW = 1 << 15  # bytes
ENTITIES = 100
STYLES = ("bold", "italic", "underline", "strikethrough", "spoiler")
ORDER = ("blockquote", "pre", "code", "text_link", *STYLES)
# Characters that show nothing: a message of these alone is empty to Telegram.
BLANK = " \n\t\r\u200b\u200c\u200d\u2060\ufeff\u3164"


class _Required(TypedDict):
    type: str
    offset: int
    length: int


class RawEntity(_Required, total=False):
    """An entity as a request carries it."""

    url: str
    language: str


def text_fault(text: str, entities: Sequence[RawEntity], empty: bool = False) -> str | None:
    """Why Telegram would refuse the message; None if it would not."""
    encoded = text.encode("utf-16-le")
    if len(text.encode()) > RAW:
        return "Text is too long"
    if not text and not empty:
        return "message text is empty"
    if not text.strip().strip(BLANK) and not empty:
        return "text must be non-empty"
    if len(encoded) // 2 > LENGTH:
        return "message is too long"
    return entities_fault(encoded, entities)


def entities_fault(encoded: bytes, entities: Sequence[RawEntity]) -> str | None:
    """The first rule that an entity breaks; `encoded` is the text in UTF-16-LE."""
    if len(entities) > ENTITIES:
        return f"more than {ENTITIES} entities"
    places = [(e["offset"], -e["length"], _place(e)) for e in entities]
    if places != sorted(places):
        return "entities out of order"
    faults = (_entity_fault(encoded, entity) for entity in entities)
    pairs = ((a, b) for i, a in enumerate(entities) for b in entities[i + 1 :])
    nested = (_pair_fault(a, b) for a, b in pairs)
    return next((fault for fault in (*faults, *nested) if fault), None)


def _place(entity: RawEntity) -> int:
    return ORDER.index(entity["type"]) if entity["type"] in ORDER else -1


def _entity_fault(encoded: bytes, entity: RawEntity) -> str | None:
    start, end = entity["offset"], entity["offset"] + entity["length"]
    if entity["type"] not in ORDER:
        return f"unknown entity {entity['type']}"
    if start < 0 or entity["length"] <= 0 or end > len(encoded) // 2:
        return f"entity at {start} of {entity['length']} is outside the text"
    try:
        covered = encoded[start * 2 : end * 2].decode("utf-16-le")
    except UnicodeDecodeError:
        return f"entity at {start} begins or ends in the middle of a symbol"
    if covered[-1].isspace():
        return f"entity at {start} ends in white space"
    if entity["type"] == "text_link" and not entity.get("url"):
        return f"link at {start} without a target"
    return None


def _pair_fault(outer: RawEntity, inner: RawEntity) -> str | None:
    """`inner` begins at or after `outer`."""
    end = outer["offset"] + outer["length"]
    if inner["offset"] >= end:
        return None
    if inner["offset"] + inner["length"] > end:
        return f"entities at {outer['offset']} and {inner['offset']} overlap"
    if outer["type"] == inner["type"]:
        return f"{inner['type']} at {inner['offset']} inside itself"
    if outer["type"] in ("pre", "code") or inner["type"] == "blockquote":
        return f"{inner['type']} at {inner['offset']} inside {outer['type']}"
    if inner["type"] in ("pre", "code") and outer["type"] != "blockquote":
        return f"{inner['type']} at {inner['offset']} inside {outer['type']}"
    return None
