"""The row that says which daemon works with the database."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager

import pytest

from indexer.errors import StorageError, UnavailableError, UserError
from indexer.store.engine.postgresql.lease import (
    NOBODY,
    STANDBY,
    Taken,
    Tenure,
    give_back_lease,
    prepare_lease,
    read_occupancy,
    renew_lease,
    revoke_lease,
    take_lease,
)
from indexer.store.engine.postgresql.moving import open_source
from indexer.store.engine.postgresql.session import CONNECTING, PostgresSession, TakenError
from indexer.store.engine.server import Server
from tests.daemon import until
from tests.postgresql.databases import TEMPLATE, Databases

LAPSE = "UPDATE multis_lease.lease SET until = clock_timestamp() - INTERVAL '1 second'"


@pytest.fixture(params=["", TEMPLATE], ids=["new", "of an earlier version"])
async def server(request: pytest.FixtureRequest, databases: Databases) -> AsyncIterator[Server]:
    async with databases.open_server(request.param) as server:
        yield server


@contextmanager
def a_session(server: Server, name: str = "multis") -> Iterator[PostgresSession]:
    connecting = {**CONNECTING, "application_name": name}
    with closing(PostgresSession(server.owner, connecting=connecting)) as session:
        prepare_lease(session)
        yield session


def take(session: PostgresSession, host: str = "one", *, force: bool = True) -> Taken | None:
    return take_lease(session, host, 42, force=force)


async def test_one_has_it_until_it_is_given_back(server: Server) -> None:
    with a_session(server) as one, a_session(server) as other:
        assert read_occupancy(one).holder is None
        assert take(one) == Taken(1, lapsed=False)
        assert take(other, "two") is None
        assert renew_lease(one, 1)
        holder = read_occupancy(other).holder
        assert holder
        assert (holder.host, holder.process) == ("one", 42)
        give_back_lease(one, 1)
        assert read_occupancy(one).holder is None
        assert take(other, "two") == Taken(2, lapsed=False)
        assert not renew_lease(one, 1)


async def test_one_that_ran_out_is_taken_and_its_session_ends(server: Server) -> None:
    with a_session(server) as one, a_session(server) as other:
        assert take(one)
        with closing(PostgresSession(server.owner, lease=Tenure(1))) as writer:
            writer.begin_change()
            one.execute(LAPSE)
            assert take(other, "two", force=False) is None  # it is connected
            assert take(other, "two") == Taken(2, lapsed=True)
            with pytest.raises(UnavailableError):
                writer.execute("INSERT INTO multis_lease.lease VALUES (1, 9, '', 0, now(), now())")
            writer.rollback()
            with pytest.raises(TakenError):  # also while the new one does not write yet
                writer.begin_change()
        assert not renew_lease(one, 1)
        PostgresSession(server.owner, lease=Tenure(2)).close()


async def test_one_that_ran_out_unnoticed_is_renewed(server: Server) -> None:
    with a_session(server) as one, a_session(server) as other:
        assert take(one)
        one.execute(LAPSE)
        assert renew_lease(one, 1)
        assert take(other) is None


async def test_a_move_is_left_alone_also_after_a_crash_of_the_daemon(server: Server) -> None:
    with a_session(server) as one, a_session(server) as other:
        assert take(one)
        one.execute(LAPSE)
        with closing(PostgresSession(server.owner, lease=NOBODY)) as moving:
            revoke_lease(moving)
            assert take(other, "two") is None
            assert not renew_lease(one, 1)
        # The server lets go of the lock a moment after the session has ended.
        await until(lambda: take(other, "two") == Taken(3, lapsed=False), "the lease")


async def test_of_several_that_wait_one_takes_it(server: Server) -> None:
    with a_session(server) as one:
        assert take(one)
        one.execute(LAPSE)

        def take_at_once(host: str) -> Taken | None:
            with a_session(server) as session:
                return take(session, host)

        taken = await asyncio.gather(
            *(asyncio.to_thread(take_at_once, f"host{n}") for n in range(8))
        )
    assert [each for each in taken if each] == [Taken(2, lapsed=True)]


async def test_those_that_wait_are_counted(server: Server) -> None:
    with a_session(server) as one:
        assert read_occupancy(one).standbys == 0
        with a_session(server, STANDBY), a_session(server, STANDBY):
            assert read_occupancy(one).standbys == 2


async def test_the_reader_sees_nothing_of_it(databases: Databases) -> None:
    async with databases.open_server(TEMPLATE) as server:
        with (
            a_session(server),
            closing(PostgresSession(server.reader, reads=True)) as reader,
            pytest.raises(StorageError, match="permission denied"),
        ):
            reader.execute("SELECT * FROM multis_lease.lease").fetchall()


async def test_nothing_is_moved_while_a_daemon_stands_by(server: Server) -> None:
    with (
        a_session(server, STANDBY),
        pytest.raises(UserError, match="stands by"),
        open_source(server),
    ):
        pass
