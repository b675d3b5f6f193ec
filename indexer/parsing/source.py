"""One file, read within limits; what runs in the worker process."""

import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from indexer.documents import Parsed, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile, load_parser
from indexer.parsing.limits import MIB, Limits
from indexer.parsing.sniff import sniff

# What libraries raise where a file is not what they expect.
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
    """What the file holds; a file without any text is an error, never an empty success."""
    characters = 0
    for found in parse_source(SourceFile(name, _load_bytes(path, name, limits), limits)):
        if isinstance(found, Section):
            characters += len(found.text)
        if characters > limits.output_characters:
            raise ParseError("too_large", name, ": it holds more text than I can keep")
        yield found
    if not characters:
        raise ParseError("no_text", name)


def parse_source(source: SourceFile) -> Iterator[Parsed]:
    """The front door for files on disk and for files inside them."""
    kind = sniff(io.BytesIO(source.data), source.name)
    try:
        yield from load_parser(kind).parse(source)
    except DAMAGE as error:
        raise ParseError("damaged", source.name, detail=type(error).__name__) from error


def _load_bytes(path: Path, name: str, limits: Limits) -> bytes:
    """The file's bytes; a pipe or device is refused, since opening one may never return."""
    with open_regular_file(path, name) as file:
        size = os.fstat(file.fileno()).st_size
        if size > limits.file_bytes:
            raise make_size_error(size, name, limits)
        return file.read(limits.file_bytes)


def open_regular_file(path: Path, name: str) -> io.BufferedReader:
    """A regular file, open for reading; raises ParseError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ParseError("unsupported", name, ": it is not a file")
        return path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        raise ParseError("missing", name) from None
    except OSError as error:
        raise ParseError("unreadable", name, detail=type(error).__name__) from None


def make_size_error(size: int, name: str, limits: Limits) -> ParseError:
    allowed = limits.file_bytes // MIB
    return ParseError("too_large", name, f": {size / MIB:.0f} MB, and I read up to {allowed} MB")
