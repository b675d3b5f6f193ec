"""How deep Markdown may be nested before it is shown as it was written."""

from collections.abc import Sequence
from itertools import chain

from markdown_it.token import Token

NESTING = 40  # what is deeper, the parser drops


def is_too_deep(tokens: Sequence[Token]) -> bool:
    """Quotes and lists that the parser would drop, or styles too deep to be walked through."""
    inline = (child for token in tokens for child in token.children or ())
    return any(each.level >= NESTING - 2 for each in chain(tokens, inline))
