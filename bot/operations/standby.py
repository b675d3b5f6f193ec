"""Makes this process the one daemon of a server's database, or lets it wait until it can be."""

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from bot.messages import UserError
from bot.operations.exit_codes import LEASE_LOST
from bot.operations.sd_notify import notify
from bot.runtime.lease import RENEWAL, Lease
from indexer.errors import ServerAwayError, StorageError
from indexer.i18n import _, format_moment, join_sentences, ngettext
from indexer.store.engine.postgresql import lease as leases
from indexer.store.engine.postgresql import workers
from indexer.store.engine.postgresql.lease import Holder, Occupancy, Taken
from indexer.store.engine.server import DatabaseSettings, build_server
from indexer.store.engine.session import Session

if TYPE_CHECKING:
    from indexer.store.engine.postgresql.session import PostgresSession  # with psycopg

LOOK = 0.25  # seconds between two looks whether the database is free
# A daemon that does not stand by waits no longer than for the lease of one that crashed.
PATIENCE = leases.SECONDS + 1

log = logging.getLogger(__name__)


class LeaseKind(Struct, frozen=True):
    """A way to take (by force, from one that stands still?), renew and give back a lease."""

    take: Callable[[Session, bool], Taken | None]
    renew: Callable[[Session, int], bool]
    give_back: Callable[[Session, int], None]
    name: Callable[[int], str] = lambda _number: "multis"  # of the session that renews it
    seconds: float = leases.SECONDS  # after a renewal in which nobody else may take it
    every: float = RENEWAL  # seconds between two renewals


def _take_sole(db: Session, by_force: bool) -> Taken | None:
    return leases.take_lease(db, socket.gethostname(), os.getpid(), force=by_force)


def _join(db: Session, _by_force: bool) -> Taken | None:
    number = workers.join_workers(db, socket.gethostname(), os.getpid())
    return None if number is None else Taken(number, lapsed=False)


def _renew_worker(db: Session, number: int) -> bool:
    kept = workers.renew_worker(db, number)
    if kept and (dead := workers.remove_dead(db)):
        log.warning("workers %s ended without a word; their chats go to others", dead)
    return kept


SOLE = LeaseKind(_take_sole, leases.renew_lease, leases.give_back_lease)
# Others take over within five seconds of a death: a lease, a renewal and a look.
WORKER = LeaseKind(
    _join,
    _renew_worker,
    workers.leave_workers,
    workers.name_holder,
    workers.DEAD,
    RENEWAL / 2,
)


@contextmanager
def hold_database(
    settings: DatabaseSettings,
    announce: Callable[[str], None],
    prepare: Callable[[], None],
    environ: Mapping[str, str],
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Lease | None]:
    """Hold the lease of the server's database; yields None where the database is in the home.

    If another daemon has it, this waits with `database.standby`, or else raises a `UserError`. With
    `database.workers` several hold a lease each, and wait for one that has it alone.
    `prepare` is called meanwhile: what it does takes no time when the other one ends.
    """
    if not settings.url:
        yield None
        return
    url = build_server(settings).owner
    kind = WORKER if settings.workers else SOLE
    waits = settings.standby or settings.workers
    taken = _Waiting(url, kind, waits, announce, prepare, environ, sleep).wait()
    log.info("working with the database from now on")
    with (
        closing(_open_session(url, kind.name(taken.number))) as db,
        _hold_lease(db, kind, taken, shared=settings.workers) as lease,
    ):
        yield lease


@contextmanager
def _hold_lease(db: Session, kind: LeaseKind, taken: Taken, *, shared: bool) -> Iterator[Lease]:
    lease = _build_lease(db, kind, taken, shared=shared)
    lease.renew()
    try:
        with _follow(lease):
            yield lease
    finally:
        with suppress(StorageError):  # then it runs out by itself
            kind.give_back(db, taken.number)


def _build_lease(db: Session, kind: LeaseKind, taken: Taken, *, shared: bool) -> Lease:
    return Lease(
        taken.number,
        kind.seconds,
        partial(kind.renew, db, taken.number),
        partial(os._exit, LEASE_LOST),
        lapsed=taken.lapsed,
        shared=shared,
        every=kind.every,
    )


@contextmanager
def _follow(lease: Lease) -> Iterator[None]:
    stop = Event()
    thread = Thread(target=lease.follow, args=(stop,), name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _open_session(url: str, name: str) -> "PostgresSession":
    from indexer.store.engine.postgresql.session import QUICK, PostgresSession

    return PostgresSession(url, connecting={**QUICK, "application_name": name})


class _Waiting(Struct):
    """Waits for the lease, and says so once."""

    url: str
    kind: LeaseKind
    standby: bool
    announce: Callable[[str], None]
    prepare: Callable[[], None]
    environ: Mapping[str, str]
    sleep: Callable[[float], None]
    looks: int = 0  # that found another daemon

    def wait(self) -> Taken:
        """Return the lease once it is taken; a server that is away is waited for as well."""
        name = leases.STANDBY if self.standby else "multis"
        while True:
            try:
                with closing(_open_session(self.url, name)) as db:
                    return self._wait_with(db)
            except ServerAwayError as error:
                if not self.standby:
                    raise
                log.warning("the database cannot be reached: %s", error)
                self._rest()

    def _wait_with(self, db: "PostgresSession") -> Taken:
        leases.prepare_lease(db)
        while (taken := self.kind.take(db, self.standby)) is None:
            self._tell(leases.read_occupancy(db))
            self._rest()
        return taken

    def _tell(self, occupancy: Occupancy) -> None:
        self.looks += 1
        if not self.standby:
            if self.looks * LOOK > PATIENCE:
                raise UserError(_refuse(occupancy))
        elif self.looks == 1:
            self.prepare()
            waits = _("This one waits and takes over when that one ends.")
            self.announce(join_sentences(format_holder(occupancy), waits))
            state = "STATUS=Standing by"  # not translated: for systemd
            notify(self.environ, "READY=1", state)

    def _rest(self) -> None:
        notify(self.environ, "WATCHDOG=1")
        self.sleep(LOOK)


def _refuse(occupancy: Occupancy) -> str:
    refusal = _("Another multis daemon already works with this database. Stop it first.")
    return join_sentences(refusal, format_holder(occupancy) if occupancy.holder else "")


def format_holder(occupancy: Occupancy) -> str:
    """Say which daemon works with the database."""
    holder = occupancy.holder
    if holder is None:
        return _("No daemon works with the database.")
    return _(
        "The daemon on {host} (process {pid}) has worked with the database since {time} UTC.",
        host=holder.host,
        pid=str(holder.process),
        time=format_moment(holder.since),
    )


def format_occupancy(occupancy: Occupancy) -> str:
    """Say which daemons work with the database, and how many would take over."""
    if occupancy.workers:
        return format_workers(occupancy.workers)
    count = occupancy.standbys
    standbys = ngettext("{count} daemon stands by.", "{count} daemons stand by.", count)
    nobody = _("No other daemon stands by.")
    return join_sentences(format_holder(occupancy), standbys if count else nobody)


def format_workers(workers: Sequence[Holder]) -> str:
    """Say which daemons share the work; the first one leads."""
    shared = ngettext(
        "{count} daemon shares the work: {names}.",
        "{count} daemons share the work: {names}.",
        len(workers),
        names=", ".join(f"{each.host}/{each.process}" for each in workers),
    )
    first = _("The first one receives, and does what recurs.")
    return join_sentences(shared, first)
