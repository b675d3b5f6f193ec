"""Keeps the FTS5 indexes: merges their segments when there is time, builds and drops them.

FTS5 stores each commit in a segment of its own and looks words up in every segment. While files are
indexed it merges sixteen segments at a time, so that little is copied (see `schema`). Merging four
at a time later makes a search by FTS5 a fifth faster.

The stored segments find the same rows. So a setting may leave FTS5 out, which saves time and space.
The table `full_text` says how far FTS5 has each corpus; one without an entry has no index, or one
that is half dropped. Facts always have theirs: whoever writes a fact looks up its like there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from indexer.store.corpus import INDEXED, WHOLE, Corpus
from indexer.store.database import Database, run_script
from indexer.store.engine.session import Session
from indexer.store.schema import build_full_text
from indexer.store.segments.tail import is_tail_long
from indexer.store.terms import find_last_in_full_text

# Pages of 4 KB that one step writes. The next write waits for it: up to 17 ms among 100,000
# passages, as long as for a file that is indexed.
PAGES = 32
ROWS = 128  # that one step adds to an index
STEP = 512  # rows that become one segment while many are written: some 10 ms
ENTRIES = 2048  # of small tables, that one step deletes
KEPT = 10  # records of FTS5 with the lowest ids describe the others


async def follow_setting(database: Database, *, wanted: bool) -> None:
    """Build the FTS5 indexes or drop them, in steps between which others can write."""
    step = build_some if wanted else drop_some
    for corpus in INDEXED:
        while await database.change(partial(step, corpus=corpus)):
            pass


def has_full_text(db: Session, corpus: Corpus) -> bool:
    """Return whether FTS5 has all rows of a corpus."""
    return find_last_in_full_text(db, corpus) == WHOLE


def build_some(db: Session, corpus: Corpus) -> bool:
    """Do one step of building an index; return whether there is more to do."""
    last = find_last_in_full_text(db, corpus)
    if last == WHOLE:
        return False
    if last < 0:
        if not drop_some(db, corpus):  # what an earlier drop left comes first
            run_script(db, build_full_text(corpus))
        return True
    return _add_step(db, corpus, last, ROWS)


def add_waiting(db: Session, corpus: Corpus) -> bool:
    """Add some of the rows that `hold_rows` left for later; return whether more wait."""
    last = find_last_in_full_text(db, corpus)
    return 0 <= last < WHOLE and _add_step(db, corpus, last, STEP)


def _add_step(db: Session, corpus: Corpus, last: int, rows: int) -> bool:
    """Add the next `rows` after the row `last`; return whether there are more."""
    until = _find_step_end(db, corpus, last, rows)
    _add_rows(db, corpus, last, until)
    _save_last(db, corpus, until)
    return until != WHOLE


def _add_rows(db: Session, corpus: Corpus, last: int, until: int) -> None:
    """Add the rows after `last`, up to `until`."""
    db.execute(
        f"INSERT INTO {corpus.fts} (rowid, main, side, common, acl)"  # noqa: S608 - our names
        f" SELECT id, main, side, common, acl FROM {corpus.terms} WHERE id > ? AND id <= ?",
        (last, until),
    )


def _save_last(db: Session, corpus: Corpus, last: int) -> None:
    db.execute("UPDATE full_text SET last = ? WHERE corpus = ?", (last, corpus.name))


@contextmanager
def add_together(db: Session, corpus: Corpus) -> Iterator[None]:
    """Add the rows that are new within to FTS5 at the end, as one segment.

    FTS5 writes a segment of what it has whenever a statement begins that may be undone alone, as
    that which adds the next file, and merges what is small again and again. Where rows wait already
    those within wait as well, for whoever adds these.
    """
    whole, last = has_full_text(db, corpus), _hold_back(db, corpus)
    yield
    if whole:
        _add_rows(db, corpus, last, WHOLE)
        _save_last(db, corpus, WHOLE)


@contextmanager
def hold_rows(db: Session, corpus: Corpus) -> Iterator[None]:
    """Leave the rows that are new within for `add_waiting`: they become a segment with others.

    The index counts as one that is being built meanwhile. Those that wait are added at the end if
    they are many, or if the tail is so long that readers need FTS5.
    """
    before = _hold_back(db, corpus)
    yield
    added, end = find_last_in_full_text(db, corpus), _find_last_row(db, corpus)
    if added >= 0 and (end - added >= STEP or is_tail_long(db, corpus)):
        _add_step(db, corpus, added, STEP + end - before)  # so that ever fewer wait


def _hold_back(db: Session, corpus: Corpus) -> int:
    """Let rows wait that are added from now on; return the last row that there is."""
    last = _find_last_row(db, corpus)
    if has_full_text(db, corpus):
        _save_last(db, corpus, last)
    return last


def _find_last_row(db: Session, corpus: Corpus) -> int:
    ((last,),) = db.execute(f"SELECT coalesce(max(id), 0) FROM {corpus.terms}")  # noqa: S608 - our names
    return int(last)


def _find_step_end(db: Session, corpus: Corpus, last: int, rows: int) -> int:
    """Return the last of the next `rows` after the row `last`; `WHOLE` if no others follow."""
    following = db.execute(
        f"SELECT id FROM {corpus.terms} WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?",  # noqa: S608 - our names
        (last, rows),
    ).fetchone()
    return WHOLE if following is None else int(following[0]) - 1


def drop_some(db: Session, corpus: Corpus) -> bool:
    """Do one step of dropping an index; return whether there is more to do.

    At once it would overwrite all its pages, while everybody else waits.
    """
    if find_last_in_full_text(db, corpus) >= 0:
        db.execute(f"DROP TRIGGER {corpus.name}_out_of_full_text")
        db.execute("DELETE FROM full_text WHERE corpus = ?", (corpus.name,))
        return True
    if not db.has_table(corpus.fts):
        return False
    if _delete_entries(db, corpus):
        return True
    db.execute(f"DROP TABLE {corpus.vocab}")
    db.execute(f"DROP TABLE {corpus.fts}")
    return False


def _delete_entries(db: Session, corpus: Corpus) -> bool:
    """Delete some of what FTS5 stored; return whether there was any."""
    for table, key, where, most in (
        (f"{corpus.fts}_data", "id", f"id > {KEPT}", 2 * PAGES),
        (f"{corpus.fts}_idx", "segid, term", "true", ENTRIES),
        (f"{corpus.fts}_docsize", "id", "true", ENTRIES),
    ):
        chosen = f"SELECT {key} FROM {table} WHERE {where} LIMIT ?"  # noqa: S608 - our names
        deleted = db.execute(f"DELETE FROM {table} WHERE ({key}) IN ({chosen})", (most,))  # noqa: S608 - our names
        if deleted.rowcount:
            return True
    return False


def list_whole(db: Session) -> list[str]:
    """List the FTS5 tables that have all of their rows, also of an older version's file."""
    rows = db.execute(
        "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5 (%'"
    )
    names = [str(row[0]) for row in rows]
    if not db.has_table("full_text"):
        return names
    whole = {
        f"{row[0]}_fts"
        for row in db.execute("SELECT corpus FROM full_text WHERE last = ?", (WHOLE,))
    }
    return [name for name in names if name in whole]


async def merge_segments(database: Database) -> None:
    """Merge all segments into a few, in steps between which others can write."""
    for corpus in INDEXED:
        while await database.change(partial(merge_some, corpus=corpus)):
            pass


def merge_some(db: Session, corpus: Corpus) -> bool:
    """Do one step of merging four or more segments; return whether there was anything to merge."""
    return find_last_in_full_text(db, corpus) >= 0 and _merge_pages(db, corpus.fts, PAGES)


def merge_some_into_one(db: Session, fts: str) -> bool:
    """Do one step of merging all segments into one; return whether there was anything to merge."""
    return db.has_table(fts) and _merge_pages(db, fts, -PAGES)


def _merge_pages(db: Session, fts: str, pages: int) -> bool:
    before = count_changes(db)
    db.execute(f"INSERT INTO {fts} ({fts}, rank) VALUES ('merge', ?)", (pages,))  # noqa: S608 - our names
    return count_changes(db) - before > 1  # the statement itself counts as one change


def count_changes(db: Session) -> int:
    """Count the rows that this connection has changed since it was opened."""
    ((changes,),) = db.execute("SELECT total_changes()")
    return int(changes)
