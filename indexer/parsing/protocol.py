"""The protocol between a parser process and the program: one JSON object per line.

A sentence goes as its text and values, since the process does not know its reader's language.
"""

import json
import re
from base64 import b64decode, b64encode
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Annotated, get_args

import msgspec

from indexer.documents import (
    DetectedType,
    Pages,
    Parsed,
    ParserNotice,
    ParserProgress,
    Section,
    WeakPage,
)
from indexer.i18n import N_, PLACEHOLDER, Sentence, Value
from indexer.parsing.errors import FailureKind, ParseError
from indexer.parsing.formats import list_types
from indexer.parsing.limits import DEFAULT_LIMITS, Limits
from indexer.text.line_numbers import Marks

PIECE = 1 << 16  # characters of text in one line: decoding a longer one would stall the reader
DEPTH = 50  # sentences inside sentences: one for each archive that a file is in, and a few
LARGEST = 10**15  # of numbers in sentences; Babel fails to format much larger ones
# Bounds on what a worker that a file has taken over may put into our hands.
HIGHEST = 2**31 - 1  # of pages, lines and counts
DEEPEST = 99  # of levels
LONGEST = 1 << 16  # characters of a sentence, with what is filled in
TITLE = 500  # characters of a title: every passage of its section has it
TITLES = 20  # above a section
MARKS = 50_000  # of the lines or pages of one section
DETAIL = 200  # characters for the log
NOTICES = 2_000  # of one file
SECTION = 400  # characters that each section counts at least: it becomes a passage of its own
PICTURE = 2 << 20  # bytes of one page's picture
JPEG = b"\xff\xd8\xff"  # begins it
_to_json = json.JSONEncoder(ensure_ascii=False).encode  # `dumps` would make one for each line
UNITS = frozenset(
    {"pages", "files", "chapters", "sheets", "pages with tables", "scanned pages", "conversions"}
)
# What neither a database nor a chat can carry: control characters and halves of surrogate pairs.
# Nor may a text make a quotation show another number than it has: two marks turn "042" round.
UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\u202d\u202e\ud800-\udfff\ufffe\uffff]")
PAGE_BREAKS = re.compile("[\x0b\x0c\x85\u2028\u2029]")


Number = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)]
CheckedMarks = Annotated[tuple[tuple[Number, Number], ...], msgspec.Meta(max_length=MARKS)]


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
        case WeakPage(number, picture, text):
            packed = b64encode(picture).decode()
            yield _to_json({"page": number, "picture": packed, "text": _clean_short(text)})
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
            "section": _clean_short(section.title, TITLE),
            "text": text[last:],
            "path": [_clean_short(title, TITLE) for title in section.path[:TITLES]],
            "level": section.level,
            "pages": section.pages,
            "turns": _shift_marks(section.turns, gone)[:MARKS],
            "line": section.line,
            "lines": _shift_marks(_find_line_marks(section, text), gone)[:MARKS],
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
    # Most short texts have neither, and two patterns take longer than this look.
    return text if text.isprintable() else UNPRINTABLE.sub("", PAGE_BREAKS.sub("\n", text))


def _clean_short(text: str, longest: int = LONGEST) -> str:
    return clean(text)[:longest]


def encode_end() -> str:
    return '{"end": true}'


def encode_failure(error: ParseError) -> str:
    because = error.because if isinstance(error.because, Sentence) else Sentence(error.because)
    answer = {"failed": error.kind, "because": _encode_sentence(because)}
    return _to_json({**answer, "detail": clean(error.detail)[:DETAIL]})


def _encode_sentence(sentence: Sentence) -> list[object]:
    values = {name: _encode_value(value) for name, value in sentence.values.items()}
    return [_clean_short(sentence.text), values]


def _encode_value(value: Value) -> object:
    if isinstance(value, Sentence):
        return _encode_sentence(value)
    return value if isinstance(value, int | float) else _clean_short(value)


class Decoder:
    """Decodes the lines about one file.

    The file may have taken over the worker that read it: only the shapes named here get through.
    """

    def __init__(
        self, name: str, limits: Limits = DEFAULT_LIMITS, *, weak_pages: bool = False
    ) -> None:
        self.name = name
        self._pages = limits.ocr_pages if weak_pages else 0  # pictures that may still come
        self._pieces: list[str] = []
        self._characters = limits.output_characters  # still to come
        self._notices = NOTICES
        self.document_type = ""  # until the worker has told it, which is the first it tells
        self.ended = False

    def decode(self, line: bytes) -> Parsed | None:
        """Return a finding, or None for a line that completes none; raise ParseError."""
        try:
            answer = msgspec.json.decode(line)
            return self._decode_answer(answer if isinstance(answer, dict) else {})
        except (ValueError, msgspec.MsgspecError, RecursionError) as error:
            raise ParseError("damaged", self.name, detail=type(error).__name__) from None

    def _decode_answer(self, answer: Mapping[str, object]) -> Parsed | None:
        if "failed" in answer:
            raise _decode_failure(answer, self.name)
        if not self.document_type:
            self.document_type = _decode_type(answer)
            return DetectedType(self.document_type)
        match answer:
            case {"section": str(), "text": str(text)}:
                self._take(text)
                whole, self._pieces = "".join(self._pieces), []
                self._spend(max(0, SECTION - len(whole)))
                return _decode_section(answer, whole)
            case {"text": str(text), **rest} if not rest:
                self._take(text)
            case {"progress": [done, total, str(unit)]} if unit in UNITS:
                return ParserProgress(_decode_number(done), _decode_number(total), unit)
            case {"notice": [*sentences]} if self._notices > 0:
                self._notices -= 1
                return self._decode_notice(sentences)
            case {"end": True}:
                self.ended = True
            case _:
                return self._decode_weak_page(answer)
        return None

    def _decode_notice(self, sentences: list[object]) -> ParserNotice:
        notice = ParserNotice(tuple(map(_decode_sentence, sentences)))
        self._spend(sum(map(_measure, notice.sentences)))
        return notice

    def _decode_weak_page(self, answer: Mapping[str, object]) -> WeakPage:
        match answer:
            case {"page": number, "picture": str(picture), "text": text} if self._pages > 0:
                self._pages -= 1
                return WeakPage(_decode_number(number), _decode_picture(picture), _check_text(text))
        raise MalformedLineError("unknown line")

    def _take(self, text: str) -> None:
        self._pieces.append(_check_text(text, LONGEST))
        self._spend(len(text))

    def _spend(self, characters: int) -> None:
        self._characters -= characters
        if self._characters < 0:
            raise ParseError("too_large", self.name, N_(": it holds more text than I can keep"))


def _decode_failure(answer: Mapping[str, object], name: str) -> ParseError:
    match answer:
        case {"failed": str(kind), "because": because, "detail": str(detail)}:
            reason = _decode_sentence(because)
            return ParseError(_decode_kind(kind), name, reason, _check_text(detail, DETAIL))
    raise MalformedLineError("malformed failure")


def _decode_type(answer: Mapping[str, object]) -> str:
    match answer:
        case {"type": str(kind), **rest} if kind in list_types() and not rest:
            return kind
    raise MalformedLineError("no type first")


def _decode_sentence(answer: object) -> Sentence:
    sentence = _decode_part(answer, 0)
    if _measure(sentence) > LONGEST:
        raise MalformedLineError("too long a sentence")
    return sentence


def _decode_part(answer: object, depth: int) -> Sentence:
    match answer:
        case [str(text), dict(values)] if depth < DEPTH:
            filled = {_check_text(k): _decode_value(v, depth) for k, v in values.items()}
            return Sentence(_check_text(text), filled)
    raise MalformedLineError("malformed sentence")


def _decode_value(value: object, depth: int) -> Value:
    if isinstance(value, str):
        return _check_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        if abs(value) <= LARGEST:  # not so for NaN
            return value
        raise MalformedLineError("number out of range")
    return _decode_part(value, depth + 1)


def _measure(value: Value) -> int:
    """Return how many characters a value has once it is filled in, without filling it in.

    Ten sentences in each other that name the next ten times would be ten thousand million.
    """
    if not isinstance(value, Sentence):
        return len(str(value))
    sizes = {name: _measure(each) for name, each in value.values.items()}
    return len(value.text) + sum(sizes.get(name, 0) for name in PLACEHOLDER.findall(value.text))


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
            "level": level,
            "pages": pages,
            "turns": turns,
            "lines": lines,
            "line": line,
            "type": "paragraph" | "section" | "toc_entry" as element_type,
        }:
            titles = _decode_path(path)
            line = None if line is None else _decode_number(line)
            marks = (msgspec.convert(turns, CheckedMarks), msgspec.convert(lines, CheckedMarks))
            level, span = _decode_number(level, DEEPEST), _decode_pages(pages)
            title = _check_text(title, TITLE)
            return Section(title, text, titles, level, span, line, element_type, *marks)
    raise MalformedLineError("malformed section")


def _check_text(text: object, longest: int = LONGEST) -> str:
    """Return `text` if it is a string that can be stored and shown."""
    if not isinstance(text, str) or len(text) > longest:
        raise MalformedLineError("no text, or too long")
    if UNPRINTABLE.search(text) or PAGE_BREAKS.search(text):
        raise MalformedLineError("unprintable text")
    return text


def _decode_picture(packed: str) -> bytes:
    """Return the bytes of a page's picture; nothing but a JPEG leaves a parser."""
    picture = b64decode(packed, validate=True)
    if not picture.startswith(JPEG) or len(picture) > PICTURE:
        raise MalformedLineError("no picture, or too large")
    return picture


def _decode_number(value: object, highest: int = HIGHEST) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= highest:
        return value
    raise MalformedLineError("number out of range")


def _decode_path(path: list[object]) -> tuple[str, ...]:
    if len(path) > TITLES:
        raise MalformedLineError("too many titles")
    return tuple(_check_text(title, TITLE) for title in path)


def _decode_pages(pages: object) -> Pages | None:
    match pages:
        case None:
            return None
        case [int(first), int(last)] if 1 <= first <= last:
            return _decode_number(first), _decode_number(last)
    raise MalformedLineError("malformed pages")
