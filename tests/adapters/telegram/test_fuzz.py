"""Thousands of nasty texts: none refused, no character lost, every part within the limits."""

import html
import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.telegram.formatted import Formatted
from adapters.telegram.render import render
from adapters.telegram.split import split
from tests.adapters.fake_bot_api.text import RawEntity, text_fault
from tests.adapters.telegram.nasty import FRAGMENTS, nasty
from tests.adapters.telegram.oracle import judged, painted

TEXTS = 20_000
BATCHES = 8


def raw(formatted: Formatted) -> list[RawEntity]:
    return [
        {
            "type": e.kind,
            "offset": e.offset,
            "length": e.length,
            "url": e.url,
            "language": e.language,
        }
        for e in formatted.entities
    ]


def content(text: str) -> Counter[str]:
    return Counter(character for character in text if character.isalnum() or character in "<>@")


def shown(formatted: Formatted) -> str:
    return formatted.text + "".join(e.url + e.language for e in formatted.entities)


def check(markdown: str) -> None:
    whole = render(markdown)
    check_kept(markdown, whole)
    check_oracle(whole)
    for length, entities in ((4096, 100), (60, 7)):
        parts = split(whole, length, entities)
        check_parts(whole, parts, length, entities)


def check_kept(markdown: str, whole: Formatted) -> None:
    quotes = re.sub(r"(?m)^[ \t>*+-]*>", "", markdown)  # quote marks are not content
    autolinks = re.sub(r"<(https?://[^<>\s]*)>", r"\1", quotes)
    text = autolinks.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    wanted = content(text.replace("a\u030a", "\u00e5"))
    assert not wanted - content(shown(whole)), (markdown, whole)


def check_oracle(whole: Formatted) -> None:
    if not whole.text.strip():
        return
    verdict = judged(whole)
    assert len(verdict.text) == len(whole.text), whole
    assert painted(verdict) == painted(whole), (whole, verdict)


def check_parts(whole: Formatted, parts: list[Formatted], length: int, entities: int) -> None:
    for part in parts:
        fault = text_fault(part.text, raw(part))
        blank = fault == "text must be non-empty"  # zero-width characters only: not ours to judge
        assert fault is None or blank, (fault, part)
        assert len(part.text.encode("utf-16-le")) // 2 <= length
        assert len(part.entities) <= entities
    assert "".join("".join(part.text.split()) for part in parts) == "".join(whole.text.split())
    assert painted_letters(parts) == painted_letters([whole])


def painted_letters(parts: list[Formatted]) -> list[frozenset[tuple[str, str]]]:
    """The formatting of what can be seen, unit by unit."""
    return [
        colours
        for part in parts
        for colours, code in zip(painted(part), part.text.encode("utf-16-le")[::2], strict=True)
        if code > 0
    ] and [
        colours
        for part in parts
        for colours, unit in zip(painted(part), units_of(part.text), strict=True)
        if not unit.isspace()
    ]


def units_of(text: str) -> list[str]:
    codes = memoryview(text.encode("utf-16-le")).cast("H")
    return [chr(code) for code in codes]
