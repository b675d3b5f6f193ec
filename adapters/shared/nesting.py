"""The depth to which nested Markdown is rendered; deeper text is shown as it was written."""

from collections.abc import Sequence
from itertools import chain

from markdown_it.token import Token

NESTING = 40  # levels; the parser drops anything deeper


def is_too_deep(tokens: Sequence[Token]) -> bool:
    """Return whether quotes, lists or styles are nested too deep to be parsed or walked."""
    inline = (child for token in tokens for child in token.children or ())
    return any(each.level >= NESTING - 2 for each in chain(tokens, inline))
