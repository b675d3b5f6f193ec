"""The drill: back up, lose everything, put it back, and ask again."""

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.home import Home
from bot.messages import UserError
from bot.operations.backups import backup
from bot.operations.backups.archive import open_partial
from bot.operations.jobs import remove_leftovers
from bot.runtime.process_lock import hold_daemon_lock, hold_sole_use_lock
from tests import small_disk
from tests.conversation import a_world
from tests.factories import NOON

SECRET = "canary of the owner"


async def an_installation(folder: Path) -> Home:
    """With something in the database, in memory, vault and configuration."""
    async with a_world(folder) as world:
        await world.owner("/users block test:66")
        home = world.services.home
    (home.folder / "config.json").write_text('{"owner_ids": ["test:1"]}')
    for name in ("memory/chats/test_1/memory.md", "vault/daily/2026-02-11.md"):
        (home.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (home.folder / name).write_text(SECRET)
    return home


def damaged(source: Path, target: Path, **changes: bytes) -> Path:
    """A copy with other contents; a name with content b"" is left out."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in dict.fromkeys((*old.namelist(), *changes)):
            content = changes.get(name) if name in changes else old.read(name)
            if content:
                new.writestr(name, content)
    return target


async def test_after_the_drill_everything_is_as_it_was(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    file = tmp_path / "multis.backup"
    async with a_world(tmp_path) as running:  # online: somebody holds the database open
        await running.owner("/docs")
        backup.create(home, file, NOON)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(backup.verify(file).members) == 4
    shutil.rmtree(home.folder)
    backup.restore(file, home, NOON)
    assert (home.folder / "memory/chats/test_1/memory.md").read_text() == SECRET
    assert (home.folder / "vault/daily/2026-02-11.md").read_text() == SECRET
    assert stat.S_IMODE(home.config.stat().st_mode) == 0o600
    async with a_world(tmp_path) as world:
        assert "`test:66`: blocked" in (await world.owner("/users")).text


async def test_what_was_there_before_a_restore_is_kept_aside(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "file", NOON)
    (home.folder / "vault" / "new.md").write_text("written since")
    aside = backup.restore(tmp_path / "file", home, NOON)
    assert not (home.folder / "vault" / "new.md").exists()
    assert (aside / "vault" / "new.md").read_text() == "written since"
    assert (aside / "data" / "multis.db").exists()


async def test_no_restore_over_a_running_daemon(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "file", NOON)
    with hold_daemon_lock(home), pytest.raises(UserError, match="already runs"):
        backup.restore(tmp_path / "file", home, NOON)


async def test_no_restore_under_a_running_chat_or_command(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "file", NOON)
    async with a_world(tmp_path) as chat:
        with pytest.raises(UserError, match="in use"):
            backup.restore(tmp_path / "file", home, NOON)
        await chat.owner("/users block test:67")
    async with a_world(tmp_path) as world:
        assert "`test:67`: blocked" in (await world.owner("/users")).text
    backup.restore(tmp_path / "file", home, NOON)


async def test_nothing_is_opened_while_a_backup_is_put_back(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    with hold_sole_use_lock(home):
        with pytest.raises(UserError, match="being restored"):
            async with a_world(tmp_path):
                pass
        with pytest.raises(UserError, match="being restored"):
            backup.create(home, tmp_path / "file", NOON)


async def test_two_restores_in_one_second_keep_both_that_were_there(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "file", NOON)
    asides = {backup.restore(tmp_path / "file", home, NOON) for _ in range(3)}
    assert len([aside for aside in asides if (aside / "data" / "multis.db").exists()]) == 3


async def test_nothing_of_logs_models_and_other_files_is_taken(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    for name in ("logs/audit.log", "models/big.onnx", "tmp/upload", "vault/link"):
        (home.folder / name).parent.mkdir(exist_ok=True)
    (home.folder / "models/big.onnx").write_text("weights")
    (home.folder / "vault/link").symlink_to("/etc/passwd")
    made = backup.create(home, tmp_path / "file", NOON)
    assert {member.name for member in made.members} == {
        "config.json",
        "data/multis.db",
        "memory/chats/test_1/memory.md",
        "vault/daily/2026-02-11.md",
    }


ODD = (b"caf\xe9.md", b"caf\xe8.md")  # as a system with another encoding names them


async def test_files_whose_names_are_no_text_are_backed_up_and_restored(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    vault = home.folder / "vault"
    for name in ODD:
        (vault / os.fsdecode(name)).write_bytes(name)
    made = backup.create(home, tmp_path / "file", NOON)
    assert backup.verify(tmp_path / "file") == made
    shutil.rmtree(home.folder)
    backup.restore(tmp_path / "file", home, NOON)
    assert [(vault / os.fsdecode(name)).read_bytes() for name in ODD] == list(ODD)


@pytest.mark.parametrize("path", ["vault/../../caf%E9", "/caf%E9", "logs/%E9", "vault/%2E%2E/%E9"])
async def test_a_forged_name_that_is_no_text_writes_nowhere_else(tmp_path: Path, path: str) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "file", NOON)
    with zipfile.ZipFile(tmp_path / "file") as archive:
        manifest = json.loads(archive.read(backup.MANIFEST))
    manifest["members"][-1]["path"] = path
    forged = json.dumps(manifest).encode()
    file = damaged(tmp_path / "file", tmp_path / "forged", **{backup.MANIFEST: forged})
    with pytest.raises(UserError, match="path where it may not write"):
        backup.restore(file, home, NOON)


async def test_a_file_that_vanishes_meanwhile_stops_no_backup(tmp_path: Path) -> None:
    """As each that is written does: its text is prepared beside it."""
    home = await an_installation(tmp_path)
    going = home.folder / "vault" / "going.md"
    going.write_text("soon gone")
    listed = list(home.list_kept_files())
    assert "vault/going.md" in listed
    names = iter(listed)

    class Vanishing(Home, frozen=True):
        def list_kept_files(self) -> Iterator[str]:
            for name in names:
                going.unlink(missing_ok=True)
                yield name

    made = backup.create(Vanishing(home.folder), tmp_path / "file", NOON)
    assert {each.name for each in made.members} == {*listed, "data/multis.db"} - {"vault/going.md"}
    assert backup.verify(tmp_path / "file") == made


async def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    (tmp_path / "file").write_text("precious")
    with pytest.raises(UserError, match="already exists"):
        backup.create(home, tmp_path / "file", NOON)
    assert (tmp_path / "file").read_text() == "precious"


async def test_a_link_where_it_is_prepared_leads_nowhere(tmp_path: Path) -> None:
    home, keys = await an_installation(tmp_path), tmp_path / "authorized_keys"
    keys.write_text("mine")
    (tmp_path / "file.partial").symlink_to(keys)
    backup.create(home, tmp_path / "file", NOON)
    assert keys.read_text() == "mine"
    assert not (tmp_path / "file").is_symlink()


async def test_a_backup_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    home, target = await an_installation(tmp_path), tmp_path / "file"
    with open_partial(tmp_path / "file.partial") as growing:
        growing.write(b"half of it")
        with pytest.raises(UserError, match=r"file\.partial already exists"):
            backup.create(home, target, NOON)
        assert (tmp_path / "file.partial").exists()
    assert not target.exists()


def test_of_two_backups_that_begin_at_once_one_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partial = tmp_path / "file.partial"
    with ExitStack() as others:

        def lock_later(file: int, how: int) -> None:
            """Another one begins before the first has locked what it has made."""
            monkeypatch.undo()
            others.enter_context(open_partial(partial)).write(b"of the other")
            fcntl.flock(file, how)

        monkeypatch.setattr(fcntl, "flock", lock_later)
        with pytest.raises(UserError, match=r"file\.partial already exists"), open_partial(partial):
            pass
    assert partial.read_bytes() == b"of the other"


def test_a_backup_that_begins_after_another_has_looked_is_left_alone(tmp_path: Path) -> None:
    partial, steps = tmp_path / "file.partial", list[str]()
    with ExitStack() as others:

        def begin_second(event: str, arguments: tuple[object, ...]) -> None:
            """Begin when the first has seen that no file is there, before what it does next."""
            if event in ("open", "os.remove") and str(arguments[0]) == str(partial):
                steps.append(event)
                if len(steps) == 2:
                    others.enter_context(open_partial(partial)).write(b"of the other")

        sys.addaudithook(begin_second)
        with pytest.raises(UserError, match=r"file\.partial already exists"), open_partial(partial):
            pass
    assert partial.read_bytes() == b"of the other"


async def test_what_a_killed_backup_left_is_written_over(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    (tmp_path / "file.partial").write_bytes(b"half of it")
    made = backup.create(home, tmp_path / "file", NOON)
    assert backup.verify(tmp_path / "file") == made
    assert not (tmp_path / "file.partial").exists()


@pytest.mark.skipif(bool(small_disk.missing()), reason=small_disk.missing())
async def test_a_home_on_a_read_only_disk_is_backed_up(tmp_path: Path) -> None:
    """With what the daemon wrote last, which stands beside the database."""
    home, target = await an_installation(tmp_path), tmp_path / "file"
    with closing(sqlite3.connect(home.database)) as daemon:
        daemon.execute("PRAGMA journal_mode = WAL")
        daemon.execute("CREATE TABLE last_words (word TEXT)")
        daemon.commit()
        under = small_disk.under(home.folder, small_disk.READ_ONLY)
        command = (sys.executable, "-m", "bot", "backup", "create", str(target))
        environ = {**os.environ, "MULTIS_HOME": str(home.folder)}
        done = subprocess.run((*under, *command), capture_output=True, env=environ, check=False)  # noqa: S603, ASYNC221  # our own program
    assert done.returncode == 0, done.stderr.decode()
    with zipfile.ZipFile(target) as archive:
        archive.extract("data/multis.db", tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "out" / "data" / "multis.db")) as copy:
        assert copy.execute("SELECT count(*) FROM last_words").fetchone() == (0,)
    assert set(os.listdir(tmp_path)) == {"file", home.folder.name, "out"}


def test_an_empty_home_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing to back up"):
        backup.create(Home(tmp_path), tmp_path / "file", NOON)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"vault/daily/2026-02-11.md": b"forged"}, "not what was backed up"),
        ({"vault/daily/2026-02-11.md": b""}, "vault/daily.* is missing in the backup"),
        ({"data/multis.db": b"x" * 5000}, "not what was backed up"),
        ({"manifest.json": b""}, "no readable list"),
        ({"manifest.json": b"[]"}, "no readable list"),
        ({"manifest.json": b'{"format": 1, "members": [{}]}'}, "no readable list"),
        (
            {"manifest.json": b'{"format": 2, "version": "9", "created_at": "", "members": []}'},
            "newer version of multis",
        ),
        (
            {
                "manifest.json": b'{"format": 1, "version": "9", "created_at": "x",'
                b' "members": [{"name": "data/multis.db", "size": 1, "sha256": "x"}]}'
            },
            "no readable list",
        ),
    ],
)
async def test_a_damaged_backup_is_refused_and_changes_nothing(
    tmp_path: Path, changes: dict[str, bytes], told: str
) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "good", NOON)
    bad = damaged(tmp_path / "good", tmp_path / "bad", **changes)
    with pytest.raises(UserError, match=told):
        backup.verify(bad)
    with pytest.raises(UserError, match=told):
        backup.restore(bad, home, NOON)
    assert (home.folder / "vault/daily/2026-02-11.md").read_text() == SECRET
    assert sorted(path.name for path in home.folder.iterdir() if "restore" in path.name) == []


@pytest.mark.parametrize(
    "name",
    ["../evil", "/etc/evil", "vault/../../evil", "logs/audit.log", "run/daemon.lock", "", "."],
)
async def test_a_forged_backup_writes_nowhere_else(tmp_path: Path, name: str) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "good", NOON)
    with zipfile.ZipFile(tmp_path / "good") as good:
        manifest = json.loads(good.read("manifest.json"))
    manifest["members"].append({"name": name, "size": 0, "sha256": "0"})
    bad = damaged(
        tmp_path / "good", tmp_path / "bad", **{"manifest.json": json.dumps(manifest).encode()}
    )
    with pytest.raises(UserError, match="may not write"):
        backup.restore(bad, home, NOON)
    assert not (tmp_path / "evil").exists()


async def test_a_file_that_grows_beyond_what_it_says_is_cut_short(tmp_path: Path) -> None:
    home = await an_installation(tmp_path)
    backup.create(home, tmp_path / "good", NOON)
    bomb = damaged(tmp_path / "good", tmp_path / "bad", **{"config.json": b"0" * 50_000_000})
    with pytest.raises(UserError, match="not what was backed up"):
        backup.verify(bomb)


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip at all" * 100])
def test_another_file_is_no_backup(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(UserError, match="not a backup of multis"):
        backup.verify(tmp_path / "file")


def test_a_database_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.db").write_bytes(b"nonsense" * 1000)
    with pytest.raises(UserError, match="damaged"):
        backup.check_database(tmp_path / "m.db")


KILLED = """
import os, signal, sys
from pathlib import Path
from bot.home import Home
from bot.operations.backups.archive import find_scratch, open_database_copy
home = Home(Path(sys.argv[1]))
with open_database_copy(home, find_scratch(home, Path("file"))):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_backup_leaves_is_cleaned_up(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.create()
    with closing(sqlite3.connect(home.database)) as database:
        database.execute("CREATE TABLE said (words)")
    command = [sys.executable, "-c", KILLED, str(home.folder)]
    gone = subprocess.run(command, check=False)  # noqa: S603  # our own
    assert gone.returncode == -signal.SIGKILL
    assert len([*home.folder.rglob("multis.db")]) == 2
    remove_leftovers(home.tmp, datetime.now(UTC) + timedelta(days=1))
    assert [*home.folder.rglob("multis.db")] == [home.database]


async def test_what_is_said_to_be_backed_up_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, synced, sync = await an_installation(tmp_path), set[int](), os.fsync

    def note(file: int) -> None:
        synced.add(os.fstat(file).st_ino)
        sync(file)

    monkeypatch.setattr(os, "fsync", note)
    backup.create(home, tmp_path / "file", NOON)
    assert (tmp_path / "file").stat().st_ino in synced
