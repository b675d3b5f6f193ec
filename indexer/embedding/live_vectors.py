"""Keeps the vectors of one corpus in memory, equal to the database."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from indexer.embedding.vector_index import BitIndex, Mask, compute_cosines
from indexer.search.query import SearchFilter, matches_acl
from indexer.store import door
from indexer.store.corpus import Corpus
from indexer.store.engine.session import Row, Session
from indexer.store.signs import SignBlock

BLOCK = 1024  # vectors that are loaded at once
AT_ONCE = 4  # blocks that a search loads; more are left to `load_some`


class LiveVectors:
    """Follows the vectors of one model; used by the thread of a reader.

    Rows it finds may be gone: `visible` decides.
    """

    def __init__(self, corpus: Corpus, model: str) -> None:
        self._corpus = corpus
        self._model = model
        self._forget()

    def _forget(self) -> None:
        self._bits = BitIndex()
        self._acls: dict[str, int] = {}
        # By row: number of its acl in `_acls`.
        self._acl: npt.NDArray[np.uint32] = np.zeros(0, np.uint32)
        self._stored = 0  # sequence number of the last loaded vector
        self._removal: int | None = None  # the last removal that was applied; None: not opened

    def load_some(self, db: Session) -> bool:
        """Load some vectors; return whether there may be more."""
        if self._removal is None:
            self._open(db)
        return self._load_block(db)

    def compare(
        self, db: Session, vector: bytes, within: SearchFilter, rows: Sequence[int]
    ) -> tuple[dict[int, float], set[int]]:
        """Return the cosines of `rows` and of rows that are near, and which those are."""
        self._catch_up(db)
        near = set(self._bits.find_nearest(vector, self._build_mask(within.list_tokens())))
        loaded = door.load_vectors(db, self._corpus, self._model, sorted({*near, *rows}))
        found = compute_cosines(vector, ((row["row"], row["vector"]) for row in loaded))
        return found, near & found.keys()

    def _build_mask(self, wanted: Sequence[frozenset[str]]) -> Mask | None:
        allowed = np.array([matches_acl(acl, wanted) for acl in self._acls], np.bool_)
        # A removed row has the id -1; the index itself ignores it.
        return None if allowed.all() else allowed[self._acl[self._bits.ids]]

    def _open(self, db: Session) -> None:
        """Load what is stored as signs."""
        stored = door.load_signs(db, self._corpus, self._model)
        if not stored:
            self._removal = door.find_last_removal(db, self._corpus)
            return
        blocks = [SignBlock.unpack(*tuple(row)[2:]) for row in stored]
        self._bits.add_blocks(blocks)
        for block in blocks:
            self._note_acls(block.ids, block.acl, block.acls)
        self._stored = stored[-1]["last"]
        self._removal = min(row["removal"] for row in stored)

    def _catch_up(self, db: Session) -> None:
        last = door.find_last_removal(db, self._corpus)
        if self._removal not in (None, last) and self._missed_some(db):
            self._forget()
        if self._removal is None:
            self._open(db)
        if self._removal != last:
            self._remove_stale(db, self._removal or 0)
            self._removal = last
        for _ in range(AT_ONCE):
            if not self._load_block(db):
                break

    def _missed_some(self, db: Session) -> bool:
        """Return whether removals were pruned that this index does not know."""
        return door.find_first_removal(db, self._corpus) > (self._removal or 0)

    def _remove_stale(self, db: Session, since: int) -> None:
        """Remove stale rows, and add again those that only moved to another scope."""
        _, listed = door.list_removed(db, self._corpus, since)
        stale = sorted({int(row) for row in listed.split(",")}) if listed else []
        self._bits.remove(stale)
        self._add(door.load_vectors(db, self._corpus, self._model, stale))

    def _load_block(self, db: Session) -> bool:
        """Load the next block; returns whether there may be more."""
        fresh = door.list_new_vectors(db, self._corpus, self._model, self._stored, BLOCK)
        self._add(fresh)
        if fresh:
            self._stored = fresh[-1]["seq"]
        return len(fresh) == BLOCK

    def _add(self, rows: Sequence[Row]) -> None:
        if not rows:
            return
        self._bits.add((row["row"], row["vector"]) for row in rows)
        names = list(dict.fromkeys(row["acl"] for row in rows))
        numbers = {name: n for n, name in enumerate(names)}
        self._note_acls(
            np.array([row["row"] for row in rows], np.int64),
            np.array([numbers[row["acl"]] for row in rows], np.uint32),
            names,
        )

    def _note_acls(
        self, ids: npt.NDArray[np.int64], acl: npt.NDArray[np.uint32], acls: Sequence[str]
    ) -> None:
        """Note the scopes of rows; `acl` counts `acls`."""
        room = int(ids.max(initial=0)) + 1
        if room > len(self._acl):
            self._acl = np.append(self._acl, np.zeros(room + room // 8 - len(self._acl), np.uint32))
        own = np.array([self._acls.setdefault(each, len(self._acls)) for each in acls], np.uint32)
        self._acl[ids] = own[acl]
