"""The worker process that analyzes long documents, walled in as parsers are.

Analysis is pure Python, and a thread that computes makes every search wait for the interpreter
lock. A request is `Passages`, encoded by `marshal`. Its answer comes from a process that has read
foreign text, so it is rows of a few strings and a number: nothing else can be decoded, and the
scopes of the passages are not in it.
"""

import fcntl
import gc
import marshal
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO, Self

import msgspec
from msgspec import Struct

from indexer.documents import Chunk
from indexer.store.corpus import MAX_COUNT, PASSAGES
from indexer.store.terms import HASH_BYTES, Terms, Wording, weigh_wording
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language

SIZE = struct.Struct("<I")  # the number of bytes that follow
PIPE = 1 << 20  # bytes
HIGHEST = 2**31 - 1  # length of a passage
CODE = re.compile("[a-z]{2,3}")  # of a language

_encode = msgspec.msgpack.Encoder().encode


class MalformedAnswerError(ValueError):
    """An answer that our own code never writes."""


class AnswerRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The terms of a passage as the worker tells them: who may read it is not for it to say."""

    main: str
    side: str
    common: str
    language: str
    length: int
    hashes: bytes
    counts: bytes

    @classmethod
    def from_terms(cls, terms: Terms) -> Self:
        own = (terms.main, terms.side, terms.common, terms.language, terms.length)
        return cls(*own, terms.hashes, terms.counts)

    def build_terms(self, acl: str) -> Terms:
        lines = (self.main, self.side, self.common)
        return Terms(*lines, acl, self.language, self.length, self.hashes, self.counts)


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
    """Encode an answer of the worker process: a row for each passage."""
    return _frame(b"".join(_frame(_encode(AnswerRow.from_terms(each))) for each in terms))


def _frame(content: bytes) -> bytes:
    return SIZE.pack(len(content)) + content


def decode_answer(answer: bytes, passages: Passages) -> list[Terms]:
    """Decode the content of an answer: the terms of each passage, in order.

    Raises MalformedAnswerError.
    """
    decode = msgspec.msgpack.Decoder(AnswerRow).decode
    try:
        rows = [decode(each) for each in _split(answer)]
    except (struct.error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedAnswerError(type(error).__name__) from None
    if len(rows) != len(passages.texts):
        raise MalformedAnswerError("another number of passages")
    return [_check(each, passages).build_terms(passages.acl) for each in rows]


def _split(answer: bytes) -> Iterator[bytes]:
    """Split an answer into rows, each after its size: a list might claim any number of them."""
    start = 0
    while start < len(answer):
        (size,) = SIZE.unpack_from(answer, start)
        end = start + SIZE.size + size
        yield answer[start + SIZE.size : end]
        start = end


def _check(row: AnswerRow, passages: Passages) -> AnswerRow:
    """Return the row; raise MalformedAnswerError if our own code never writes it."""
    if "\0" in row.main or "\0" in row.side or "\0" in row.common:
        raise MalformedAnswerError("NUL")
    if row.language != passages.language and not CODE.fullmatch(row.language):
        raise MalformedAnswerError("no language")
    if len(row.hashes) != HASH_BYTES * len(row.counts):
        raise MalformedAnswerError("another number of hashes")
    _check_length(row.length, row.counts)
    return row


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
