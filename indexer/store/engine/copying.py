"""Copies the rows of a table from one engine to another, in steps, and sums them up to compare.

The rows go in the order of the table's key, and a step is a transaction. So the last key that the
copy has says where to go on, however the step before ended.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from indexer.store.engine.session import Session

ROWS = 1000  # of a step

Values = tuple[object, ...]
Report = Callable[[str, int], None]  # a table, and how many rows of it were just copied
Write = Callable[["Table", Sequence[Values]], None]


class Table(Struct, frozen=True):
    """A table that both engines have."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


class Sum(Struct, frozen=True):
    """The contents of a table, for comparison."""

    rows: int
    sha256: str


def copy_rows(source: Session, target: Session, table: Table, write: Write) -> Iterator[int]:
    """Copy the rows that the target does not have; yield the number of rows after each step."""
    for rows in read_steps(source, table, _find_last(target, table)):
        target.begin_change()
        try:
            write(table, rows)
        except BaseException:
            target.rollback()
            raise
        target.commit()
        yield len(rows)


def sum_up(db: Session, table: Table) -> Sum:
    """Count the rows of a table, and hash them in the order of its key."""
    count, digest = 0, hashlib.sha256()
    for rows in read_steps(db, table, ()):
        count += len(rows)
        digest.update("".join(map(repr, rows)).encode())
    return Sum(count, digest.hexdigest())


def read_steps(db: Session, table: Table, last: Values) -> Iterator[list[Values]]:
    """Read the rows after the one with the key `last`, in its order; all of them after ()."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    places = ", ".join("?" for _each in table.key)
    key_at = [table.columns.index(each) for each in table.key]
    while True:
        after = f"WHERE ({key}) > ({places})" if last else ""
        rows = db.execute(
            f"SELECT {columns} FROM {table.name} {after} ORDER BY {key} LIMIT {ROWS}",  # noqa: S608 - our names
            last,
        ).fetchall()
        if not rows:
            return
        yield [tuple(map(_clean, row)) for row in rows]
        last = tuple(rows[-1][place] for place in key_at)


def _find_last(db: Session, table: Table) -> Values:
    """Return the last key; () if there is no row."""
    key = ", ".join(table.key)
    order = ", ".join(f"{each} DESC" for each in table.key)
    found = db.execute(f"SELECT {key} FROM {table.name} ORDER BY {order} LIMIT 1").fetchone()  # noqa: S608 - our names
    return tuple(found) if found else ()


def _clean(value: object) -> object:
    """Return a value as every engine stores it: some refuse NUL in a text."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value
