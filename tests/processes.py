"""Which processes a test started."""

import os
from pathlib import Path


class Started:
    """Those that this process started since this was made: earlier tests may have left theirs."""

    def __init__(self) -> None:
        self._before = _children()

    def now(self) -> set[str]:
        """The ids of those that live, where the system tells."""
        return _children() - self._before


def _children() -> set[str]:
    listing = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(listing.read_text().split()) if listing.exists() else set()
