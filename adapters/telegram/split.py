"""Split a long text into messages within Telegram's limits."""

from collections.abc import Sequence

from msgspec import Struct

from adapters.telegram.formatted import Entity, FormattedText, count_units
from bot.messages import find_letter_start

LENGTH = 4096  # UTF-16 units in a message
ENTITIES = 100  # in a message; Telegram silently drops the rest

NEWLINE, SPACE = ord("\n"), ord(" ")
BEHIND = 4  # units that tell whether a letter goes on


def split(
    whole: FormattedText, length: int = LENGTH, entities: int = ENTITIES
) -> list[FormattedText]:
    """Split a text into parts that concatenate to the whole, without blank ones.

    A part ends, in this order of preference, before a code block that fits into the next one, after
    a paragraph, a line or a word outside any entity, after a line or a word inside one, and where
    a single word is longer than a message, at a character.
    """
    codes = memoryview(whole.text.encode("utf-16-le")).cast("H")
    parts: list[FormattedText] = []
    start = 0
    while start < len(codes):
        left = [entity for entity in whole.entities if entity.end > start]
        end = min(start + length, len(codes))
        if len(left) > entities:
            end = min(end, left[entities].offset)
        if end < len(codes):
            end = _Window(codes, left, start, end).find_cut(length)
        parts.append(whole.slice(start, end))
        start = end
    return [part for part in parts if part.text.strip()]


class _Window(Struct, frozen=True):
    """The text from `start` to `end`, from which the next part is cut."""

    codes: memoryview  # of the whole text, in UTF-16 units
    entities: Sequence[Entity]  # that end after `start`, in order
    start: int
    end: int

    def find_cut(self, length: int) -> int:
        """Find the end of the part; no code block of up to `length` units is split needlessly."""
        return (
            self._cut_before_block(length) or self._cut_at_white_space() or self._cut_at_character()
        )

    def _cut_before_block(self, length: int) -> int:
        blocks = (e for e in self.entities if e.kind == "pre" and self.start < e.offset < self.end)
        torn = (block for block in blocks if block.end > self.end and block.length <= length)
        return next((block.offset for block in torn), 0)

    def _cut_at_white_space(self) -> int:
        """Find the best place in the second half; 0 if there is none."""
        inside = self._mark_tears()

        def last(*white: int, tearing: bool = False) -> int:
            for at in range(self.end, (self.start + self.end) // 2, -1):
                whole = tearing or not inside[at - self.start]
                if whole and self.codes[at - len(white) : at].tolist() == [*white]:
                    return at
            return 0

        outside = last(NEWLINE, NEWLINE) or last(NEWLINE) or last(SPACE)
        return outside or last(NEWLINE, tearing=True) or last(SPACE, tearing=True)

    def _mark_tears(self) -> bytearray:
        """Return 1 for every place from `start` on where a cut would split an entity."""
        inside = bytearray(self.end - self.start + 1)
        for entity in self.entities:
            first = max(entity.offset + 1 - self.start, 0)
            after = min(entity.end, self.end + 1) - self.start
            if entity.kind != "blockquote" and first < after:
                inside[first:after] = b"\1" * (after - first)
        return inside

    def _cut_at_character(self) -> int:
        """Find a place outside a surrogate pair, and if possible a letter or a joined emoji."""
        rest = self.codes[self.start : self.end + BEHIND].tobytes().decode("utf-16-le", "ignore")
        head = self.codes[self.start : self.end].tobytes().decode("utf-16-le", "ignore")
        whole = rest[: find_letter_start(rest, len(head)) or len(head)]
        return self.start + count_units(whole)
