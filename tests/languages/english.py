"""Finds English sentences of the catalogue in what a person reads in another language."""

import re
from collections.abc import Iterator
from functools import cache

from indexer.i18n.language import DOMAIN, LOCALES
from tests.catalog.translations import PLACEHOLDER, read

LEAST = 12  # characters between two placeholders that are a part of a sentence


@cache
def list_parts(language: str) -> frozenset[str]:
    """Return the parts of English sentences between placeholders that `language` says otherwise."""
    parts = set[str]()
    for message in read(LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"):
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if not all(forms):
            continue  # waits for its translation
        for part in (part for each in ids for part in _split(each)):
            if not any(part in form for form in forms):
                parts.add(part)
    return frozenset(parts)


def _split(sentence: str) -> Iterator[str]:
    bare = re.sub(r"`[^`]*`", "{code}", sentence)
    for part in re.split(rf"{PLACEHOLDER.pattern}|\n", bare):
        if part and len(part.strip()) >= LEAST and " " in part.strip():
            yield part.strip()


def find_english(text: str, language: str) -> list[str]:
    return sorted(part for part in list_parts(language) if part in text)
