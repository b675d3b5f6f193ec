"""Properties of every text, however nasty: no character lost, every part within the limits."""

import re
from collections import Counter
from collections.abc import Iterable

from adapters.telegram.formatted import FormattedText, count_units
from adapters.telegram.render import render
from adapters.telegram.split import split
from tests.adapters.fake_bot_api.text import RawEntity, text_fault
from tests.adapters.telegram.oracle import judged, painted

LIMITS = ((4096, 100), (60, 7))  # UTF-16 units and entities of a part


def check(markdown: str) -> None:
    whole = render(markdown)
    assert not letters(markdown) - letters(shown(whole)), (markdown, whole)
    verdict = judged(whole)
    if whole.text.strip():
        assert count_units(verdict.text) == count_units(whole.text), whole
        assert painted(verdict) == painted(whole), (whole, verdict)
    for length, entities in LIMITS:
        check_parts(whole, split(whole, length, entities), length, entities)


def check_parts(
    whole: FormattedText, parts: list[FormattedText], length: int, entities: int
) -> None:
    for part in parts:
        raw: list[RawEntity] = [
            {"type": e.kind, "offset": e.offset, "length": e.length, "url": e.url}
            for e in part.entities
        ]
        # Whether a text of invisible characters alone is a message, is for the caller to judge.
        assert text_fault(part.text, raw) in (None, "text must be non-empty"), part
        assert count_units(part.text) <= length
        assert len(part.entities) <= entities
    assert list(visible(parts)) == list(visible([whole]))


def letters(text: str) -> Counter[str]:
    """Count the characters that must arrive: letters, digits, brackets of tags and generics."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    bare = re.sub(r"<(https?://[^<>\s]*)>|(?<=\]\()<", r"\1", whole).replace("a\u030a", "\u00e5")
    return Counter(letter for letter in bare if letter.isalnum() or letter == "<")


def shown(formatted: FormattedText) -> str:
    return formatted.text + "".join(entity.url + entity.language for entity in formatted.entities)


def visible(parts: Iterable[FormattedText]) -> Iterable[tuple[int, frozenset[tuple[str, str]]]]:
    """Every UTF-16 unit that is not white space, with what covers it."""
    for part in parts:
        codes = memoryview(part.text.encode("utf-16-le")).cast("H")
        for code, colours in zip(codes, painted(part), strict=True):
            if not chr(code).isspace():
                yield code, colours
