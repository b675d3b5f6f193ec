"""The process in which the words of long documents are analysed: `python -m
indexer.store.analysis_worker`.

Analysis is pure computing in Python, and a thread that computes keeps every search waiting for the
interpreter. A request is `Passages`, its answer a list of terms, both in Python's own form of
values: they pass between two processes of the same program, a tenth of the way through JSON.
"""

import marshal
import os
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from indexer.documents import Chunk
from indexer.store.corpus import PASSAGES
from indexer.store.terms import Terms, Wording, analyze_wording
from indexer.text.languages import detect_language

POLITE = 10  # whoever waits for an answer goes before whoever waits for a file
SIZE = struct.Struct("<I")  # how many bytes follow


@dataclass(frozen=True, slots=True)
class Passages:
    """What is to be analysed: the wording of each passage, all of one document."""

    texts: Sequence[str]
    titles: Sequence[str]
    around: Sequence[str]  # the headings above and the file's name
    acl: str
    language: str  # of the document, where a passage does not tell its own

    @classmethod
    def from_chunks(cls, chunks: Sequence[Chunk], file: str, acl: str, language: str) -> "Passages":
        # The headings above and the file's name help to find a passage, but not as its title does.
        around = ["\n".join((*chunk.path[:-1], file)) for chunk in chunks]
        texts, titles = [chunk.text for chunk in chunks], [chunk.name for chunk in chunks]
        return cls(texts, titles, around, acl, language)

    @property
    def length(self) -> int:
        """Characters of text."""
        return sum(map(len, self.texts))

    def analyze(self) -> Iterator[Terms]:
        for text, title, around in zip(self.texts, self.titles, self.around, strict=True):
            told = detect_language(text, default=self.language)
            yield analyze_wording(PASSAGES, Wording(text, title, around), [self.acl], told)


def encode_request(passages: Passages) -> bytes:
    """A request as it goes to the process."""
    fields = map(list, (passages.texts, passages.titles, passages.around))
    return _frame(marshal.dumps((*fields, passages.acl, passages.language)))


def encode_answer(terms: Iterable[Terms]) -> bytes:
    """Its answer."""
    rows = [
        (t.main, t.side, t.common, t.acl, t.language, t.length, t.hashes, t.counts) for t in terms
    ]
    return _frame(marshal.dumps(rows))


def _frame(content: bytes) -> bytes:
    return SIZE.pack(len(content)) + content


def decode_answer(answer: bytes) -> list[Terms]:
    """The terms in the content of an answer, in the order of the passages."""
    return [Terms(*row) for row in marshal.loads(answer)]  # noqa: S302 - our own process wrote it


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each request in turn until no more come."""
    while head := requests.read(SIZE.size):
        (size,) = SIZE.unpack(head)
        passages = Passages(*marshal.loads(requests.read(size)))  # noqa: S302 - the program's own
        answers.write(encode_answer(passages.analyze()))
        answers.flush()


if __name__ == "__main__":
    os.nice(POLITE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
