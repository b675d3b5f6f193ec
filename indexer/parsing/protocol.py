"""The protocol between a parser process and the program: one JSON object per line.

A sentence goes as its text and values, since the process does not know its reader's language.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import get_args

from indexer.documents import DetectedType, Pages, Parsed, ParserNotice, ParserProgress, Section
from indexer.i18n import Sentence, Value
from indexer.parsing.errors import FailureKind, ParseError
from indexer.parsing.formats import list_types
from indexer.text.line_numbers import Marks

PIECE = 1 << 16  # characters of text in one line: decoding a longer one would stall the reader
DEPTH = 50  # sentences inside sentences: one for each archive that a file is in, and a few
LARGEST = 10**15  # of numbers in sentences; Babel fails to format much larger ones
# What neither a database nor a chat can carry: control characters and halves of surrogate pairs.
UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
PAGE_BREAKS = re.compile("[\x0b\x0c\x85\u2028\u2029]")


class MalformedLineError(ValueError):
    """A line that the worker's own code never writes."""


def encode(found: Parsed) -> Iterator[str]:
    """Encode a finding as lines without their ends; a long section as several pieces of text."""
    match found:
        case DetectedType(document_type):
            yield json.dumps({"type": document_type})
        case ParserProgress(done, total, unit):
            yield json.dumps({"progress": [done, total, unit]})
        case ParserNotice(sentences):
            yield _to_json({"notice": [_encode_sentence(each) for each in sentences]})
        case Section():
            yield from _encode_section(found)


def _encode_section(section: Section) -> Iterator[str]:
    text = clean(section.text)
    gone = _find_unprintable(section.text) if len(text) < len(section.text) else []
    last = max(0, len(text) - 1) // PIECE * PIECE
    for start in range(0, last, PIECE):
        yield _to_json({"text": text[start : start + PIECE]})
    yield _to_json(
        {
            "section": clean(section.title),
            "text": text[last:],
            "path": [clean(title) for title in section.path],
            "level": section.level,
            "pages": section.pages,
            "turns": _shift_marks(section.turns, gone),
            "line": section.line,
            "lines": _shift_marks(_find_line_marks(section, text), gone),
            "type": section.element_type,
        }
    )


def _find_line_marks(section: Section, text: str) -> Marks:
    """Return the section's marks and one behind each page break.

    A page break is a line end in `text`, but not in the file.
    """
    if section.line is None or text.count("\n") == section.text.count("\n"):
        return section.lines
    breaks = [found.end() for found in PAGE_BREAKS.finditer(section.text)]
    here = zip(breaks, section.find_lines(breaks), strict=True)
    return tuple(sorted({*section.lines, *((at, line) for at, line in here if line)}))


def _find_unprintable(text: str) -> list[int]:
    return [found.start() for found in UNPRINTABLE.finditer(text)]


def _shift_marks(marks: Marks, gone: list[int]) -> Marks:
    """Return the marks of a text from which the characters at `gone` (ascending) were removed."""
    return tuple((at - bisect_left(gone, at), line) for at, line in marks) if gone else marks


def clean(text: str) -> str:
    """Remove what cannot be stored from `text`, and turn page breaks into line breaks."""
    return UNPRINTABLE.sub("", PAGE_BREAKS.sub("\n", text))


def _to_json(answer: Mapping[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def encode_end() -> str:
    return '{"end": true}'


def encode_failure(error: ParseError) -> str:
    because = error.because if isinstance(error.because, Sentence) else Sentence(error.because)
    answer = {"failed": error.kind, "because": _encode_sentence(because)}
    return _to_json({**answer, "detail": clean(error.detail)})


def _encode_sentence(sentence: Sentence) -> list[object]:
    values = {name: _encode_value(value) for name, value in sentence.values.items()}
    return [clean(sentence.text), values]


def _encode_value(value: Value) -> object:
    if isinstance(value, Sentence):
        return _encode_sentence(value)
    return value if isinstance(value, int | float) else clean(value)


class Decoder:
    """Decodes the lines about one file.

    The file may have taken over the worker that read it: only the shapes named here get through.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._pieces: list[str] = []
        self.document_type = ""  # until the worker has told it, which is the first it tells
        self.ended = False

    def decode(self, line: bytes) -> Parsed | None:
        """Return a finding, or None for a line that completes none; raise ParseError."""
        try:
            answer = json.loads(line)
            return self._decode_answer(answer if isinstance(answer, dict) else {})
        except (ValueError, RecursionError) as error:
            raise ParseError("damaged", self._name, detail=type(error).__name__) from None

    def _decode_answer(self, answer: Mapping[str, object]) -> Parsed | None:
        if "failed" in answer:
            raise _decode_failure(answer, self._name)
        if not self.document_type:
            self.document_type = _decode_type(answer)
            return DetectedType(self.document_type)
        match answer:
            case {"section": str(), "text": str(text)}:
                whole = "".join([*self._pieces, text])
                self._pieces = []
                return _decode_section(answer, whole)
            case {"text": str(text), **rest} if not rest:
                self._pieces.append(text)
            case {"progress": [int(done), int(total), str(unit)]}:
                return ParserProgress(done, total, unit)
            case {"notice": [*sentences]}:
                return ParserNotice(tuple(_decode_sentence(each) for each in sentences))
            case {"end": True}:
                self.ended = True
            case _:
                raise MalformedLineError("unknown line")
        return None


def _decode_failure(answer: Mapping[str, object], name: str) -> ParseError:
    match answer:
        case {"failed": str(kind), "because": because, "detail": str(detail)}:
            return ParseError(_decode_kind(kind), name, _decode_sentence(because), detail)
    raise MalformedLineError("malformed failure")


def _decode_type(answer: Mapping[str, object]) -> str:
    match answer:
        case {"type": str(kind), **rest} if kind in list_types() and not rest:
            return kind
    raise MalformedLineError("no type first")


def _decode_sentence(answer: object, depth: int = 0) -> Sentence:
    match answer:
        case [str(text), dict(values)] if depth < DEPTH:
            return Sentence(text, {k: _decode_value(v, depth) for k, v in values.items()})
    raise MalformedLineError("malformed sentence")


def _decode_value(value: object, depth: int) -> Value:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        if abs(value) <= LARGEST:  # not so for NaN
            return value
        raise MalformedLineError("number out of range")
    return _decode_sentence(value, depth + 1)


def _decode_kind(kind: str) -> FailureKind:
    for known in get_args(FailureKind):
        if kind == known:
            return known  # type: ignore[no-any-return]  # get_args forgets that it gives literals
    raise MalformedLineError(f"unknown failure {kind}")  # not translated: for the log


def _decode_section(answer: Mapping[str, object], text: str) -> Section:
    match answer:
        case {
            "section": str(title),
            "path": [*path],
            "level": int(level),
            "pages": pages,
            "turns": [*turns],
            "lines": [*lines],
            "line": int() | None as line,
            "type": "paragraph" | "section" | "toc_entry" as element_type,
        }:
            titles = tuple(each for each in path if isinstance(each, str))
            span = _decode_pages(pages)
            numbers = (_decode_marks(turns), _decode_marks(lines))
            return Section(title, text, titles, level, span, line, element_type, *numbers)
    raise MalformedLineError("malformed section")


def _decode_marks(marks: list[object]) -> Marks:
    found = []
    for mark in marks:
        match mark:
            case [int(offset), int(number)]:
                found.append((offset, number))
            case _:
                raise MalformedLineError("malformed mark")
    return tuple(found)


def _decode_pages(pages: object) -> Pages | None:
    match pages:
        case None:
            return None
        case [int(first), int(last)] if 1 <= first <= last:
            return first, last
    raise MalformedLineError("malformed pages")
