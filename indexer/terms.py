"""What makes a text searchable: its analysed fields, and its postings for the index in memory.

A posting is a word of 64 bits: 40 of the term's hash, 16 left free for a row, 8 of the frequency.
Sorting such words inverts the index. Two of a million terms share a hash once in a million times;
what a candidate is worth is worked out from its terms themselves.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from indexer.analysis import divide
from indexer.corpus import Corpus
from indexer.scoring import MOST

HASH_BYTES = 5
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
    postings: bytes  # little-endian words


@dataclass(frozen=True, slots=True)
class TermRow:
    """What the index in memory keeps of a row. `length` is in units of the corpus."""

    id: int
    acl: str
    length: int
    postings: bytes


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
        postings=b"".join(map(_posting, counts.keys(), counts.values())),
    )


def _weighted(corpus: Corpus, own: list[str], beside: list[str]) -> Counter[str]:
    counts = Counter(own)
    if corpus.main > 1:
        counts = Counter({term: count * corpus.main for term, count in counts.items()})
    for term in beside:
        counts[term] += corpus.side
    return counts


@lru_cache(1 << 18)
def _posting(term: str, count: int) -> bytes:
    return bytes((min(count, MOST), 0, 0)) + hashed(term)


def hashed(term: str) -> bytes:
    """What stands for a term in the index in memory."""
    return hashlib.blake2b(term.encode(), digest_size=HASH_BYTES).digest()
