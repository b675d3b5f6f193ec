"""Runs changes in transactions, in the writer's thread; those that wait share one.

A commit costs more than the rows of a small file: FTS5 writes a segment for each, and pages that
many files have in common are logged again.
"""

import sqlite3
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Generic, TypeVar

LONGEST = 0.01  # seconds after which a transaction takes in no more changes

T = TypeVar("T")


def transact(work: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection) -> T:
    """Run `work` in a transaction of its own."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        result = work(connection)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return result


@dataclass(slots=True, eq=False)
class SharedChange(Generic[T]):
    """A change that may share its transaction; it may run again if the transaction fails."""

    work: Callable[[sqlite3.Connection], T]
    is_alone: bool = False
    results: list[T] = field(default_factory=list)  # one, once it is made

    def run(self, connection: sqlite3.Connection) -> None:
        self.results.append(self.work(connection))


class GroupCommit:
    """Makes the changes that wait for the writer, several in one transaction."""

    def __init__(self) -> None:
        self._waiting = deque[SharedChange[object]]()

    def add(self, work: Callable[[sqlite3.Connection], T]) -> Callable[[sqlite3.Connection], T]:
        """Add a change; return what the writer's thread has to run, in the order of the changes."""
        change = SharedChange(work)
        self._waiting.append(change)  # type: ignore[arg-type]  # nobody here adds to its results
        return lambda connection: self._finish(change, connection)

    def _finish(self, change: SharedChange[T], connection: sqlite3.Connection) -> T:
        """Return the result of a change, which may have been made with an earlier one."""
        while not change.results:
            self._commit(connection)
        return change.results[0]

    def _commit(self, connection: sqlite3.Connection) -> None:
        made = list[SharedChange[object]]()
        try:
            transact(lambda db: self._run_waiting(made, db), connection)
        except BaseException:
            if len(made) > 1:
                self._separate(made)
                return
            raise

    def _run_waiting(
        self, made: list[SharedChange[object]], connection: sqlite3.Connection
    ) -> None:
        end = monotonic() + LONGEST
        while self._waiting:
            if made and (made[0].is_alone or self._waiting[0].is_alone or monotonic() > end):
                return
            made.append(self._waiting.popleft())
            made[-1].run(connection)

    def _separate(self, changes: list[SharedChange[object]]) -> None:
        """Let each of them have its own transaction: one has failed, and the others have not."""
        for each in reversed(changes):
            each.results.clear()
            each.is_alone = True
            self._waiting.appendleft(each)
