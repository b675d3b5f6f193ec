"""The process in which the words of long documents are analysed: `python -m indexer.analyst`.

Analysis is pure computing in Python, and a thread that computes keeps every search waiting for the
interpreter. One request per line, `Passages` as JSON; one line back, a list of terms.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from indexer.corpus import PASSAGES
from indexer.documents import Chunk
from indexer.languages import language_of
from indexer.terms import Terms, Wording, terms_of

POLITE = 10  # whoever waits for an answer goes before whoever waits for a file
BYTES = "latin-1"  # gives each byte a character, and back


@dataclass(frozen=True, slots=True)
class Passages:
    """What is to be analysed: the wording of each passage, all of one document."""

    texts: Sequence[str]
    titles: Sequence[str]
    around: Sequence[str]  # the headings above and the file's name
    acl: str
    language: str  # of the document, where a passage does not tell its own

    @classmethod
    def of(cls, chunks: Sequence[Chunk], file: str, acl: str, language: str) -> "Passages":
        # The headings above and the file's name help to find a passage, but not as its title does.
        around = ["\n".join((*chunk.path[:-1], file)) for chunk in chunks]
        texts, titles = [chunk.text for chunk in chunks], [chunk.name for chunk in chunks]
        return cls(texts, titles, around, acl, language)

    @property
    def length(self) -> int:
        """Characters of text."""
        return sum(map(len, self.texts))

    def terms(self) -> Iterator[Terms]:
        for text, title, around in zip(self.texts, self.titles, self.around, strict=True):
            told = language_of(text, default=self.language)
            yield terms_of(PASSAGES, Wording(text, title, around), [self.acl], told)


def asked(passages: Passages) -> bytes:
    """A request as it goes to the process."""
    return json.dumps(asdict(passages)).encode() + b"\n"


def told(terms: Iterable[Terms]) -> bytes:
    """Its answer."""
    rows = [
        (*_texts(each), each.length, each.hashes.decode(BYTES), each.counts.decode(BYTES))
        for each in terms
    ]
    return json.dumps(rows, ensure_ascii=False).encode() + b"\n"


def _texts(terms: Terms) -> tuple[str, ...]:
    return terms.main, terms.side, terms.common, terms.acl, terms.language


def read(answer: bytes) -> list[Terms]:
    """The terms in an answer, in the order of the passages."""
    return [
        Terms(main, side, common, acl, language, length, hashes.encode(BYTES), counts.encode(BYTES))
        for main, side, common, acl, language, length, hashes, counts in json.loads(answer)
    ]


def main() -> None:
    os.nice(POLITE)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(told(Passages(**json.loads(line)).terms()))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
