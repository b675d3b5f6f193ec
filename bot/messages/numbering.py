"""Numbers for choices: typed on every platform, and shown where there are no buttons."""

import re
from collections.abc import Sequence
from itertools import count

OWN = re.compile(r"\[?([1-9][0-9]{0,5})(?:$|[].)](?: |$))")  # "7", "7. Tea", "[7] plan.md"


def assign_numbers(labels: Sequence[str]) -> list[int]:
    """Return the number of each choice: its label's own, or the next after all of those."""
    own = [_find_own_number(label) for label in labels]
    others = count(max(own, default=0) + 1)
    return [
        number if number and number not in own[:place] else next(others)
        for place, number in enumerate(own)
    ]


def _find_own_number(label: str) -> int:
    found = OWN.match(label)
    return int(found[1]) if found else 0
