"""Patterns that are compiled when they are first used: a command uses a fifth of those it loads."""

import re
from typing import TYPE_CHECKING

__all__ = ["LatePattern", "compile_late"]

if TYPE_CHECKING:
    # To a type checker they are patterns like all others.
    from re import compile as compile_late
else:

    def compile_late(pattern: str, flags: int = 0) -> "LatePattern":
        """Return what behaves like `re.compile(pattern, flags)`, which may come later."""
        return LatePattern(pattern, flags)


class LatePattern:
    """A pattern and, once it was used, the methods of the compiled one as its own."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source = pattern, flags

    def compile(self) -> re.Pattern[str]:
        """Return the compiled pattern; `re` keeps it."""
        return re.compile(*self._source)

    def __getattr__(self, name: str) -> object:
        """Find a method of the compiled pattern; only the first use of each comes here."""
        found: object = getattr(self.compile(), name)
        setattr(self, name, found)
        return found
