"""The rows that say which daemons share a database, and whose chats are whose."""

from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager

import pytest

from indexer.errors import StorageError, UnavailableError
from indexer.store.engine.postgresql.lease import (
    NOBODY,
    Tenure,
    prepare_lease,
    read_occupancy,
    renew_lease,
    revoke_lease,
    take_lease,
)
from indexer.store.engine.postgresql.session import CONNECTING, PostgresSession, TakenError
from indexer.store.engine.postgresql.workers import (
    assign_chat,
    begin_serving,
    holds_chat,
    is_leading,
    join_workers,
    leave_workers,
    name_holder,
    release_idle_chats,
    remove_dead,
    rename_chat,
    renew_worker,
)
from indexer.store.engine.server import Server
from tests.postgresql.databases import TEMPLATE, Databases

LAPSE = (
    "UPDATE multis_lease.workers SET until = clock_timestamp() - INTERVAL '1 s' WHERE number = ?"
)
LATE = "UPDATE multis_lease.workers SET until = until - INTERVAL '5 s' WHERE number = ?"
IDLE = "UPDATE multis_lease.chats SET used = clock_timestamp() - INTERVAL '1 h' WHERE chat = ?"
NO_CHAT = "SELECT chat FROM multis_lease.chats WHERE chat = 'telegram:busy'"


@pytest.fixture
async def server(databases: Databases) -> AsyncIterator[Server]:
    async with databases.open_server(TEMPLATE) as server:
        yield server


@contextmanager
def a_session(server: Server) -> Iterator[PostgresSession]:
    with closing(PostgresSession(server.owner)) as session:
        prepare_lease(session)
        yield session


def join(db: PostgresSession, host: str = "one") -> int:
    number = join_workers(db, host, 42)
    assert number
    begin_serving(db, number)
    return number


async def test_several_work_and_the_first_leads(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        assert is_leading(db, one)
        assert not is_leading(db, two)
        assert [each.host for each in read_occupancy(db).workers] == ["one", "two"]
        leave_workers(db, one)
        assert is_leading(db, two)
        assert not renew_worker(db, one)
        assert renew_worker(db, two)


async def test_both_write_and_nobody_else_does(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        with (
            closing(PostgresSession(server.owner, lease=Tenure(one, shared=True))),
            closing(PostgresSession(server.owner, lease=Tenure(two, shared=True))),
        ):
            assert take_lease(db, "sole", 1, force=True) is None
            with pytest.raises(TakenError):
                PostgresSession(server.owner, lease=NOBODY)
        with pytest.raises(TakenError):
            PostgresSession(server.owner, lease=Tenure(99, shared=True))


async def test_one_whose_lease_ran_out_is_removed_once_and_writes_no_more(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        with closing(PostgresSession(server.owner, lease=Tenure(one, shared=True))) as writer:
            writer.begin_change()
            db.execute(LAPSE, (one,))
            assert remove_dead(db, 0) == [one]
            assert remove_dead(db, 0) == []
            with pytest.raises(UnavailableError):
                writer.execute("DELETE FROM multis_lease.chats")
            writer.rollback()
            with pytest.raises(TakenError):
                writer.begin_change()
        assert not renew_worker(db, one)
        assert is_leading(db, two)


async def test_one_that_is_late_is_removed_only_if_it_is_not_connected(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        connecting = {**CONNECTING, "application_name": name_holder(two)}
        with closing(PostgresSession(server.owner, connecting=connecting)):
            for each in (one, two):
                db.execute(LATE, (each,))
            assert remove_dead(db, 0) == [one]
        assert renew_worker(db, two)
        assert remove_dead(db, 0) == []


async def test_nobody_is_removed_right_after_a_restart_of_the_server(server: Server) -> None:
    with a_session(server) as db:
        one = join(db)
        db.execute(LAPSE, (one,))
        assert remove_dead(db, restarted=1e6) == []
        assert renew_worker(db, one)


async def test_a_daemon_of_its_own_keeps_workers_out_until_its_lease_runs_out(
    server: Server,
) -> None:
    with a_session(server) as db:
        taken = take_lease(db, "sole", 1, force=False)
        assert taken
        assert join_workers(db, "one", 42) is None
        db.execute("UPDATE multis_lease.lease SET until = clock_timestamp() - INTERVAL '1 s'")
        assert join_workers(db, "one", 42)
        assert not renew_lease(db, taken.number)  # it ends when it goes on


async def test_a_move_ends_all_of_them(server: Server) -> None:
    with a_session(server) as db:
        one = join(db)
        revoke_lease(db)
        assert not renew_worker(db, one)


async def test_chats_go_to_whoever_has_fewest_and_stay_there(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        given = {chat: assign_chat(db, f"telegram:{chat}") for chat in range(4)}
        assert sorted(given.values()) == [one, one, two, two]
        for chat, number in given.items():
            assert assign_chat(db, f"telegram:{chat}") == number
            assert holds_chat(db, f"telegram:{chat}", number)


async def test_the_chats_of_one_that_ended_go_to_another(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        assert assign_chat(db, "telegram:7") == one
        leave_workers(db, one)
        assert not holds_chat(db, "telegram:7", one)
        assert assign_chat(db, "telegram:7") == two


async def test_a_chat_without_work_in_which_nobody_wrote_is_given_anew(server: Server) -> None:
    with a_session(server) as db:
        one = join(db)
        for chat in ("telegram:7", "telegram:busy", "telegram:8"):
            assert assign_chat(db, chat) == one
        for chat in ("telegram:7", "telegram:busy"):
            db.execute(IDLE, (chat,))
        two = join(db, "two")
        release_idle_chats(db, NO_CHAT)
        assert assign_chat(db, "telegram:busy") == one
        assert assign_chat(db, "telegram:8") == one
        assert assign_chat(db, "telegram:7") == two


async def test_a_chat_that_only_the_leader_reaches_is_always_the_leaders(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        assert [assign_chat(db, f"matrix:{n}", led=True) for n in range(4)] == [one] * 4
        leave_workers(db, one)
        assert assign_chat(db, "matrix:1", led=True) == two


async def test_a_chat_under_a_new_name_stays_with_its_worker(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        assert assign_chat(db, "telegram:1") == one
        assert assign_chat(db, "telegram:-5") == two
        assert rename_chat(db, "telegram:-5", "telegram:-1005")
        assert holds_chat(db, "telegram:-1005", two)
        assert not holds_chat(db, "telegram:-5", two)


async def test_of_a_chat_with_two_names_one_worker_is_left(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        assert assign_chat(db, "telegram:-5") == one
        assert assign_chat(db, "telegram:-1005") == two
        assert not rename_chat(db, "telegram:-5", "telegram:-1005")
        assert holds_chat(db, "telegram:-1005", two)
        assert not holds_chat(db, "telegram:-5", one)


async def test_a_name_that_a_dead_worker_had_is_free(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        assert assign_chat(db, "telegram:-1005") == one
        assert assign_chat(db, "telegram:-5") == two
        db.execute("DELETE FROM multis_lease.workers WHERE number = ?", (one,))
        assert rename_chat(db, "telegram:-5", "telegram:-1005")
        assert holds_chat(db, "telegram:-1005", two)


async def test_one_that_only_starts_is_given_nothing_and_does_not_lead(server: Server) -> None:
    with a_session(server) as db:
        starting = join_workers(db, "one", 42)
        assert starting
        assert assign_chat(db, "telegram:7") == 0
        two = join(db, "two")
        assert [assign_chat(db, f"telegram:{chat}") for chat in range(3)] == [two] * 3
        begin_serving(db, starting)
        assert is_leading(db, two)
        assert not is_leading(db, starting)
        assert assign_chat(db, "telegram:4") == starting


async def test_one_that_is_late_is_given_nothing_while_there_are_others(server: Server) -> None:
    with a_session(server) as db:
        one, two = join(db), join(db, "two")
        db.execute(LATE, (one,))
        assert [assign_chat(db, f"telegram:{chat}") for chat in range(3)] == [two] * 3


async def test_without_workers_a_chat_is_nobodys(server: Server) -> None:
    with a_session(server) as db:
        assert assign_chat(db, "telegram:7") == 0


async def test_the_reader_sees_nothing_of_it(server: Server) -> None:
    with a_session(server), closing(PostgresSession(server.reader, reads=True)) as reader:
        for table in ("workers", "chats"):
            with pytest.raises(StorageError, match="permission denied"):
                reader.execute(f"SELECT * FROM multis_lease.{table}").fetchall()  # noqa: S608 - ours
