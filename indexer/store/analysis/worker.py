"""The worker process that analyzes long documents, walled in as parsers are.

Analysis is pure Python, and a thread that computes makes every search wait for the interpreter
lock. A request is `Passages`, encoded by `marshal`. Its answer comes from a process that has read
foreign text, so it is rows of numbers and the bytes they measure: nothing else can be decoded, and
the scopes of the passages are not in it.
"""

import marshal
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import BinaryIO

from indexer.documents import Chunk
from indexer.store.corpus import MAX_COUNT, PASSAGES
from indexer.store.terms import HASH_BYTES, Terms, Wording, analyze_wording
from indexer.text.languages import detect_language

SIZE = struct.Struct("<I")  # the number of bytes, or of rows, that follow
ROW = struct.Struct("<6I")  # bytes of main, side, common and language; distinct terms; length
HIGHEST = 2**31 - 1  # length of a passage
CODE = re.compile("[a-z]{2,3}")  # of a language


class MalformedAnswerError(ValueError):
    """An answer that our own code never writes."""


@dataclass(frozen=True, slots=True)
class Passages:
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
        for text, title, around in zip(self.texts, self.titles, self.around, strict=True):
            language = detect_language(text, default=self.language)
            yield analyze_wording(PASSAGES, Wording(text, title, around), [self.acl], language)


def encode_request(passages: Passages) -> bytes:
    """Encode a request to the worker process."""
    fields = map(list, (passages.texts, passages.titles, passages.around))
    return _frame(marshal.dumps((*fields, passages.acl, passages.language)))


def encode_answer(terms: Iterable[Terms]) -> bytes:
    """Encode an answer of the worker process."""
    rows, contents = list[bytes](), list[bytes]()
    for each in terms:
        lines = [line.encode() for line in (each.main, each.side, each.common, each.language)]
        rows.append(ROW.pack(*map(len, lines), len(each.counts), each.length))
        contents += [*lines, each.hashes, each.counts]
    return _frame(b"".join([SIZE.pack(len(rows)), *rows, *contents]))


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
    start = SIZE.size + len(rows) * ROW.size
    for *sizes, distinct, length in rows:
        ends = list(accumulate([*sizes, distinct * HASH_BYTES, distinct], initial=start))
        *lines, hashes, counts = (answer[begin:end] for begin, end in pairwise(ends))
        if len(counts) < distinct:
            raise MalformedAnswerError("too short")
        _check_length(length, counts)
        main, side, common, language = map(_decode_line, lines)
        if language != passages.language and not CODE.fullmatch(language):
            raise MalformedAnswerError("no language")
        yield Terms(main, side, common, passages.acl, language, length, hashes, counts)
        start = ends[-1]
    if start != len(answer):
        raise MalformedAnswerError("too long")


def _check_length(length: int, counts: bytes) -> None:
    """A length is the sum of the counts, or more where one was too high for its byte."""
    least, most = sum(counts), HIGHEST if MAX_COUNT in counts else 0
    if length != least and not least <= length <= most:
        raise MalformedAnswerError("another length")


def _decode_line(content: bytes) -> str:
    if b"\0" in content:
        raise MalformedAnswerError("NUL")
    return content.decode()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each request in turn until the input ends."""
    while head := requests.read(SIZE.size):
        (size,) = SIZE.unpack(head)
        passages = Passages(*marshal.loads(requests.read(size)))  # noqa: S302 - the program's own
        answers.write(encode_answer(passages.analyze()))
        answers.flush()


def main() -> None:
    serve(sys.stdin.buffer, sys.stdout.buffer)
