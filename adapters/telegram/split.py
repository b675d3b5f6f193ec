"""One long text as several messages, each within Telegram's limits."""

import unicodedata
from collections.abc import Callable, Sequence

from adapters.telegram.formatted import Entity, Formatted

LENGTH = 4096  # UTF-16 units in a message
ENTITIES = 100  # in a message; Telegram drops the rest without a word

NEWLINE, SPACE = ord("\n"), ord(" ")
JOINERS = "\u200d\ufe0e\ufe0f"  # what follows or precedes these belongs to the same character


def split(whole: Formatted, length: int = LENGTH, entities: int = ENTITIES) -> list[Formatted]:
    """The parts, which joined give the whole again; a part of white space only is left out.

    A part ends, in this order of preference, before a code block that fits into the next one, after
    a paragraph, a line or a word outside any entity, after a line or a word inside one, and where
    a single word is longer than a message, at a character.
    """
    parts: list[Formatted] = []
    rest = whole
    while (at := _cut(rest, length, entities)) is not None:
        part, rest = rest.cut(at)
        parts.append(part)
    return [part for part in (*parts, rest) if part.text.strip()]


def _cut(whole: Formatted, length: int, most: int) -> int | None:
    """Where to cut, in UTF-16 units; None if it fits as it is."""
    codes = memoryview(whole.text.encode("utf-16-le")).cast("H")
    end = min(length, len(codes))
    if len(whole.entities) > most:
        end = min(end, whole.entities[most].offset)
    if end == len(codes):
        return None
    block = _block_across(whole.entities, end, length)
    return block or _soft(codes, whole.entities, end) or _hard(whole.text, end)


def _block_across(entities: Sequence[Entity], end: int, length: int) -> int:
    """The start of a code block that `end` would tear although it fits into one message."""
    across = (e for e in entities if e.kind == "pre" and e.offset < end < e.end)
    return next((block.offset for block in across if block.length <= length), 0)


def _soft(codes: memoryview, entities: Sequence[Entity], end: int) -> int:
    """The best place at white space in the second half; 0 if there is none."""
    whole = [e for e in entities if e.kind != "blockquote" and e.offset < end]

    def outside(at: int) -> bool:
        return not any(entity.offset < at < entity.end for entity in whole)

    def after(*white: int) -> Callable[[int], bool]:
        return lambda at: codes[at - len(white) : at].tolist() == list(white)

    places = range(end, end // 2, -1)
    for spaces in (after(NEWLINE, NEWLINE), after(NEWLINE), after(SPACE)):
        for at in filter(spaces, places):
            if outside(at):
                return at
    inside = (filter(spaces, places) for spaces in (after(NEWLINE), after(SPACE)))
    return next((at for found in inside for at in found), 0)


def _hard(text: str, end: int) -> int:
    """At most `end`, and not inside a surrogate pair, an accent or a joined emoji if avoidable."""
    encoded = text.encode("utf-16-le")
    head = encoded[: end * 2].decode("utf-16-le", "ignore")
    following = encoded[len(head.encode("utf-16-le")) :].decode("utf-16-le")
    tail = following[:1]
    for cut in range(len(head), max(len(head) - 32, 0), -1):
        if not _belongs(head[cut - 1], tail):
            return len(head[:cut].encode("utf-16-le")) // 2
        tail = head[cut - 1]
    return len(head.encode("utf-16-le")) // 2


def _belongs(before: str, after: str) -> bool:
    return before == "\u200d" or after in JOINERS or unicodedata.combining(after) > 0
