"""The rows that make a text searchable: its analysed fields, and their frequencies for the index
in memory."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from indexer.analysis import divide
from indexer.corpus import Corpus
from indexer.scoring import MOST

DIGEST = 8  # bytes of a term's hash: no two terms of any collection will share one


@dataclass(frozen=True, slots=True)
class Terms:
    """One row of a `*_terms` table, without its id."""

    main: str
    side: str
    common: str
    acl: str
    language: str
    length: int
    hashes: bytes
    counts: bytes


def terms_of(corpus: Corpus, main: str, side: str, acl: Iterable[str], language: str) -> Terms:
    """What is indexed for a text with a title, or with what was said around it."""
    own, beside = divide(main, language), divide(side, language)
    counts = Counter(dict.fromkeys(beside.terms, 0))
    for term in own.terms:
        counts[term] += corpus.main
    for term in beside.terms:
        counts[term] += corpus.side
    return Terms(
        main=" ".join(own.terms),
        side=" ".join(beside.terms),
        common=" ".join(dict.fromkeys((*own.common, *beside.common))),
        acl=" ".join(acl),
        language=language,
        length=sum(counts.values()),
        hashes=b"".join(map(digest, counts)),
        counts=bytes(min(count, MOST) for count in counts.values()),
    )


@lru_cache(1 << 17)
def digest(term: str) -> bytes:
    """What stands for a term in the index in memory."""
    return hashlib.blake2b(term.encode(), digest_size=DIGEST).digest()
