"""The worker process that analyzes long documents, walled in as parsers are.

Analysis is pure Python, and a thread that computes makes every search wait for the interpreter
lock. A request is `Passages`, encoded by `marshal`. Its answer comes from a process that has read
foreign text, so it is rows of numbers and the bytes they measure: nothing else can be decoded, and
the scopes of the passages are not in it.
"""

import fcntl
import gc
import marshal
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import BinaryIO

from msgspec import Struct

from indexer.documents import Chunk
from indexer.store.corpus import MAX_COUNT, PASSAGES
from indexer.store.terms import HASH_BYTES, Terms, Wording, weigh_wording
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language

SIZE = struct.Struct("<I")  # the number of bytes, or of rows, that follow
ROW = struct.Struct("<6I")  # characters of main, side, common and language; distinct terms; length
PIPE = 1 << 20  # bytes
HIGHEST = 2**31 - 1  # length of a passage
CODE = re.compile("[a-z]{2,3}")  # of a language


class MalformedAnswerError(ValueError):
    """An answer that our own code never writes."""


class Passages(Struct, frozen=True):
    """The texts of passages of one document, to be analyzed."""

    texts: Sequence[str]
    titles: Sequence[str]
    around: Sequence[str]  # the headings above it and the name of the file
    acl: str
    language: str  # of the document, for passages whose own language is not clear

    @classmethod
    def from_chunks(cls, chunks: Sequence[Chunk], file: str, acl: str, language: str) -> "Passages":
        # Headings above and the file name help to find a passage, but less than its own title.
        around = ["\n".join((*chunk.path[:-1], file)) for chunk in chunks]
        texts, titles = [chunk.text for chunk in chunks], [chunk.name for chunk in chunks]
        return cls(texts, titles, around, acl, language)

    @property
    def length(self) -> int:
        """Characters of text."""
        return sum(map(len, self.texts))

    def analyze(self) -> Iterator[Terms]:
        last, headings = ("", ""), analyze("", "en")  # passages in a row have the same around them
        for text, title, around in zip(self.texts, self.titles, self.around, strict=True):
            language = detect_language(text, default=self.language)
            if last != (around, language):
                last, headings = (around, language), analyze(around, language)
            yield weigh_wording(PASSAGES, Wording(text, title), headings, [self.acl], language)


def encode_request(passages: Passages) -> bytes:
    """Encode a request to the worker process."""
    fields = map(list, (passages.texts, passages.titles, passages.around))
    return _frame(marshal.dumps((*fields, passages.acl, passages.language)))


def encode_answer(terms: Iterable[Terms]) -> bytes:
    """Encode an answer of the worker process: its rows, all their texts, hashes and counts."""
    found = list(terms)
    lines = [(each.main, each.side, each.common, each.language) for each in found]
    rows = [
        ROW.pack(*map(len, own), len(each.counts), each.length)
        for own, each in zip(lines, found, strict=True)
    ]
    text = "".join(chain.from_iterable(lines)).encode()
    hashes, counts = (each.hashes for each in found), (each.counts for each in found)
    return _frame(b"".join([SIZE.pack(len(rows)), *rows, text, *hashes, *counts]))


def _frame(content: bytes) -> bytes:
    return SIZE.pack(len(content)) + content


def decode_answer(answer: bytes, passages: Passages) -> list[Terms]:
    """Decode the content of an answer: the terms of each passage, in order.

    Raises MalformedAnswerError.
    """
    try:
        rows = _read_rows(answer, len(passages.texts))
        return list(_decode_rows(answer, rows, passages))
    except (struct.error, UnicodeDecodeError) as error:
        raise MalformedAnswerError(type(error).__name__) from None


def _read_rows(answer: bytes, wanted: int) -> list[tuple[int, ...]]:
    rows = list(ROW.iter_unpack(answer[SIZE.size : SIZE.size + wanted * ROW.size]))
    if SIZE.unpack_from(answer) != (wanted,) or len(rows) != wanted:
        raise MalformedAnswerError("another number of passages")
    return rows


def _decode_rows(
    answer: bytes, rows: Sequence[tuple[int, ...]], passages: Passages
) -> Iterator[Terms]:
    text, packed, packed_counts = _cut(answer, rows)
    start = hashed = counted = 0
    for *sizes, distinct, length in rows:
        main, side, common, language = _take_lines(text, start, sizes)
        hashes = packed[hashed : hashed + distinct * HASH_BYTES]
        counts = packed_counts[counted : counted + distinct]
        _check_length(length, counts)
        if language != passages.language and not CODE.fullmatch(language):
            raise MalformedAnswerError("no language")
        yield Terms(main, side, common, passages.acl, language, length, hashes, counts)
        start, hashed, counted = start + sum(sizes), hashed + len(hashes), counted + distinct


def _cut(answer: bytes, rows: Sequence[tuple[int, ...]]) -> tuple[str, bytes, bytes]:
    """Return the texts, hashes and counts of all rows."""
    start, distinct = SIZE.size + len(rows) * ROW.size, sum(row[4] for row in rows)
    counts = len(answer) - distinct
    hashes = counts - distinct * HASH_BYTES
    if hashes < start:
        raise MalformedAnswerError("too short")
    text = answer[start:hashes].decode()
    if "\0" in text:
        raise MalformedAnswerError("NUL")
    if len(text) != sum(sum(row[:4]) for row in rows):
        raise MalformedAnswerError("another size")
    return text, answer[hashes:counts], answer[counts:]


def _take_lines(text: str, start: int, sizes: Sequence[int]) -> Iterator[str]:
    for size in sizes:
        yield text[start : start + size]
        start += size


def _check_length(length: int, counts: bytes) -> None:
    """A length is the sum of the counts, or more where one was too high for its byte."""
    least, most = sum(counts), HIGHEST if MAX_COUNT in counts else 0
    if length != least and not least <= length <= most:
        raise MalformedAnswerError("another length")


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each request in turn until the input ends."""
    while head := requests.read(SIZE.size):
        (size,) = SIZE.unpack(head)
        passages = Passages(*marshal.loads(requests.read(size)))  # noqa: S302 - the program's own
        answers.write(encode_answer(passages.analyze()))
        answers.flush()


def _widen_pipes() -> None:
    """Let the program be late: neither side waits for the other while requests are under way."""
    for pipe in (sys.stdin, sys.stdout):
        with suppress(AttributeError, OSError):  # of Linux only
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)


def main() -> None:
    _widen_pipes()
    gc.disable()  # it would walk the cache of words again and again; nothing here forms cycles
    serve(sys.stdin.buffer, sys.stdout.buffer)
