"""The signs of vectors, a bit per number, stored in blocks: so search by meaning opens at once.

A block holds vectors of one corpus and model that were stored one after another, with the scopes
that may find them. Whatever was removed or moved since is in `removals`; a vector that was stored
after the last block is read itself. The vectors of 100,000 texts take 150 MB, their signs 5.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from indexer.store.corpus import Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Row, Session
from indexer.store.segments.packing import (
    Numbers,
    pack_ascending,
    pack_numbers,
    unpack_ascending,
    unpack_numbers,
)
from indexer.store.segments.writing import find_last_removal, list_removed

BLOCK = 2048  # vectors: one transaction reads and writes them in some 10 ms
WORD = 64  # bits

Bits = npt.NDArray[np.uint64]  # (words, rows)

_VECTORS = """
    SELECT v.seq, v.row, t.acl, v.vector FROM vectors v CROSS JOIN {terms} t
    WHERE t.id = v.row AND v.seq > :after AND v.seq <= :until AND v.corpus || '' = :corpus
    AND v.model = :model AND length(v.vector) > 0 ORDER BY v.seq LIMIT :limit
"""
_EVERY = (1 << 63) - 1  # follows every vector


class SignBlock(Struct, frozen=True):
    """The signs of some vectors, in the order in which these were stored."""

    ids: Numbers
    acl: npt.NDArray[np.uint32]  # numbers of `acls`
    acls: tuple[str, ...]
    size: int  # bytes of a vector
    signs: Bits

    @classmethod
    def build(cls, rows: Sequence[tuple[int, str, bytes]]) -> Self:
        """Build a block of ids, scopes and vectors; those of another length are left out."""
        size = len(rows[0][2]) if rows else 0
        fitting = [row for row in rows if len(row[2]) == size]
        names = {acl: n for n, acl in enumerate(dict.fromkeys(row[1] for row in fitting))}
        return cls(
            np.array([row[0] for row in fitting], np.int64),
            np.array([names[row[1]] for row in fitting], np.uint32),
            tuple(names),
            size,
            pack_signs([row[2] for row in fitting]),
        )

    @classmethod
    def unpack(cls, ids: bytes, acl: bytes, acls: str, size: int, signs: bytes) -> Self:
        own = unpack_ascending(ids)
        bits = np.frombuffer(signs, "<u8").reshape(-1, len(own)) if len(own) else _no_bits()
        return cls(own, unpack_numbers(acl), tuple(json.loads(acls)), size, bits)

    def pack(self) -> tuple[bytes, bytes, str, int, bytes]:
        """Return what `unpack` takes."""
        return (
            pack_ascending(self.ids),
            pack_numbers(self.acl),
            json.dumps(self.acls),
            self.size,
            self.signs.astype("<u8").tobytes(),
        )


def _no_bits() -> Bits:
    return np.empty((0, 0), np.uint64)


def pack_signs(vectors: Sequence[bytes]) -> Bits:
    """Pack signs, one column per vector: a bit per number, set if positive, padded with zeros."""
    if not vectors:
        return _no_bits()
    numbers = np.frombuffer(b"".join(vectors), "<f4").reshape(len(vectors), -1)
    packed = np.packbits(numbers > 0, axis=1)
    words = -(-packed.shape[1] * 8 // WORD)
    filled = np.zeros((len(vectors), words * WORD // 8), np.uint8)
    filled[:, : packed.shape[1]] = packed
    return np.ascontiguousarray(filled.view(np.uint64).T)


async def store_signs(database: Database, corpus: Corpus, model: str) -> None:
    """Store the signs of all vectors that fill a block, in steps between which others write."""
    while await database.change(partial(_store_block, corpus=corpus, model=model)):
        pass


async def purge_signs(database: Database, corpus: Corpus) -> None:
    """Rewrite the blocks with signs of vectors that are gone."""
    for number in await database.change(partial(_list_blocks, corpus=corpus)):
        await database.change(partial(_renew_block, corpus=corpus, number=number))


def _store_block(db: Session, corpus: Corpus, model: str) -> bool:
    ((after,),) = db.execute(
        "SELECT coalesce(max(last), 0) FROM signs WHERE corpus = ? AND model = ?",
        (corpus.name, model),
    ).fetchall()
    found = _read_vectors(db, corpus, model, (after, _EVERY))
    if len(found) < BLOCK:
        return False
    _insert_block(db, corpus, model, (after, found[-1]["seq"]), found)
    return True


def _read_vectors(db: Session, corpus: Corpus, model: str, span: tuple[int, int]) -> list[Row]:
    """Read the next vectors after the first of `span`, up to the last of it."""
    after, until = span
    return db.execute(
        _VECTORS.format(terms=corpus.terms),
        {"after": after, "until": until, "corpus": corpus.name, "model": model, "limit": BLOCK},
    ).fetchall()


def _insert_block(
    db: Session,
    corpus: Corpus,
    model: str,
    span: tuple[int, int],
    found: Sequence[Row],
) -> None:
    block = SignBlock.build([(row["row"], row["acl"], row["vector"]) for row in found])
    db.execute(
        "INSERT INTO signs (corpus, model, first, last, removal, rows, ids, acl, acls, size, signs)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            corpus.name,
            model,
            *span,
            find_last_removal(db, corpus),
            len(found),
            *block.pack(),
        ),
    )


def _list_blocks(db: Session, corpus: Corpus) -> list[int]:
    rows = db.execute("SELECT id FROM signs WHERE corpus = ?", (corpus.name,))
    return [int(row[0]) for row in rows]


def _renew_block(db: Session, corpus: Corpus, number: int) -> None:
    """Write a block again, unless all of its vectors are still there."""
    block = db.execute(
        "SELECT model, first, last, rows FROM signs WHERE id = ?", (number,)
    ).fetchone()
    if block is None:
        return
    found = _read_vectors(db, corpus, block["model"], (block["first"], block["last"]))
    if len(found) != block["rows"]:
        _write_again(db, corpus, number)


def _write_again(db: Session, corpus: Corpus, number: int) -> None:
    """Write a block again, with the vectors that are left and the scopes that they have."""
    model, *span = db.execute(
        "DELETE FROM signs WHERE id = ? RETURNING model, first, last", (number,)
    ).fetchone()
    first, last = span
    if found := _read_vectors(db, corpus, model, (first, last)):
        _insert_block(db, corpus, model, (first, last), found)


def note_removed(db: Session, corpus: Corpus) -> bool:
    """Bring one block up to the last removal; return whether there may be more."""
    now = find_last_removal(db, corpus)
    block = db.execute(
        "SELECT id, removal, ids FROM signs WHERE corpus = ? AND removal < ? LIMIT 1",
        (corpus.name, now),
    ).fetchone()
    if block is None:
        return False
    removed = np.array(list_removed(db, corpus, block["removal"]), np.int64)
    if np.isin(removed, unpack_ascending(block["ids"])).any():
        _write_again(db, corpus, block["id"])
    else:
        db.execute("UPDATE signs SET removal = ? WHERE id = ?", (now, block["id"]))
    return True
