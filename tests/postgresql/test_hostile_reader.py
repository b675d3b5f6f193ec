"""A login that should only read, in wrong hands: it stops no daemon, and nothing of it is run."""

from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager

import psycopg
import pytest

from bot.services.tables import CORPORA, SCHEMAS
from indexer.errors import UserError
from indexer.store.engine.postgresql.exclusion import (
    ALONE,
    CHANGES,
    PAGE_CHANGES,
    TABLES,
    name_sessions,
)
from indexer.store.engine.postgresql.lease import (
    STANDBY,
    Tenure,
    give_back_lease,
    prepare_lease,
    read_occupancy,
    take_lease,
)
from indexer.store.engine.postgresql.opening import open_postgresql
from indexer.store.engine.postgresql.place import MAIN, PAGE_PLACE
from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.postgresql.workers import (
    begin_serving,
    join_workers,
    name_holder,
    remove_dead,
    renew_worker,
)
from indexer.store.engine.server import Server
from tests.postgresql.databases import Databases
from tests.postgresql.server import READER

PLAIN = "plain_owner"  # who may do nothing but what a database's owner may
LATE = "UPDATE multis_lease.workers SET until = until - INTERVAL '5 s' WHERE number = ?"
MAKE_PLAIN = f"""
    DO $$ BEGIN
        CREATE ROLE {PLAIN} LOGIN;
    EXCEPTION WHEN duplicate_object THEN NULL;
    END $$
"""


@pytest.fixture
async def server(databases: Databases) -> AsyncIterator[Server]:
    """An empty database, whose owner is no superuser."""
    databases.run(MAKE_PLAIN)
    async with databases.open_server("") as server:
        name = server.owner.partition("@/")[2].partition("?")[0]
        databases.run(f"ALTER DATABASE {name} OWNER TO {PLAIN}")
        yield Server(databases.server.build_url(PLAIN, name), server.reader)


@contextmanager
def a_session(server: Server) -> Iterator[PostgresSession]:
    with closing(PostgresSession(server.owner)) as session:
        prepare_lease(session)
        yield session


@contextmanager
def called(server: Server, name: str) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    """Open a session of the reader's, under a name of its own choice."""
    with psycopg.connect(server.reader, application_name=name, autocommit=True) as session:
        yield session


def join(db: PostgresSession) -> int:
    number = join_workers(db, "one", 42)
    assert number
    begin_serving(db, number)
    return number


async def test_a_session_called_like_a_worker_keeps_no_dead_one(server: Server) -> None:
    with a_session(server) as db:
        dead, alive = join(db), join(db)
        db.execute(LATE, (dead,))
        with called(server, "multis lease x"), called(server, name_holder(dead)):
            assert remove_dead(db, 0) == [dead]
        assert renew_worker(db, alive)


async def test_a_session_called_like_a_workers_writer_stops_nothing(server: Server) -> None:
    with a_session(server) as db:
        dead = join(db)
        db.execute(LATE, (dead,))
        with called(server, name_sessions(dead)) as hostile:
            assert remove_dead(db, 0) == [dead]
            assert hostile.execute("SELECT 1").fetchone()  # it is not ours to end


async def test_a_session_called_like_a_standby_is_none(server: Server) -> None:
    with a_session(server) as db, called(server, STANDBY):
        assert read_occupancy(db).standbys == 0


async def test_who_holds_the_daemons_lock_is_not_taken_for_the_former_one(
    server: Server,
) -> None:
    with a_session(server) as db:
        first = take_lease(db, "one", 1, force=False)
        assert first
        with called(server, "psql") as hostile:
            hostile.execute("SELECT pg_advisory_lock_shared(7220, 3)")
            db.execute("UPDATE multis_lease.lease SET until = clock_timestamp() - INTERVAL '1 s'")
            assert take_lease(db, "two", 2, force=True)


LOCKS = tuple(f"SELECT pg_advisory_lock(7220, {n})" for n in range(10))


async def test_who_holds_every_lock_there_is_stops_no_writer(server: Server) -> None:
    await open_it(server)
    with called(server, ALONE) as hostile, a_session(server) as db:
        for lock in LOCKS:
            hostile.execute(lock)
        first = take_lease(db, "one", 1, force=False)
        assert first
        with closing(PostgresSession(server.owner, lease=Tenure(first.number))) as writer:
            writer.begin_change()
            writer.commit()
        give_back_lease(db, first.number)
        number = join(db)
        shared = Tenure(number, shared=True)
        for place in (MAIN, PAGE_PLACE):
            with closing(PostgresSession(server.owner, lease=shared, place=place)) as worker:
                worker.begin_change()
                worker.commit()
        await open_it(server)


async def test_the_reader_can_lock_none_of_the_gates(server: Server) -> None:
    await open_it(server)
    with called(server, "psql") as hostile:
        for gate in (CHANGES, PAGE_CHANGES, TABLES):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                hostile.execute(f"BEGIN; LOCK TABLE {gate} IN ACCESS SHARE MODE".encode())
            hostile.execute("ROLLBACK")


async def open_it(server: Server) -> None:
    async with open_postgresql(server, *SCHEMAS, corpora=CORPORA):
        pass


async def test_a_schema_of_the_readers_is_refused_before_anything_in_it_runs(
    server: Server, databases: Databases
) -> None:
    name = server.reader.partition("@/")[2].partition("?")[0]
    databases.run(f"GRANT CREATE ON DATABASE {name} TO {READER}")
    with called(server, "psql") as hostile:
        hostile.execute("CREATE SCHEMA multis")
        hostile.execute("CREATE TABLE multis.ran (login TEXT)")
        hostile.execute("GRANT ALL ON SCHEMA multis TO PUBLIC")
        hostile.execute("GRANT ALL ON multis.ran TO PUBLIC")
        hostile.execute(
            "CREATE FUNCTION multis.to_regclass(text) RETURNS regclass LANGUAGE sql AS"
            " 'INSERT INTO multis.ran VALUES (current_user); SELECT NULL::regclass'"
        )
        with pytest.raises(UserError, match="belongs to another login"):
            await open_it(server)
        assert hostile.execute("SELECT count(*) FROM multis.ran").fetchone() == (0,)


@pytest.mark.parametrize(
    ("grant", "revoke"),
    [
        (f"GRANT pg_write_all_data TO {READER}", f"REVOKE pg_write_all_data FROM {READER}"),
        (f"GRANT pg_signal_backend TO {READER}", f"REVOKE pg_signal_backend FROM {READER}"),
        (f"ALTER ROLE {READER} CREATEROLE", f"ALTER ROLE {READER} NOCREATEROLE"),
    ],
)
async def test_a_reader_that_may_do_more_is_refused(
    server: Server, databases: Databases, grant: str, revoke: str
) -> None:
    databases.run(grant)
    try:
        with pytest.raises(UserError, match="second login"):
            await open_it(server)
    finally:
        databases.run(revoke)
    await open_it(server)


async def test_a_reader_that_owns_the_database_is_refused(
    server: Server, databases: Databases
) -> None:
    name = server.reader.partition("@/")[2].partition("?")[0]
    databases.run(
        f"GRANT CREATE ON DATABASE {name} TO {PLAIN}", f"ALTER DATABASE {name} OWNER TO {READER}"
    )
    with pytest.raises(UserError, match="second login"):
        await open_it(server)


async def test_a_reader_that_was_let_make_things_is_refused(server: Server) -> None:
    await open_it(server)
    with a_session(server) as db:
        db.run_as_is(f"GRANT CREATE ON SCHEMA multis TO {READER}")
    with pytest.raises(UserError, match="second login"):
        await open_it(server)
