"""Text as Telegram accepts it: characters with entities, counted in UTF-16 code units.

Entities are sent instead of a parse mode: an offset can be checked before sending, while one
unescaped character in a model's Markdown makes Telegram refuse a whole message.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Kind = Literal["blockquote", "pre", "code", "text_link", "bold", "italic", "strikethrough"]

# Telegram's own order of entities that cover the same characters, outermost first.
ORDER: dict[str, int] = {
    kind: place
    for place, kind in enumerate(
        ("blockquote", "pre", "code", "text_link", "bold", "italic", "strikethrough")
    )
}
VERBATIM = ("pre", "code")
WIDTHLESS = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u3164"))
STYLES = ("bold", "italic", "strikethrough")


def count_units(text: str) -> int:
    """Count the UTF-16 code units of `text`, as Telegram does."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class Entity(Struct, frozen=True):
    """A formatted stretch of a text; `offset` and `length` in UTF-16 units."""

    kind: Kind
    offset: int
    length: int
    url: str = ""  # of a text_link
    language: str = ""  # of a pre

    @property
    def end(self) -> int:
        return self.offset + self.length

    def clip(self, start: int, end: int) -> "Entity":
        """Return the part between two offsets; its `length` is not positive if there is none."""
        start, end = max(start, self.offset), min(end, self.end)
        return replace(self, offset=start, length=end - start)


class FormattedText(Struct, frozen=True):
    """A text with its entities, which may overlap until `normalize` orders them."""

    text: str = ""
    entities: tuple[Entity, ...] = ()

    @property
    def visible(self) -> bool:
        """True if any character is visible; Telegram refuses a message without any."""
        return bool(self.text.translate(WIDTHLESS).strip())

    def __add__(self, other: "FormattedText") -> "FormattedText":
        return join("", (self, other))

    def with_style(self, kind: Kind, url: str = "", language: str = "") -> "FormattedText":
        """Return this text with one more entity over all of it."""
        whole = Entity(kind, 0, count_units(self.text), url, language)
        return replace(self, entities=(whole, *self.entities))

    def slice(self, start: int, end: int) -> "FormattedText":
        """Return the text between two offsets of a normalized text, with its entities."""
        encoded = self.text.encode("utf-16-le")[start * 2 : end * 2]
        within = (e.clip(start, end) for e in self.entities if e.offset < end and e.end > start)
        return _tidy(encoded, (replace(e, offset=e.offset - start) for e in within))


def join(separator: str, pieces: Iterable[FormattedText]) -> FormattedText:
    """Join the pieces with `separator` between them."""
    texts: list[str] = []
    entities: list[Entity] = []
    start = 0
    for piece in pieces:
        entities += (replace(entity, offset=entity.offset + start) for entity in piece.entities)
        texts.append(piece.text)
        start += count_units(piece.text) + count_units(separator)
    return FormattedText(separator.join(texts), tuple(entities))


def normalize(formatted: FormattedText) -> FormattedText:
    """Return the text with its entities as Telegram stores them: ordered, nested, never blank.

    Telegram's rules: code contains no entity and lies in none but a quote; quotes and links do not
    nest in their own kind; of an overlapping link and code only one stays, here the link, since
    its target is content. A style around code is split in two.
    """
    kept = _drop_incompatible(formatted.entities)
    verbatim = [entity for entity in kept if entity.kind in VERBATIM]
    ends = [code.end for code in verbatim]
    pieces = (piece for entity in kept for piece in _cut_around(entity, verbatim, ends))
    return _tidy(formatted.text.encode("utf-16-le"), pieces)


def _sort_key(entity: Entity) -> tuple[int, int, int]:
    return entity.offset, -entity.length, ORDER[entity.kind]


def _drop_incompatible(entities: Iterable[Entity]) -> list[Entity]:
    """Drop entities inside their own sort; of an overlapping link and code, keep the link."""
    kept: list[Entity] = []
    ends: dict[str, int] = {}  # where the last entity of each sort ends
    for entity in sorted(entities, key=lambda e: (e.offset, -e.length, e.kind in VERBATIM)):
        sort = "text_link" if entity.kind in VERBATIM else entity.kind
        if entity.offset >= ends.get(sort, 0):
            kept.append(entity)
            ends[sort] = entity.end
    return kept


def _cut_around(
    entity: Entity, verbatim: Sequence[Entity], ends: Sequence[int]
) -> Iterator[Entity]:
    """Yield a style without the code inside it, which ends at `ends`; other kinds unchanged."""
    start = entity.offset
    if entity.kind in STYLES:
        for code in islice(verbatim, bisect_right(ends, start), None):
            if code.offset >= entity.end:
                break
            yield entity.clip(start, code.offset)
            start = code.end
    yield entity.clip(start, entity.end)


def _tidy(encoded: bytes, entities: Iterable[Entity]) -> FormattedText:
    """Sort the entities, trim white space at their ends, and drop empty ones."""
    some = (_trim(entity, encoded) for entity in entities if entity.length > 0)
    solid = (entity for entity in some if entity.length > 0)
    return FormattedText(encoded.decode("utf-16-le"), tuple(sorted(solid, key=_sort_key)))


def _trim(entity: Entity, encoded: bytes) -> Entity:
    """Trim white space at an entity's end, which Telegram refuses, and what exceeds the text."""
    start, end = entity.offset * 2, min(entity.end * 2, len(encoded))
    if _decode(encoded[max(start, end - 2) : end]).isspace():
        end = start + count_units(_decode(encoded[start:end]).rstrip()) * 2
    return replace(entity, length=end // 2 - entity.offset)


def _decode(encoded: bytes) -> str:
    return encoded.decode("utf-16-le", "surrogatepass")  # a pair may be cut in two
