"""Runs changes in transactions, in the writer's thread; those that wait share one.

A commit costs more than the rows of a message or a small file: FTS5 writes a segment for each,
pages that many have in common are logged again, and one wait for the disk is enough for all.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Generic, TypeVar

from msgspec import Struct, field

from indexer.store.engine.session import Session

LONGEST = 0.01  # seconds after which a transaction takes in no more changes

T = TypeVar("T")


class DiskSync:
    """Switches whether commits wait for the disk; used in the thread of its connection alone."""

    def __init__(self) -> None:
        self._on_disk: bool | None = None  # None until it is first set

    def switch(self, connection: Session, *, on_disk: bool) -> None:
        if on_disk is not self._on_disk:
            connection.set_sync(on_disk)
            self._on_disk = on_disk

    def begin(self, connection: Session, *, on_disk: bool) -> None:
        """Begin a transaction whose commit waits for the disk if it is `on_disk`."""
        self.switch(connection, on_disk=on_disk)
        connection.begin_change()


def transact(
    work: Callable[[Session], T],
    connection: Session,
    sync: DiskSync,
    *,
    on_disk: bool,
) -> T:
    """Run `work` in a transaction of its own."""
    try:
        sync.begin(connection, on_disk=on_disk)
        result = work(connection)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return result


class SharedChange(Struct, Generic[T], eq=False):
    """A change that may share its transaction; it may run again if the transaction fails."""

    work: Callable[[Session], T]
    on_disk: bool = False
    is_alone: bool = False
    results: list[T] = field(default_factory=list)  # one, once it is made

    def run(self, connection: Session) -> None:
        self.results.append(self.work(connection))


class GroupCommit:
    """Makes the changes that wait for the writer, several in one transaction.

    After `longest` seconds a transaction takes in no more of them.
    """

    def __init__(self, sync: DiskSync, longest: float = LONGEST) -> None:
        self._sync = sync
        self._longest = longest
        self._waiting = deque[SharedChange[object]]()

    def add(self, work: Callable[[Session], T], *, on_disk: bool = False) -> Callable[[Session], T]:
        """Add a change; return what the writer's thread has to run, in the order of the changes."""
        change = SharedChange(work, on_disk)
        self._waiting.append(change)  # type: ignore[arg-type]  # nobody here adds to its results
        return lambda connection: self._finish(change, connection)

    def _finish(self, change: SharedChange[T], connection: Session) -> T:
        """Return the result of a change, which may have been made with an earlier one."""
        try:
            while not change.results:
                self._commit(connection)
        except BaseException:
            with suppress(ValueError):  # it failed before it was begun: nobody waits for it now
                self._waiting.remove(change)  # type: ignore[arg-type]  # as above
            raise
        return change.results[0]

    def _commit(self, connection: Session) -> None:
        made = list[SharedChange[object]]()
        known = list(self._waiting)  # more may come from the other thread
        on_disk = any(each.on_disk for each in known[: 1 if known[0].is_alone else None])
        try:
            transact(
                lambda db: self._run_waiting(made, db, on_disk=on_disk),
                connection,
                self._sync,
                on_disk=on_disk,
            )
        except BaseException:
            if len(made) > 1:
                self._separate(made)
                return
            raise

    def _run_waiting(
        self, made: list[SharedChange[object]], connection: Session, *, on_disk: bool
    ) -> None:
        end = monotonic() + self._longest
        while self._waiting:
            following = self._waiting[0]
            if made and (made[0].is_alone or following.is_alone or monotonic() > end):
                return
            if following.on_disk and not on_disk:
                return
            made.append(self._waiting.popleft())
            made[-1].run(connection)

    def _separate(self, changes: list[SharedChange[object]]) -> None:
        """Let each of them have its own transaction: one has failed, and the others have not."""
        for each in reversed(changes):
            each.results.clear()
            each.is_alone = True
            self._waiting.appendleft(each)
