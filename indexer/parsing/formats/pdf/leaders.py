"""Shortens the dots that lead from a title to its page number, or from a name to its price."""

import re

LEADERS = re.compile(r"(?: ?[.…·]){6,} *")
PUNCTUATION = ":;,.…·?!"


def shorten_leaders(line: str) -> str:
    """Return the line with a colon for each run of dots; "" where it has nothing else."""
    if "..." not in line and ". . ." not in line and "……" not in line and "·" not in line:
        return line
    kept = [part for part in LEADERS.split(line) if part]
    return " ".join(map(_add_colon, kept[:-1])) + " " * (len(kept) > 1) + kept[-1] if kept else ""


def _add_colon(part: str) -> str:
    return part if part[-1] in PUNCTUATION else f"{part}:"
