"""Reads one file within limits, in the worker process."""

import io
import os
from collections.abc import Iterator

from msgspec import Struct

from indexer.documents import DetectedType, Parsed, Section
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile, load_parser
from indexer.parsing.limits import Limits
from indexer.parsing.ocr.recognizer import Recognizer
from indexer.parsing.regular_files import make_size_error
from indexer.parsing.request import ParseRequest
from indexer.parsing.shared.office import Converter
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


class Programs(Struct, frozen=True):
    """The work of other programs for a parser, where they are installed."""

    recognizer: Recognizer | None = None
    converter: Converter | None = None


NO_PROGRAMS = Programs()


def parse_file(
    file: io.BufferedReader, request: ParseRequest, programs: Programs = NO_PROGRAMS
) -> Iterator[Parsed]:
    """Yield the file's type, then what it holds; a file without any text is an error."""
    name, limits = request.name, request.limits
    kind = sniff(file, name)
    yield DetectedType(kind)
    source = _load_source(file, request, programs)
    characters = 0
    for found in _parse_as(kind, source):
        if isinstance(found, Section):
            characters += len(found.text)
        if characters > limits.output_characters:
            raise ParseError("too_large", name, N_(": it holds more text than I can keep"))
        yield found
    if not characters:
        raise ParseError("no_text", name)


def parse_source(source: SourceFile) -> Iterator[Parsed]:
    """Yield what a file inside another one holds."""
    return _parse_as(sniff(io.BytesIO(source.data), source.name), source)


def _parse_as(kind: str, source: SourceFile) -> Iterator[Parsed]:
    try:
        yield from load_parser(kind).parse(source)
    except DAMAGE as error:
        raise ParseError("damaged", source.name, detail=type(error).__name__) from error


def _load_source(file: io.BufferedReader, request: ParseRequest, programs: Programs) -> SourceFile:
    return SourceFile(
        request.name,
        _load_bytes(file, request.name, request.limits),
        request.limits,
        programs.recognizer,
        programs.converter,
        languages=request.languages,
        weak_pages=request.weak_pages,
    )


def _load_bytes(file: io.BufferedReader, name: str, limits: Limits) -> bytes:
    """Return the file's bytes."""
    size = os.fstat(file.fileno()).st_size
    if size > limits.file_bytes:
        raise make_size_error(size, name, limits)
    file.seek(0)
    return file.read(limits.file_bytes)
