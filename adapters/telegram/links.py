"""Which link targets Telegram opens; it drops every other without a word."""

import re
from urllib.parse import urlsplit

LONGEST = 2000  # characters
FORBIDDEN = re.compile(r"[\s\\<>\x00-\x1f]")


def accepted(target: str) -> bool:
    """Whether a link to `target` survives: http or https, and a host with a dot in it."""
    if len(target) > LONGEST or FORBIDDEN.search(target):
        return False
    try:
        parts = urlsplit(target)
        port = parts.port or 80
    except ValueError:
        return False
    host = parts.hostname or ""
    dotted = re.fullmatch(r"[\w-]+(\.[\w-]+)+", host) is not None
    return parts.scheme in ("http", "https") and dotted and port > 0


def in_words(label: str, target: str) -> str:
    """`target` in parentheses, unless the label already says it."""
    return f" ({target})" if target and target not in (label, f"mailto:{label}") else ""
