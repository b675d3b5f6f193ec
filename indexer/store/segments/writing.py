"""Writes segments, in transactions of the writer and in its thread."""

import json
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from indexer.store.corpus import Corpus
from indexer.store.engine.session import Session
from indexer.store.segments.header import Header, PackedHeader, pack_dead
from indexer.store.segments.inversion import TailRow
from indexer.store.segments.merging import SourcePosting
from indexer.store.segments.packing import PackedPosting, unpack_numbers

STEP_ROWS, STEP_BYTES = 1000, 1 << 18  # that one transaction writes: some 10 ms
SORT = "(field, term) > (?, ?) ORDER BY field, term LIMIT ?"


class ReadySegment(Struct, frozen=True):
    """A segment that is ready, with what was removed up to the removal `removal`."""

    id: int
    header: Header
    removal: int


def list_tail(db: Session, corpus: Corpus, after: int, limit: int) -> list[TailRow]:
    """Return the next rows of the tail after the place `after`."""
    rows = db.execute(
        "SELECT y.seq, t.id, t.acl, t.length, t.main, t.side, t.common"  # noqa: S608 - our names
        f" FROM {corpus.tail} y CROSS JOIN {corpus.terms} t"
        " WHERE t.id = y.row AND y.seq > ? ORDER BY y.seq LIMIT ?",
        (after, limit),
    )
    return [TailRow(*row) for row in rows]


def list_segments(db: Session, corpus: Corpus) -> list[ReadySegment]:
    """Return the segments that are ready, with their rows."""
    rows = db.execute(
        "SELECT id, removal, ids, lengths, acl, acls, dead FROM segments"
        " WHERE corpus = ? AND state = 'ready' ORDER BY id",
        (corpus.name,),
    ).fetchall()
    now = find_last_removal(db, corpus)
    found = list[ReadySegment]()
    for number, removal, *packed in rows:
        header = PackedHeader(*packed).unpack()
        header.dead[:] = header.mark_dead(list_removed(db, corpus, removal))
        found.append(ReadySegment(number, header, now))
    return found


def find_last_removal(db: Session, corpus: Corpus) -> int:
    ((last,),) = db.execute(
        "SELECT coalesce(max(seq), 0) FROM removals WHERE corpus = ?", (corpus.name,)
    )
    return int(last)


def list_removed(db: Session, corpus: Corpus, since: int) -> list[int]:
    """Return the rows that were removed or rewritten after the removal `since`."""
    rows = db.execute(
        "SELECT DISTINCT row FROM removals WHERE corpus = ? AND seq > ?", (corpus.name, since)
    )
    return [int(row[0]) for row in rows]


def begin_segment(db: Session, corpus: Corpus, header: Header) -> int:
    """Create a segment that nobody reads yet; return its id."""
    packed = PackedHeader.pack(header)
    ((number,),) = db.execute(
        "INSERT INTO segments (corpus, state, size, removal, ids, lengths, acl, acls, dead)"
        " VALUES (?, 'building', ?, 0, ?, ?, ?, ?, ?) RETURNING id",
        (
            corpus.name,
            len(header.ids),
            packed.ids,
            packed.lengths,
            packed.acl,
            packed.acls,
            packed.dead,
        ),
    ).fetchall()
    return int(number)


def add_postings(db: Session, number: int, found: Iterable[PackedPosting]) -> bool:
    """Add postings to a segment; return False if another process gave it up."""
    if not _has_state(db, [number], "building"):
        return False
    db.executemany(
        "INSERT INTO postings VALUES (?, ?, ?, ?, ?)", [(number, *each) for each in found]
    )
    return True


def publish_rows(db: Session, corpus: Corpus, number: int, rows: Sequence[TailRow]) -> bool:
    """Make a segment of rows of the tail count in their place."""
    if not _has_state(db, [number], "building"):
        return False
    taken = db.execute(
        f"DELETE FROM {corpus.tail}"  # noqa: S608 - our names
        " WHERE seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) RETURNING seq",
        (json.dumps([row.seq for row in rows]),),
    )
    left = {int(row[0]) for row in taken}
    # A row that was removed or rewritten meanwhile is dead here.
    dead = np.array([row.seq not in left for row in rows], np.bool_)
    _set_ready(db, corpus, number, pack_dead(dead))
    return True


def publish_merged(
    db: Session,
    corpus: Corpus,
    number: int,
    header: Header,
    sources: Sequence[ReadySegment],
) -> bool:
    """Make a segment count in place of those that it was merged of."""
    numbers = [each.id for each in sources]
    if not (_has_state(db, [number], "building") and _has_state(db, numbers, "ready")):
        return False
    removed = list_removed(db, corpus, sources[0].removal)
    if not all(_knows_dead(db, each, removed) for each in sources):
        return False
    _set_ready(db, corpus, number, pack_dead(header.mark_dead(removed)))
    give_up(db, numbers if len(header.ids) else [*numbers, number])
    return True


def _knows_dead(db: Session, source: ReadySegment, removed: Sequence[int]) -> bool:
    """Return whether no row died but for these since the segment was read."""
    ((packed,),) = db.execute("SELECT dead FROM segments WHERE id = ?", (source.id,))
    return bool(source.header.mark_dead(removed)[unpack_numbers(packed)].all())


def _set_ready(db: Session, corpus: Corpus, number: int, dead: bytes) -> None:
    db.execute(
        "UPDATE segments SET state = 'ready', dead = ?, removal = ? WHERE id = ?",
        (dead, find_last_removal(db, corpus), number),
    )


def _has_state(db: Session, numbers: Sequence[int], state: str) -> bool:
    ((count,),) = db.execute(
        "SELECT count(*) FROM segments"
        " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND state = ?",
        (json.dumps(list(numbers)), state),
    )
    return int(count) == len(numbers)


def give_up(db: Session, numbers: Sequence[int]) -> None:
    """Make segments count no longer; `erase_some` erases them."""
    db.execute(
        "UPDATE segments SET state = 'dropped'"
        " WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (json.dumps(list(numbers)),),
    )


def give_up_unfinished(db: Session, corpus: Corpus) -> None:
    """Give up what a crash, or another process, left unfinished."""
    db.execute(
        "UPDATE segments SET state = 'dropped' WHERE corpus = ? AND state = 'building'",
        (corpus.name,),
    )


def erase_some(db: Session, corpus: Corpus) -> bool:
    """Do one step of erasing what no longer counts; return whether there may be more."""
    row = db.execute(
        "SELECT id FROM segments WHERE corpus = ? AND state = 'dropped' LIMIT 1", (corpus.name,)
    ).fetchone()
    if row is None:
        return False
    number = int(row[0])
    until = _find_step(db, number)
    if until is None:
        db.execute("DELETE FROM segments WHERE id = ?", (number,))
    else:
        db.execute(
            "DELETE FROM postings WHERE segment = ? AND (field, term) <= (?, ?)", (number, *until)
        )
    return True


def _find_step(db: Session, number: int) -> tuple[int, str] | None:
    """Return the last posting of the next step; None if there are no more."""
    size, last = 0, None
    for field, term, length in db.execute(
        "SELECT field, term, length(rows) + coalesce(length(counts), 0) FROM postings"
        " WHERE segment = ? ORDER BY field, term LIMIT ?",
        (number, STEP_ROWS),
    ):
        size, last = size + length, (int(field), str(term))
        if size > STEP_BYTES:
            break
    return last


def list_postings(
    db: Session, number: int, source: int, after: tuple[int, str], limit: int
) -> list[SourcePosting]:
    """Return the next postings of a segment, which is the source `source` of a merge."""
    rows = db.execute(
        f"SELECT field, term, rows, counts FROM postings WHERE segment = ? AND {SORT}",  # noqa: S608 - ours
        (number, *after, limit),
    )
    return [(field, term, source, found, counts) for field, term, found, counts in rows]
