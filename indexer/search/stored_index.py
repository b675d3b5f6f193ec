"""BM25 over the stored segments: proposes what the index in memory does, without loading it.

Of a segment only its rows are loaded; the postings of a term are read when they are asked for, and
the last ones are kept. The rows of the tail, which are in no segment yet, are inverted in memory.
Everything is read in the snapshot of the search, so it is at the version of its statistics.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from indexer.search.best_rows import find_best
from indexer.search.bm25 import Proposal, count_in_words, read_words
from indexer.search.bm25_arrays import NONE, Postings, unite
from indexer.search.index_segment import Segment, hash_terms, merge_segments
from indexer.search.inverted_index import Snapshot
from indexer.search.query import Query, WantedRows
from indexer.search.scoped_fts_arrays import parse_numbers
from indexer.search.segment_rows import (
    GroupPostings,
    SegmentGroup,
    SegmentRows,
    group_segments,
    index_tokens,
)
from indexer.store import door
from indexer.store.corpus import MAX_COUNT, Corpus, Statistics
from indexer.store.engine.session import Row, Session
from indexer.store.segments.header import PackedHeader
from indexer.store.segments.packing import COMMON, TEXT, unpack_posting
from indexer.store.segments.tail import LONGEST_TAIL
from indexer.store.terms import TermRow

ROOM = 16 << 20  # bytes of postings that are kept
OVERHEAD = 300  # bytes of an entry
KEPT = 2 << 20  # bytes; more than the largest array of a question to 100,000 rows

Seen = tuple[tuple[int, int], list[int]]  # version, segments


class Key(NamedTuple):
    """A term to look up in any of its forms, in these fields."""

    fields: tuple[int, ...]
    forms: tuple[str, ...]

    def list_wanted(self, segment: int) -> list[door.Wanted]:
        return [(segment, field, form) for field in self.fields for form in self.forms]


@dataclass(frozen=True, slots=True, eq=False)
class StoredSegment(SegmentRows):
    """The rows of a stored segment."""

    number: int


class PostingCache:
    """The postings of the terms that were asked for last, in each segment by its number."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._size = 0
        self._known: OrderedDict[Key, dict[int, Postings]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    @property
    def memory(self) -> int:
        """Bytes."""
        return self._size

    def list_missing(self, key: Key, segments: Sequence[int]) -> list[int]:
        """List those of all segments in which a key is not known."""
        known = self._known.get(key, {})
        return [] if len(known) == len(segments) else [n for n in segments if n not in known]

    def put(self, key: Key, number: int, found: Postings) -> None:
        self._known.setdefault(key, {})[number] = found
        self._size += _count_bytes(found)

    def get(self, key: Key) -> Mapping[int, Postings]:
        self._known.move_to_end(key)
        return self._known[key]

    def shrink(self) -> None:
        """Drop what was asked for longest ago, as far as there is no room for it."""
        while self._size > self._room:
            _, dropped = self._known.popitem(last=False)
            self._size -= sum(map(_count_bytes, dropped.values()))

    def keep_segments(self, numbers: Collection[int]) -> None:
        """Drop the postings of all other segments."""
        for own in self._known.values():
            for number in own.keys() - set(numbers):
                self._size -= _count_bytes(own.pop(number))
        for key in [key for key, own in self._known.items() if not own]:
            del self._known[key]


def _keep_freed_memory() -> None:
    """Have the C library keep what it frees, which a question needs again at the next.

    Otherwise each page of its arrays takes a fault: 0.3 ms for a question. glibc keeps up to twice
    the largest block that it has given back; elsewhere this does nothing.
    """
    np.empty(KEPT, np.uint8)


def _count_bytes(found: Postings) -> int:
    return OVERHEAD + found.rows.nbytes + found.counts.nbytes


class StoredIndex:
    """One corpus on disk, as the last search saw it; used by the thread of a reader."""

    def __init__(self, corpus: Corpus, cache: PostingCache | None = None) -> None:
        self._corpus = corpus
        self._cache = PostingCache() if cache is None else cache  # an empty one is false
        self._groups: list[SegmentGroup[StoredSegment]] = []
        self._tail = Snapshot(corpus)
        self._seen: Seen | None = None
        self._too_long: Seen | None = None  # what had too many rows in no segment
        self._seq = 0  # the last place of the tail that was read
        self._removal = 0  # the last removal that was applied
        _keep_freed_memory()

    @property
    def _segments(self) -> list[StoredSegment]:
        return [each for group in self._groups for each in group.segments]

    @property
    def memory(self) -> int:
        """Bytes."""
        own = sum(each.rows_memory for each in self._segments)
        own += sum(each.memory for each in self._groups)
        return own + self._tail.memory + self._cache.memory

    @contextmanager
    def keep_nothing(self) -> Iterator[None]:
        """Read postings inside without keeping them, in the state that was seen last."""
        kept, self._cache = self._cache, PostingCache()
        try:
            yield
        finally:
            self._cache = kept

    def propose(
        self,
        db: Session,
        wanted: WantedRows,
        statistics: Statistics,
        *,
        is_alone: bool = False,
    ) -> Proposal | None:
        """Return the best rows; None if so many are in no segment yet that FTS5 is faster.

        If there is no FTS5, this index `is_alone`.
        """
        if not self._follow(db, statistics.version, is_alone):
            return None
        return self.find_rows(db, wanted, statistics)

    def find_rows(self, db: Session, wanted: WantedRows, statistics: Statistics) -> Proposal:
        """Return the best of the rows that `propose` has seen last, while they are the same."""
        found: list[GroupPostings[SegmentRows]] = [
            *self._find_stored(db, wanted.query),
            *self._find_in_tail(db, wanted),
        ]
        self._cache.shrink()
        return find_best(wanted, statistics, found)

    def _follow(self, db: Session, version: tuple[int, int], is_alone: bool) -> bool:
        """Follow the database to this version; return False if the tail is too long."""
        numbers = door.list_segments(db, self._corpus)
        if self._seen == (version, numbers):
            return True
        if not is_alone and self._is_tail_long(db, (version, numbers)):
            return False
        self._read_on(db, numbers)
        if self._count_living() != version[0] - version[1]:
            # Removals were pruned that this index does not know. Or a row came to light below the
            # last place that was read, as it may where transactions end in another order than they
            # began.
            self._forget()
            self._read_on(db, numbers)
        self._seen = (version, numbers)
        return True

    def _read_on(self, db: Session, numbers: list[int]) -> None:
        if self._seen is None or self._seen[1] != numbers:
            self._load_segments(db, numbers)
        else:
            self._apply_removed(db)
        self._extend_tail(db)

    def _count_living(self) -> int:
        return sum(each.living for each in self._segments) + self._tail.living

    def _forget(self) -> None:
        self._groups, self._tail = [], Snapshot(self._corpus)
        self._seen, self._seq, self._removal = None, 0, 0

    def _is_tail_long(self, db: Session, state: Seen) -> bool:
        if self._too_long == state:
            return True
        if door.count_tail(db, self._corpus, LONGEST_TAIL + 1) <= LONGEST_TAIL:
            return False
        self._too_long = state
        return True

    def _load_segments(self, db: Session, numbers: list[int]) -> None:
        """Load the segments that are new, and the tail again: rows moved out of it."""
        kept = {each.number: each for each in self._segments}
        packed = door.load_headers(db, self._corpus, [n for n in numbers if n not in kept])
        since = [row["removal"] for row in packed] + ([self._removal] if kept else [])
        removals, rows = _list_removed(db, self._corpus, min(since, default=0))
        loaded = {row["id"]: _build_segment(row, rows[removals > row["removal"]]) for row in packed}
        gone = rows[removals > self._removal]
        followed = {n: each.without(gone) for n, each in kept.items() if n in numbers}
        self._groups = group_segments((loaded | followed)[n] for n in numbers)
        self._removal = max([*since, *removals[-1:].tolist()], default=0)
        self._tail, self._seq = Snapshot(self._corpus), 0
        self._cache.keep_segments(numbers)

    def _apply_removed(self, db: Session) -> None:
        removals, rows = _list_removed(db, self._corpus, self._removal)
        if len(removals):
            self._groups = group_segments(each.without(rows) for each in self._segments)
            self._tail = self._tail.apply(rows.tolist(), ())
            self._removal = int(removals[-1])

    def _extend_tail(self, db: Session) -> None:
        added = door.load_tail(db, self._corpus, self._seq)
        if not added:
            return
        self._tail = self._tail.apply((), [TermRow(*row[1:]) for row in map(tuple, added)])
        self._seq = added[-1]["seq"]
        while group := self._tail.find_mergeable():
            self._tail = self._tail.swap(group, merge_segments(group))

    def _find_stored(self, db: Session, query: Query) -> list[GroupPostings[StoredSegment]]:
        """Find the postings of each term in the segments."""
        if not self._groups:
            return []
        if any(term.prefix for term in query.terms):
            return self._find_beginnings(db, query)
        fields = (TEXT, COMMON) if query.common else (TEXT,)
        keys = [Key(fields, term.forms) for term in query.terms]
        self._load(db, keys)
        known = [self._cache.get(key) for key in keys]
        return [
            group.collect(lambda each: [each.take_living(of[each.number]) for of in known])
            for group in self._groups
        ]

    def _load(self, db: Session, keys: Sequence[Key]) -> None:
        """Make sure that the postings of all keys are in the cache."""
        sizes = {each.number: len(each.ids) for each in self._segments}
        missing = [(key, n) for key in keys for n in self._cache.list_missing(key, list(sizes))]
        if not missing:
            return
        forms = iter(self._read(db, [each for key, n in missing for each in key.list_wanted(n)]))
        for key, n in missing:
            own = islice(forms, len(key.fields) * len(key.forms))
            self._cache.put(key, n, self._unite(key, list(own), sizes[n]))

    def _read(self, db: Session, wanted: Sequence[door.Wanted]) -> list[Postings]:
        found = {
            row["key"]: Postings(*unpack_posting(row["rows"], row["counts"]))
            for row in door.load_postings(db, self._corpus, wanted)
        }
        return [found.get(n, NONE) for n in range(len(wanted))]

    def _unite(self, key: Key, forms: Sequence[Postings], size: int) -> Postings:
        """Unite the postings of a term; the commonest words count once."""
        found = unite(forms, size)
        counts = found.counts
        if COMMON in key.fields:
            counts = np.full(len(counts), self._corpus.unit, np.uint8)
        return Postings(found.rows.astype(np.uint16, copy=False), counts)

    def _find_beginnings(self, db: Session, query: Query) -> list[GroupPostings[StoredSegment]]:
        numbers = [each.number for each in self._segments]
        found: dict[tuple[int, int], list[Postings]] = {}
        for n, term in enumerate(query.terms):
            (beginning,) = term.forms
            for row in door.load_postings_of_beginning(db, self._corpus, numbers, beginning):
                one = Postings(*unpack_posting(row["rows"], row["counts"]))
                found.setdefault((row["segment"], n), []).append(one)

        def unite_all(each: StoredSegment) -> list[Postings]:
            of_terms = [found.get((each.number, n), []) for n in range(len(query.terms))]
            return [each.take_living(_limit(unite(of, len(each.ids)))) for of in of_terms]

        return [group.collect(unite_all) for group in self._groups]

    def _find_in_tail(self, db: Session, wanted: WantedRows) -> list[GroupPostings[Segment]]:
        if not self._tail.segments:
            return []
        query = wanted.query
        if query.common or any(term.prefix for term in query.terms):
            return self._count_in_tail(db, wanted)
        hashes = hash_terms(form for term in query.terms for form in term.forms)
        return self._tail.find_terms(query.terms, hashes)

    def _count_in_tail(self, db: Session, wanted: WantedRows) -> list[GroupPostings[Segment]]:
        """Count in the words of the tail what their hashes do not tell."""
        query, seen = wanted.query, wanted.within.visibility
        words = door.load_tail_words(db, self._corpus, seen)
        counts = {
            row["id"]: [
                count_in_words(self._corpus, query, term, read_words(row)) for term in query.terms
            ]
            for row in words
        }
        none = [0] * len(query.terms)

        def count(each: Segment) -> list[Postings]:
            table = np.array([counts.get(row, none) for row in each.ids.tolist()], np.uint16)
            table[each.dead] = 0
            return list(map(_select_counted, table.T))

        return [group.collect(count) for group in self._tail.groups]


def _select_counted(counts: npt.NDArray[np.uint16]) -> Postings:
    rows = np.flatnonzero(counts)
    return Postings(rows, counts[rows])


def _limit(found: Postings) -> Postings:
    return Postings(found.rows, np.minimum(found.counts, MAX_COUNT))


def _list_removed(
    db: Session, corpus: Corpus, since: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """List the removals after `since`, and the rows that they removed."""
    removals, rows = door.list_removed(db, corpus, since)
    return parse_numbers(removals), parse_numbers(rows)


def _shrink(numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def _build_segment(row: Row, removed: npt.NDArray[np.int64]) -> StoredSegment:
    number, _, *packed = tuple(row)
    header = PackedHeader(*packed).unpack()
    dead = header.mark_dead(removed)
    return StoredSegment(
        # In as few bytes as fit: a million rows take 6 MB instead of 12.
        _shrink(header.ids),
        header.acls,
        index_tokens(header.acls),
        header.acl,
        _shrink(header.lengths),
        dead,
        len(dead) - int(np.count_nonzero(dead)),
        number,
    )
