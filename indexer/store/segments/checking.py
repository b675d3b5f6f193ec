"""Compares the stored segments with the texts that they were made of.

Every posting adds a number that is mixed from its row, field, term and count. The sum over a
segment must be that over the texts of its rows. It does not depend on the order, so that both sides
are read in batches.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from indexer.store.corpus import Corpus
from indexer.store.engine.session import Row, Session
from indexer.store.segments.header import Header
from indexer.store.segments.inversion import TailRow, invert_common_words, invert_texts
from indexer.store.segments.packing import COMMON, TEXT, Numbers, PostingLists, unpack_posting
from indexer.store.segments.writing import ReadySegment, list_segments
from indexer.store.terms import hash_term

TOGETHER = 1024  # rows, or terms, of a batch
_ODD = tuple(map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)))
_SHIFT = np.uint64(31)

Words = npt.NDArray[np.uint64]


def is_intact(db: Session, corpus: Corpus) -> bool:
    """Return whether each row counts exactly once, by the words that it has."""
    segments = list_segments(db, corpus)
    waiting = [int(row[0]) for row in db.execute(f"SELECT row FROM {corpus.tail}")]  # noqa: S608 - our names
    known = [int(row[0]) for row in db.execute(f"SELECT id FROM {corpus.terms}")]  # noqa: S608 - our names
    counted = [row for each in segments for row in each.header.ids[~each.header.dead].tolist()]
    if sorted([*waiting, *counted]) != sorted(known):
        return False
    return all(_sum_postings(db, each) == _sum_texts(db, corpus, each.header) for each in segments)


def _sum_texts(db: Session, corpus: Corpus, header: Header) -> int:
    total = 0
    ids = header.ids[~header.dead].tolist()
    for start in range(0, len(ids), TOGETHER):
        rows = _read_texts(db, corpus, ids[start : start + TOGETHER])
        own = np.array([row.id for row in rows], np.int64)
        total += _sum_lists(TEXT, invert_texts(corpus, rows), own)
        total += _sum_lists(COMMON, invert_common_words(rows), own)
    return total % (1 << 64)


def _read_texts(db: Session, corpus: Corpus, ids: Sequence[int]) -> list[TailRow]:
    rows = db.execute(
        f"SELECT 0, id, acl, length, main, side, common FROM {corpus.terms}"  # noqa: S608 - our names
        " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (json.dumps(ids),),
    )
    return [TailRow(*row) for row in rows]


def _sum_postings(db: Session, segment: ReadySegment) -> int:
    total = 0
    for field, lists in _read_lists(db, segment):
        total += _sum_lists(field, lists, segment.header.ids)
    return total % (1 << 64)


def _read_lists(db: Session, segment: ReadySegment) -> Iterator[tuple[int, PostingLists]]:
    """Read the postings of the living rows, a batch of terms at a time."""
    for field in (TEXT, COMMON):
        found = db.execute(
            "SELECT term, rows, counts FROM postings WHERE segment = ? AND field = ?",
            (segment.id, field),
        )
        while batch := found.fetchmany(TOGETHER):
            yield field, _join_lists(batch, segment.header)


def _join_lists(batch: Iterable[Row], header: Header) -> PostingLists:
    terms, sizes, rows, counts = [], [0], [], []
    for term, packed, packed_counts in batch:
        numbers, times = unpack_posting(packed, packed_counts)
        alive = ~header.dead[numbers]
        terms.append(str(term))
        sizes.append(int(np.count_nonzero(alive)))
        rows.append(numbers[alive])
        counts.append(times[alive])
    return PostingLists(terms, np.cumsum(sizes), np.concatenate(rows), np.concatenate(counts))


def _sum_lists(field: int, lists: PostingLists, ids: Numbers) -> int:
    """Sum the numbers of all postings; `ids` are those of the rows by number."""
    hashes = [int.from_bytes(hash_term(f"{field}{term}"), "little") for term in lists.terms]
    mixed = np.repeat(np.array(hashes, np.uint64), np.diff(lists.starts)) * _ODD[0]
    mixed = _mix(mixed + ids[lists.rows].astype(np.uint64)) + lists.counts
    return int(_mix(mixed).sum(dtype=np.uint64))


def _mix(words: Words) -> Words:
    for odd in _ODD[1:]:
        words = (words ^ (words >> _SHIFT)) * odd
    return words
