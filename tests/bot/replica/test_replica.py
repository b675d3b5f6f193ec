"""The replica holds what the home held, a second later, and gives it back."""

import asyncio
import dataclasses
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.home import Home
from bot.messages import UserError
from bot.operations.replica import restore_replica, try_replica, verify_replica
from bot.operations.replica_status import report_replica
from bot.replica.control import sync
from bot.replica.files import MOST_BYTES, fetch_files, find_list
from bot.replica.litestream import open_litestream
from bot.replica.objects import open_objects
from bot.replica.pause import pause_replica
from bot.replica.replicator import GLANCE, Replicator
from bot.replica.settings import ReplicaSettings
from bot.replica.state import ReplicaState, read_state, write_state
from bot.runtime.process_lock import hold_replica_pause
from tests.bot.replica.drill import a_home, list_said, replicating, run_failing, say, settings_for
from tests.daemon import until
from tests.factories import NOON

A_FILE = "memory/a recording.bin"
KEPT = ("memory/chats/a/memory.md", "vault/daily/2026-02-11.md", "data/originals/ab")


async def no_pause(_seconds: float) -> None:
    await asyncio.sleep(0.02)


async def copy_all(home: Home, settings: ReplicaSettings, now: datetime = NOON) -> Replicator:
    replicator = Replicator(open_litestream(home, settings), lambda: now, no_pause)
    await replicator.copy_files()
    assert replicator.state.files_trouble == ""
    return replicator


async def test_a_lost_home_comes_back_on_a_new_machine(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        say(home, "one", "two")
        await sync(home)
    await copy_all(home, settings)
    shutil.rmtree(home.folder)
    new = Home(tmp_path / "new machine")
    restored = await restore_replica(new, settings, None, NOON)
    assert list_said(new.database) == ["one", "two"]
    assert [(new.folder / name).read_text() for name in KEPT] == [f"in {name}" for name in KEPT]
    assert not new.config.exists()  # secrets are not replicated unless asked
    assert restored.files == len(KEPT)
    assert restored.newest
    assert restored.newest.tzinfo


async def test_secrets_are_copied_when_asked(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path, secrets=True)
    async with replicating(home, settings):
        await sync(home)
    await copy_all(home, settings)
    new = Home(tmp_path / "new")
    await restore_replica(new, settings, None, NOON)
    assert new.config.read_text() == home.config.read_text()


async def test_a_restore_keeps_what_was_there_and_its_configuration(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        say(home, "replicated")
        await sync(home)
    await copy_all(home, settings)
    say(home, "since then")
    restored = await restore_replica(home, settings, None, NOON)
    assert list_said(home.database) == ["replicated"]
    assert restored.aside
    assert "since then" in list_said(restored.aside / "data" / "multis.db")
    assert home.config.exists()


async def test_an_earlier_state_of_database_and_files(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    note = home.folder / KEPT[0]
    async with replicating(home, settings):
        say(home, "first")
        await sync(home)
        replicator = await copy_all(home, settings, datetime.now(UTC))
        await asyncio.sleep(1.1)  # Litestream keeps whole seconds of the real clock
        between = datetime.now(UTC)
        await asyncio.sleep(1.1)
        say(home, "second")
        note.write_text("changed")
        await sync(home)
    later = dataclasses.replace(replicator, clock=lambda: datetime.now(UTC))
    await later.copy_files()
    new = Home(tmp_path / "new")
    await restore_replica(new, settings, between, NOON)
    assert list_said(new.database) == ["first"]
    assert (new.folder / KEPT[0]).read_text() == f"in {KEPT[0]}"
    newest = Home(tmp_path / "newest")
    await restore_replica(newest, settings, None, NOON)
    assert list_said(newest.database) == ["first", "second"]
    assert (newest.folder / KEPT[0]).read_text() == "changed"


async def test_a_time_before_the_replica_began_is_refused(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        await sync(home)
    with pytest.raises(UserError, match=r"Litestream says: (timestamp does not exist|no matching)"):
        await restore_replica(home, settings, NOON - timedelta(days=3000), NOON)
    assert home.database.exists()


@asynccontextmanager
async def kept_running(home: Home, settings: ReplicaSettings) -> AsyncIterator[Replicator]:
    replicator = Replicator(open_litestream(home, settings), lambda: datetime.now(UTC), no_pause)
    running = asyncio.create_task(replicator.run())
    try:
        await until(lambda: replicator.state.synced_at is not None, "a first copy")
        yield replicator
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_the_log_is_emptied_in_a_pause_and_nothing_is_lost(tmp_path: Path) -> None:
    """Litestream's own order to stop loses what is written until its order to start."""
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with kept_running(home, settings) as replicator:
        say(home, "before")
        await sync(home)
        async with pause_replica(home, settings):
            with closing(sqlite3.connect(home.database, timeout=0.2)) as database:
                say(home, "in the pause")
                (busy, *_) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                assert busy == 0
                assert home.database.with_name("multis.db-wal").stat().st_size == 0
            before = datetime.now(UTC)

        def went_on() -> bool:
            synced = replicator.state.synced_at
            return synced is not None and synced > before

        await until(went_on, "replicating again")
        await sync(home)
        assert replicator.state.trouble == ""
    new = Home(tmp_path / "new")
    await restore_replica(new, settings, None, NOON)
    assert list_said(new.database) == ["before", "in the pause"]


async def test_in_a_pause_litestream_is_not_started(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await no_pause(seconds)

    replicator = Replicator(open_litestream(home, settings), lambda: datetime.now(UTC), sleep)
    with hold_replica_pause(home):
        running = asyncio.create_task(replicator.run())
        await until(lambda: slept.count(GLANCE) > 1, "the pause seen")
        assert not replicator.litestream.config.exists()
    await until(lambda: replicator.state.synced_at is not None, "a first copy")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_the_last_transaction_before_a_clean_stop_is_replicated(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with kept_running(home, settings):
        say(home, "the very last")
    new = Home(tmp_path / "new")
    await restore_replica(new, settings, None, NOON)
    assert list_said(new.database) == ["the very last"]


async def test_litestream_that_dies_is_started_again_and_told(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    printed = 'echo \'{"msg": "the disk is gone"}\''
    assert await run_failing(home, settings, printed, 3) == [1.0, 10.0, 60.0]
    assert read_state(home.replica_state).trouble == "Litestream says: the disk is gone"


async def test_a_damaged_replica_is_refused_with_a_sentence(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        say(home, *(f"words {n}" for n in range(500)))
        await sync(home)
    replicator = await copy_all(home, settings)
    contents = sorted((tmp_path / "replica/files/contents").rglob("*/*"))
    whole = contents[0].read_bytes()
    contents[0].write_bytes(whole[:-1] + b"?")
    with pytest.raises(UserError, match="is not what was copied: the replica is damaged"):
        await verify_replica(home, settings, NOON)
    contents[0].unlink()
    with pytest.raises(UserError, match="is missing in the replica"):
        await verify_replica(home, settings, NOON)
    contents[0].write_bytes(whole)
    for each in (tmp_path / "replica/database").rglob("*.ltx"):
        each.write_bytes(each.read_bytes()[: each.stat().st_size // 2])
    with pytest.raises(UserError, match="Litestream says: "):
        await verify_replica(home, settings, NOON)
    write_state(home.replica_state, ReplicaState(synced_at=NOON))
    replicator = Replicator(replicator.litestream, lambda: NOON)
    await try_replica(replicator, NOON)
    assert "Litestream says: " in read_state(home.replica_state).damage
    assert not list(home.folder.glob("replica-*"))


async def test_what_was_deleted_leaves_the_replica_once_it_is_too_old(tmp_path: Path) -> None:
    """`keep_hours` after it was deleted no list names it, and its contents are gone."""
    home, settings = a_home(tmp_path), settings_for(tmp_path, keep_hours=48)
    now = NOON
    replicator = Replicator(open_litestream(home, settings), lambda: now, no_pause)

    def holds_note() -> bool:
        kept = (tmp_path / "replica/files/contents").rglob("*/*")
        return f"in {KEPT[0]}" in {each.read_text() for each in kept}

    await replicator.copy_files()
    (home.folder / KEPT[0]).unlink()
    for hours, held in ((1, True), (48, True), (50, False)):
        now = NOON + timedelta(hours=hours)
        await replicator.copy_files()
        assert replicator.state.files_trouble == ""
        assert holds_note() is held, hours
    left = {each.read_text() for each in (tmp_path / "replica/files/contents").rglob("*/*")}
    assert left == {f"in {name}" for name in KEPT[1:]}


async def test_a_list_cannot_write_outside_the_home(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        await sync(home)
    await copy_all(home, settings)
    (written,) = (tmp_path / "replica/files/lists").iterdir()
    text = written.read_text()
    for name in ("../out", "/etc/out", "run/daemon.lock", "data/../../out"):
        written.write_text(text.replace(KEPT[0], name))
        with pytest.raises(UserError, match="damaged"):
            await restore_replica(Home(tmp_path / "new"), settings, None, NOON)
    assert not (tmp_path / "out").exists()


async def test_nobody_restores_without_a_replica(tmp_path: Path) -> None:
    home = a_home(tmp_path)
    with pytest.raises(UserError, match=r"replica\.url"):
        await restore_replica(home, ReplicaSettings(), None, NOON)
    with pytest.raises(UserError, match="no matching backup"):
        await restore_replica(home, settings_for(tmp_path), None, NOON)
    assert home.database.exists()


async def test_what_the_owner_reads(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)

    def read(state: ReplicaState, *, running: bool = True) -> tuple[str, bool]:
        write_state(home.replica_state, state)
        report = report_replica(home, settings, NOON, running=running)
        assert report
        return "\n".join(report.lines), report.is_well

    assert report_replica(home, ReplicaSettings(), NOON, running=True) is None
    assert read(ReplicaState())[0].startswith("Replica: nothing is copied yet.")
    fresh = ReplicaState(NOON - timedelta(seconds=2), NOON - timedelta(minutes=4), NOON)
    text, well = read(fresh)
    assert well
    assert text.startswith("Replica: 2 seconds behind. Files were last copied 4 minutes ago.")
    assert not read(fresh, running=False)[1]
    for broken in (
        replace(fresh, synced_at=NOON - timedelta(minutes=2)),
        replace(fresh, files_at=NOON - timedelta(hours=2)),
        replace(fresh, trouble="no."),
        replace(fresh, files_trouble="no."),
        replace(fresh, damage="no."),
    ):
        assert not read(broken)[1]


@pytest.mark.parametrize("earlier", [False, True])
async def test_a_home_that_came_back_goes_on_replicating(tmp_path: Path, earlier: bool) -> None:
    """To the same place, also from an earlier state than the last one there."""
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        say(home, "first")
        await sync(home)
        await asyncio.sleep(1.1)  # Litestream keeps whole seconds of the real clock
        between = datetime.now(UTC)
        await asyncio.sleep(1.1)
        say(home, "second")
        await sync(home)
    new, newest = Home(tmp_path / "new"), Home(tmp_path / "newest")
    await restore_replica(new, settings, between if earlier else None, NOON)
    before = ["first"] if earlier else ["first", "second"]
    async with kept_running(new, settings) as replicator:
        say(new, "since")
        await sync(new)
        assert replicator.state.trouble == ""
    await restore_replica(newest, settings, None, NOON)
    assert list_said(newest.database) == [*before, "since"]


async def test_a_replica_with_a_transaction_that_is_broken_or_gone_is_refused(
    tmp_path: Path,
) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        for words in ("first", "second", "third"):
            say(home, words)
            await sync(home)
    transactions = sorted((tmp_path / "replica/database/ltx/0").glob("*.ltx"))
    middle = transactions[-2]
    whole = middle.read_bytes()
    turned = bytes((whole[len(whole) // 2] ^ 0xFF,))
    for broken in (
        whole[: len(whole) // 2] + turned + whole[len(whole) // 2 + 1 :],
        whole[:-1],
        b"",
        None,
    ):
        middle.write_bytes(broken) if broken is not None else middle.unlink()
        with pytest.raises(UserError, match="Litestream says: "):
            await verify_replica(home, settings, NOON)
    middle.write_bytes(whole)
    await verify_replica(home, settings, NOON)


async def test_a_list_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        await sync(home)
    await copy_all(home, settings)
    (written,) = (tmp_path / "replica/files/lists").iterdir()
    whole = written.read_bytes()
    for size in (0, 1, len(whole) // 2, len(whole) - 1):
        written.write_bytes(whole[:size])
        with pytest.raises(UserError, match="the replica is damaged"):
            await verify_replica(home, settings, NOON)


BUSY = 1.0  # seconds more than the one that is promised, on a machine that others use


async def test_at_most_a_second_is_lost_when_everything_is_killed_in_mid_write(
    tmp_path: Path,
) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    async with replicating(home, settings):
        await sync(home)
        with closing(sqlite3.connect(home.database, timeout=10)) as database:
            for n in range(100):
                database.execute("INSERT INTO said VALUES (?)", (f"{n} {time.monotonic()}",))
                database.commit()
                await asyncio.sleep(0.02)
        killed = time.monotonic()  # with SIGKILL, at the end of the block
    new = Home(tmp_path / "new")
    await restore_replica(new, settings, None, NOON)
    found = list_said(new.database)
    assert found == list_said(home.database)[: len(found)]
    assert killed - float(found[-1].split()[1]) < 1.0 + BUSY


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_file_that_cannot_be_copied_is_named_and_holds_up_no_other(
    tmp_path: Path, *, restarted: bool
) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    first = home.folder / A_FILE  # before all others, by its name
    first.write_text("small")
    replicator = await copy_all(home, settings)
    os.truncate(first, MOST_BYTES + 1)
    (home.folder / "vault" / "last.md").write_text("the last one")
    if restarted:
        replicator = Replicator(open_litestream(home, settings), lambda: NOON, no_pause)
    await replicator.copy_files()
    assert replicator.state.files_trouble == f"Cannot read {A_FILE}: File too large."
    with open_objects(settings) as objects:
        fetch_files(objects, find_list(objects, None, NOON), tmp_path / "fetched")
    assert (tmp_path / "fetched" / "vault" / "last.md").read_text() == "the last one"
    assert (tmp_path / "fetched" / A_FILE).read_text() == "small"
    os.truncate(first, 1)
    await replicator.copy_files()
    assert replicator.state.files_trouble == ""
