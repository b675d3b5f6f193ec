"""Which link targets Telegram opens; it drops every other without a word."""

import re

LONGEST = 2000  # characters
# No name and password before the host: they are there to make one address look like another.
WEB = re.compile(r"https?://[\w-]+(\.[\w-]+)+(:(?P<port>\d{1,5}))?([/?#]\S*)?", re.IGNORECASE)


def is_openable(target: str) -> bool:
    """Whether a link to `target` survives: http or https, and a host with a dot in it."""
    web = WEB.fullmatch(target)
    return web is not None and len(target) <= LONGEST and 0 < int(web["port"] or 80) < 1 << 16


def format_target(label: str, target: str) -> str:
    """`target` in parentheses, unless the label already says it."""
    return f" ({target})" if target and target not in (label, f"mailto:{label}") else ""
