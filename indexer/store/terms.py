"""What makes a text searchable: its analysed fields, and for the index in memory their hashes.

With 40 bits, a term of a question shares its hash with one of a million others once in a million
times; and what a candidate is worth is worked out from the terms themselves.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import repeat

from indexer.search.bm25 import MOST
from indexer.store.corpus import Corpus
from indexer.text.analyzer import divide

HASH_BYTES = 5
REMEMBERED = 1 << 17  # hashes
BOUNDARY = "|"  # between a text's own terms and those around it; no term, and none to FTS5


@dataclass(frozen=True, slots=True)
class Terms:
    """One row of a `*_terms` table, without its id."""

    main: str
    side: str
    common: str
    acl: str
    language: str
    length: int
    hashes: bytes  # of the different terms, `HASH_BYTES` each
    counts: bytes  # their weighted frequencies, in the same order


@dataclass(frozen=True, slots=True)
class TermRow:
    """What the index in memory keeps of a row. `length` is in units of the corpus."""

    id: int
    acl: str
    length: int
    hashes: bytes
    counts: bytes


@dataclass(frozen=True, slots=True)
class Wording:
    """The words that a row is found by."""

    main: str
    side: str  # a title, or what was said before and after
    around: str = ""  # counts like `main`, but is not what the row says


def terms_of(corpus: Corpus, wording: Wording, acl: Iterable[str], language: str) -> Terms:
    """What is indexed for a text in that language."""
    own, beside = divide(wording.main, language), divide(wording.side, language)
    around = divide(wording.around, language)
    counts = _weighted(corpus, own.terms + around.terms, beside.terms)
    return Terms(
        main=f"{own.line} {BOUNDARY} {around.line}" if around.line else own.line,
        side=beside.line,
        common=f"{own.common_line} {beside.common_line}".strip(),
        acl=" ".join(acl),
        language=language,
        length=sum(counts.values()),
        hashes=b"".join(map(_hashes().__getitem__, counts)),
        counts=_cut(counts.values()),
    )


def _cut(counts: Collection[int]) -> bytes:
    try:
        return bytes(counts)
    except ValueError:  # the few texts that have a term more often than a byte can tell
        return bytes(map(min, counts, repeat(MOST)))


def _weighted(corpus: Corpus, own: list[str], beside: list[str]) -> Counter[str]:
    counts = Counter(own)
    if corpus.main > 1:
        counts = Counter({term: count * corpus.main for term, count in counts.items()})
    for term in beside:
        counts[term] += corpus.side
    return counts


class _Hashes(dict[str, bytes]):
    """Term -> its hash, worked out once."""

    def __missing__(self, term: str) -> bytes:
        if len(self) >= REMEMBERED:
            self.clear()
        self[term] = found = hashlib.blake2b(term.encode(), digest_size=HASH_BYTES).digest()
        return found


@cache
def _hashes() -> _Hashes:
    return _Hashes()


def hashed(term: str) -> bytes:
    """What stands for a term in the index in memory."""
    return _hashes()[term]
