"""Texts compared by their letters alone."""

import re
import unicodedata

SYMBOLS = re.compile(r"[\W_]+")


def normalize_letters(text: str) -> str:
    """Remove from `text` all that may differ between two spellings of the same words."""
    return SYMBOLS.sub("", unicodedata.normalize("NFKC", text)).casefold()
