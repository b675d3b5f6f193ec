"""The worker process that analyzes long documents, walled in as parsers are.

Analysis is pure Python, and a thread that computes makes every search wait for the interpreter
lock. A request is `Passages`, its answer a list of `Terms`, both encoded by `marshal`: the two
processes run the same program, and it takes a tenth of the time of JSON.
"""

import marshal
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from indexer.documents import Chunk
from indexer.store.corpus import PASSAGES
from indexer.store.terms import Terms, Wording, analyze_wording
from indexer.text.languages import detect_language

SIZE = struct.Struct("<I")  # the number of bytes that follow


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
    rows = [
        (t.main, t.side, t.common, t.acl, t.language, t.length, t.hashes, t.counts) for t in terms
    ]
    return _frame(marshal.dumps(rows))


def _frame(content: bytes) -> bytes:
    return SIZE.pack(len(content)) + content


def decode_answer(answer: bytes) -> list[Terms]:
    """Decode the content of an answer: the terms of each passage, in order."""
    return [Terms(*row) for row in marshal.loads(answer)]  # noqa: S302 - our own process wrote it


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each request in turn until the input ends."""
    while head := requests.read(SIZE.size):
        (size,) = SIZE.unpack(head)
        passages = Passages(*marshal.loads(requests.read(size)))  # noqa: S302 - the program's own
        answers.write(encode_answer(passages.analyze()))
        answers.flush()


def main() -> None:
    serve(sys.stdin.buffer, sys.stdout.buffer)
