"""One file format per module: `SUFFIXES`, and `parse(source)` that yields what it finds.

A new format is one new module here: it is found by its `SUFFIXES`, and its name is the document
type. Modules import their heavy libraries inside functions: this list is read on light paths too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import DEFAULT_LIMITS, Limits


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's bytes, on disk or inside another file."""

    name: str  # as the person knows it
    data: bytes = field(repr=False)
    limits: Limits = DEFAULT_LIMITS
    depth: int = 0  # how many files it is inside of

    def nest(self, name: str, data: bytes) -> "SourceFile":
        """A file found in this one; refused where files are packed into files too often."""
        if self.depth >= self.limits.depth:
            raise ParseError("too_large", self.name, ": it holds files inside files inside files")
        return replace(self, name=name, data=data, depth=self.depth + 1)


class Parser(Protocol):
    """What a module in this package offers."""

    SUFFIXES: tuple[str, ...]  # lower case, with the dot; the first is the usual one

    def parse(self, source: SourceFile) -> Iterator[Parsed]:
        """What the file holds, in its order; raises ParseError where it cannot be read."""


def load_parser(kind: str) -> Parser:
    """The parser of a document type; only its module is imported."""
    module: Parser = import_module(f"{__name__}.{kind}")
    return module


@cache
def map_suffixes() -> Mapping[str, str]:
    """Suffix -> document type."""
    return {suffix: kind for kind in _list_modules() for suffix in _list_suffixes(kind)}


def find_type(suffix: str) -> str:
    """The document type that a suffix stands for, or nothing.

    Most suffixes are the names of their types: then the other modules need not be imported.
    """
    kind = suffix.removeprefix(".")
    return kind if suffix in _list_suffixes(kind) else map_suffixes().get(suffix, "")


@cache
def _list_modules() -> frozenset[str]:
    return frozenset(each.name for each in iter_modules(__path__))


def _list_suffixes(kind: str) -> tuple[str, ...]:
    return getattr(load_parser(kind), "SUFFIXES", ()) if kind in _list_modules() else ()
