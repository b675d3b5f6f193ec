"""Tells whether a message opens with words that its sender shows, and does not say. Pure."""

import re

# A block quote, a block of code, or a quotation mark of any language.
_OPENING = re.compile("\\s*+(?:>|```|~~~|[\"'“”„‟‘’‚‛«»‹›「『《〈])")


def opens_with_quotation(text: str) -> bool:
    """Return whether `text` begins with somebody's words, such as `> Undo that`.

    They may be anybody's, so they order nothing, and are not offered as the sender's own.
    """
    return _OPENING.match(text) is not None
