"""Link targets that Telegram opens; it silently drops all others."""

import re

LONGEST = 2000  # characters
# No user name or password before the host: they make one address look like another.
WEB = re.compile(r"https?://[\w-]+(\.[\w-]+)+(:(?P<port>\d{1,5}))?([/?#]\S*)?", re.IGNORECASE)


def is_openable(target: str) -> bool:
    """Return whether Telegram keeps a link to `target`: http or https, and a host with a dot."""
    web = WEB.fullmatch(target)
    return web is not None and len(target) <= LONGEST and 0 < int(web["port"] or 80) < 1 << 16


def format_target(label: str, target: str) -> str:
    """Return `target` in parentheses; "" if the label already shows it."""
    return f" ({target})" if target and target not in (label, f"mailto:{label}") else ""
