"""Puts rows back into the tail, from which their segments are made again.

It goes by the ids of the texts, some at a time, so that others write in between: at any moment the
rows that were whole count exactly once. Whoever rewrites a row meanwhile puts it into the tail.
"""

from collections.abc import Sequence
from typing import Self

import numpy as np
from msgspec import Struct

from indexer.store.corpus import Corpus
from indexer.store.engine.session import Session
from indexer.store.segments.header import pack_dead
from indexer.store.segments.writing import (
    ReadySegment,
    find_last_removal,
    give_up,
    list_removed,
    list_segments,
)

STEP = 1024  # rows that one transaction puts back


class Rebuild(Struct, frozen=True):
    """The state when a rebuild began: segments, tail, and the last row and removal."""

    corpus: Corpus
    sources: Sequence[ReadySegment]
    waiting: frozenset[int]  # rows of the tail
    last: int  # row
    removal: int  # the last one

    @classmethod
    def begin(cls, db: Session, corpus: Corpus) -> Self:
        """Delete what waits without a text, and see what there is."""
        db.execute(f"DELETE FROM {corpus.tail} WHERE row NOT IN (SELECT id FROM {corpus.terms})")  # noqa: S608 - our names
        waiting = frozenset(row for (row,) in db.execute(f"SELECT row FROM {corpus.tail}"))  # noqa: S608 - our names
        ((last,),) = db.execute(f"SELECT coalesce(max(id), 0) FROM {corpus.terms}")  # noqa: S608 - our names
        removal = find_last_removal(db, corpus)
        return cls(corpus, list_segments(db, corpus), waiting, last, removal)

    def put_back(self, db: Session, after: int) -> int | None:
        """Put the next rows after the id `after` back; return the last of them, None at the end."""
        ids = self._list_next(db, after)
        for each in self.sources:
            _mark_dead(db, each, ids)
        # These are in the tail, or already in a segment that was made since.
        moved = self.waiting.union(list_removed(db, self.corpus, self.removal))
        db.executemany(
            f"INSERT INTO {self.corpus.tail} (row) VALUES (?) ON CONFLICT (row) DO NOTHING",  # noqa: S608 - our names
            [(row,) for row in ids if row not in moved],
        )
        return ids[-1] if ids else None

    def _list_next(self, db: Session, after: int) -> list[int]:
        rows = db.execute(
            f"SELECT id FROM {self.corpus.terms}"  # noqa: S608 - our names
            " WHERE id > ? AND id <= ? ORDER BY id LIMIT ?",
            (after, self.last, STEP),
        )
        return [int(row[0]) for row in rows]

    def finish(self, db: Session) -> None:
        """Give up the segments that there were: all of their rows are elsewhere or gone."""
        give_up(db, [each.id for each in self.sources])


def _mark_dead(db: Session, segment: ReadySegment, ids: Sequence[int]) -> None:
    found = np.isin(segment.header.ids, np.array(ids, np.int64))
    if found.any():
        segment.header.dead[found] = True
        db.execute(
            "UPDATE segments SET dead = ? WHERE id = ?",
            (pack_dead(segment.header.dead), segment.id),
        )
