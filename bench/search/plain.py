"""BM25 over postings in numpy alone: the lower limit for the time of a search in memory.

The prototype from which the targets of the search in memory come: one array of postings, no thread,
no rows, no texts. The specification's SQL shows how fast a machine runs SQLite, this how fast it
runs numpy.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from indexer.search.index_segment import Words, hash_terms
from indexer.search.query import parse_query
from indexer.search.ranking import K1, B, idf
from indexer.store.corpus import PASSAGES
from indexer.store.terms import HASH_BYTES

TOP = 15
SEEN = 0.6  # of the rows: the share that a stranger sees


class PlainIndex(Struct, frozen=True):
    """An inverted index of a whole database."""

    terms: Words  # ascending
    starts: npt.NDArray[np.int64]  # where each term's postings begin
    rows: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint8]
    norms: npt.NDArray[np.float32]  # of each row
    seen: npt.NDArray[np.bool_]  # rows

    @classmethod
    def load(cls, path: Path) -> Self:
        with sqlite3.connect(path) as db:
            found = db.execute(f"SELECT hashes, counts, length FROM {PASSAGES.terms}").fetchall()  # noqa: S608 - our name
        hashes, counts, lengths = zip(*found, strict=True)
        sizes = np.fromiter(map(len, counts), np.int64, len(counts))
        order, terms, starts = _invert(_unpack_hashes(b"".join(hashes)))
        length = np.array(lengths, np.float32)
        return cls(
            terms=terms,
            starts=starts,
            rows=np.repeat(np.arange(len(sizes), dtype=np.uint32), sizes)[order],
            counts=np.frombuffer(b"".join(counts), np.uint8)[order],
            norms=(K1 * (1 - B + B * length / length.mean())).astype(np.float32),
            seen=np.random.default_rng(1).random(len(sizes)) < SEEN,
        )

    async def ask(self, question: str) -> list[int]:
        """Find the best rows, the best first."""
        scores = np.zeros(len(self.norms), np.float32)
        for rows, counts in self._find_postings(question):
            worth = idf(len(rows), len(scores)) * (K1 + 1)
            scores[rows] += worth * counts / (counts + self.norms[rows])
        scores *= self.seen
        some = np.flatnonzero(scores)
        best = some[np.argpartition(scores[some], max(len(some) - TOP, 0))[-TOP:]]
        return list(map(int, best[np.argsort(-scores[best])]))

    def _find_postings(
        self, question: str
    ) -> Iterator[tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32]]]:
        wanted = hash_terms(term.forms[0] for term in parse_query(question, ("en",)).terms)
        for word, at in zip(wanted, np.searchsorted(self.terms, wanted), strict=True):
            if at < len(self.terms) and self.terms[at] == word:
                own = slice(self.starts[at], self.starts[at + 1])
                yield self.rows[own], self.counts[own].astype(np.float32)


def _unpack_hashes(hashes: bytes) -> Words:
    packed = np.zeros((len(hashes) // HASH_BYTES, 8), np.uint8)
    packed[:, :HASH_BYTES] = np.frombuffer(hashes, np.uint8).reshape(-1, HASH_BYTES)
    return packed.view("<u8").ravel()


def _invert(hashes: Words) -> tuple[npt.NDArray[np.intp], Words, npt.NDArray[np.int64]]:
    order = np.argsort(hashes, kind="stable")
    terms, starts = np.unique(hashes[order], return_index=True)
    return order, terms, np.append(starts, len(hashes))
