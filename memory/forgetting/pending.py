"""Lines that are forgotten and still stand in files which cannot be written, as on a full disk.

Until they can, no search and no prompt shows them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

Change = tuple[str, str]  # of a text: as it was, and as it is to be


class PendingLines(Struct, frozen=True):
    """Lines that are still to be taken out of files, by their resolved paths."""

    changes: Mapping[Path, Sequence[Change]]

    def hide(self, path: Path, text: str) -> str:
        """Return the text of a file without the lines that are to leave it."""
        for before, after in self.changes.get(path.resolve(), ()) if self.changes else ():
            text = take_out(text, before, after)
        return text


def take_out(text: str, before: str, after: str) -> str:
    """Return `after`; if the file has changed since it was `before`, it without the same lines."""
    if text in (before, after):
        return after
    gone = Counter(before.splitlines()) - Counter(after.splitlines())
    return "".join(_leave_out(text, gone))


def _leave_out(text: str, gone: Counter[str]) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        (bare,) = line.splitlines()
        if gone[bare] > 0:
            gone[bare] -= 1
        else:
            yield line
