"""File formats, one module each, with `SUFFIXES` and `parse(source)`.

A new format is one new module here: it is found by its `SUFFIXES`, and its name is the document
type. Modules import their heavy libraries inside functions: this list is read on light paths too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from os.path import splitext
from pkgutil import iter_modules
from typing import Protocol

from indexer.documents import Parsed
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.languages import ReadingLanguages
from indexer.parsing.limits import DEFAULT_LIMITS, Limits
from indexer.parsing.ocr.recognizer import Recognizer
from indexer.parsing.shared.office import Converter

# Parsers in Python alone: no error in a library in C can change a process for the next file.
REUSED = ("code", "csv", "ipynb", "md", "txt")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to parse, from the disk or from inside another file."""

    name: str  # as the person knows it
    data: bytes = field(repr=False)
    limits: Limits = DEFAULT_LIMITS
    recognizer: Recognizer | None = None  # reads pictures of text; None without tesseract
    converter: Converter | None = None  # of old formats; None without LibreOffice
    depth: int = 0  # how many files it is inside of
    languages: ReadingLanguages = ReadingLanguages()  # noqa: RUF009 - frozen
    weak_pages: bool = False  # whether pictures of pages that OCR hardly reads are wanted

    def nest(self, name: str, data: bytes) -> "SourceFile":
        """Return the source of a file found in this one; refuse files nested too deeply."""
        if self.depth >= self.limits.depth:
            raise ParseError("too_large", self.name, N_(": files are nested in it too deeply"))
        # Its pages are no pages of the file that was sent.
        return replace(self, name=name, data=data, depth=self.depth + 1, weak_pages=False)


class Parser(Protocol):
    """A module of this package."""

    SUFFIXES: tuple[str, ...]  # lower case, with the dot; the first is the usual one

    def parse(self, source: SourceFile) -> Iterator[Parsed]:
        """Yield what the file holds, in its order; raise ParseError where it cannot be read."""


def load_parser(kind: str) -> Parser:
    """Import the module that parses a document type, and no other."""
    module: Parser = import_module(f"{__name__}.{kind}")
    return module


@cache
def map_suffixes() -> Mapping[str, str]:
    """Map each suffix to its document type."""
    return {suffix: kind for kind in list_types() for suffix in _list_suffixes(kind)}


def find_type(suffix: str) -> str:
    """Return the document type that a suffix stands for, or "".

    Most suffixes are the names of their types: then the other modules need not be imported.
    """
    kind = suffix.removeprefix(".")
    return kind if suffix in _list_suffixes(kind) else map_suffixes().get(suffix, "")


def is_named_as_reused(name: str) -> bool:
    """Return whether a file of this name may be read by the process that read another."""
    return find_type(splitext(name)[1].lower()) in REUSED


@cache
def list_types() -> frozenset[str]:
    """Return all document types, which are the names of the modules here."""
    return frozenset(each.name for each in iter_modules(__path__))


def _list_suffixes(kind: str) -> tuple[str, ...]:
    return getattr(load_parser(kind), "SUFFIXES", ()) if kind in list_types() else ()
