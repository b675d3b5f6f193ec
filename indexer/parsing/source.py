"""Reads one file within limits, in the worker process."""

import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from indexer.documents import Parsed, Section
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile, load_parser
from indexer.parsing.limits import MIB, Limits
from indexer.parsing.sniff import sniff

# Libraries raise these where a file is not what they expect.
DAMAGE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)


def parse_file(path: Path, name: str, limits: Limits) -> Iterator[Parsed]:
    """Yield what the file holds; a file without any text is an error, never an empty success."""
    characters = 0
    for found in parse_source(SourceFile(name, _load_bytes(path, name, limits), limits)):
        if isinstance(found, Section):
            characters += len(found.text)
        if characters > limits.output_characters:
            raise ParseError("too_large", name, N_(": it holds more text than I can keep"))
        yield found
    if not characters:
        raise ParseError("no_text", name)


def parse_source(source: SourceFile) -> Iterator[Parsed]:
    """Yield what a file on disk, or a file inside one, holds."""
    kind = sniff(io.BytesIO(source.data), source.name)
    try:
        yield from load_parser(kind).parse(source)
    except DAMAGE as error:
        raise ParseError("damaged", source.name, detail=type(error).__name__) from error


def _load_bytes(path: Path, name: str, limits: Limits) -> bytes:
    """Return the file's bytes."""
    with open_regular_file(path, name) as file:
        size = os.fstat(file.fileno()).st_size
        if size > limits.file_bytes:
            raise make_size_error(size, name, limits)
        return file.read(limits.file_bytes)


def open_regular_file(path: Path, name: str) -> io.BufferedReader:
    """Open a file for reading; raise ParseError.

    A pipe or device is refused, since opening one may never return.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ParseError("unsupported", name, N_(": it is not a file"))
        return path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        raise ParseError("missing", name) from None
    except OSError as error:
        raise ParseError("unreadable", name, detail=type(error).__name__) from None


def make_size_error(size: int, name: str, limits: Limits) -> ParseError:
    allowed = limits.file_bytes // MIB
    because = N_(": it has {size} MB, and I read at most {allowed} MB")
    return ParseError("too_large", name, because.fill(size=round(size / MIB), allowed=allowed))
