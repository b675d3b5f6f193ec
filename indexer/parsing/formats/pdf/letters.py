"""Texts compared by their letters alone."""

import re

from indexer.text.normalize import compose

SYMBOLS = re.compile(r"[\W_]+")
# Most texts are plain, and for those there is a much faster way to the same.
_PLAIN_SYMBOLS = {at: None for at in range(128) if not chr(at).isalnum()}


def normalize_letters(text: str) -> str:
    """Remove from `text` all that may differ between two spellings of the same words."""
    if text.isascii():
        return text.translate(_PLAIN_SYMBOLS).lower()
    return SYMBOLS.sub("", compose("NFKC", text)).casefold()
