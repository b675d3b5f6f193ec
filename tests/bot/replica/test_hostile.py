"""The place of the replica is somebody else's machine: whatever it answers, the daemon goes on."""

import hashlib
import itertools
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from bot.home import Home
from bot.messages import UserError
from bot.operations.replica import fetch_listed
from bot.replica.files import (
    AHEAD,
    RESOLUTION,
    STAMP,
    DamagedFilesError,
    FileCopier,
    FileList,
    fetch_files,
    find_list,
    place_content,
    write_list,
)
from bot.replica.litestream import ReplicaError, open_litestream
from bot.replica.objects import DEEPEST, FILES, Objects, SftpObjects, open_objects
from bot.replica.replicator import Replicator
from bot.replica.settings import ReplicaSettings
from bot.replica.state import read_state
from tests.bot.replica.drill import a_home, run_failing, settings_for
from tests.bot.replica.sftp import SftpServerThread
from tests.factories import NOON

HOUR = timedelta(hours=1)
ENOUGH = 2_000_000  # names: more than anybody has


class Endless:
    """A place that lists objects without end; it gives up at last, so that a test fails."""

    def __init__(self) -> None:
        self.listed = 0

    def put(self, name: str, content: bytes) -> None:
        """Take it."""

    def read(self, name: str) -> Iterator[bytes]:
        yield b"{}"

    def list_names(self, folder: str) -> Iterator[str]:
        for number in itertools.count():
            self.listed += 1
            assert self.listed < ENOUGH
            yield f"{folder}/{number}"

    def delete(self, names: Collection[str]) -> None:
        """Delete nothing."""


def test_a_list_of_objects_without_end_is_refused(tmp_path: Path) -> None:
    home, place = a_home(tmp_path), Endless()
    with pytest.raises(UserError, match="the replica is damaged"):
        FileCopier(home.folder, NOON - NOON).copy(place, home.list_kept_files(), NOON)
    with pytest.raises(UserError, match="the replica is damaged"):
        find_list(place, None, NOON)


@pytest.mark.parametrize("stamp", ["99991231T235959.999999Z", "99981231T235959.999999Z"])
@pytest.mark.parametrize("ahead", [False, True])
def test_a_list_from_the_end_of_all_time_hides_no_files(
    tmp_path: Path, stamp: str, *, ahead: bool
) -> None:
    """Nor does one from the latest moment that is looked at, which ours must follow."""
    home, copier = a_home(tmp_path), FileCopier(tmp_path / "home", NOON - NOON)
    stamp = f"{NOON + AHEAD - RESOLUTION:{STAMP}}" if ahead else stamp
    with open_objects(settings_for(tmp_path)) as objects:
        objects.put(f"lists/{stamp}.json", b'{"format": 1, "files": {}}')
        for hours in range(3):
            now = NOON + hours * HOUR
            (home.folder / "vault/Memory.md").write_text(f"at {hours}")
            copier.copy(objects, home.list_kept_files(), now)
            listed = find_list(objects, None, now + HOUR).files["vault/Memory.md"]
            assert listed == hashlib.sha256(f"at {hours}".encode()).hexdigest()


@pytest.mark.parametrize("damaged", ["content", "list", "missing"])
async def test_what_a_trial_finds_damaged_is_copied_again(tmp_path: Path, damaged: str) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    replicator = Replicator(open_litestream(home, settings), lambda: NOON)
    await replicator.copy_files()
    with open_objects(settings) as objects:
        files = find_list(objects, None, NOON)
        place = place_content(files.files["memory/chats/a/memory.md"])
        objects.put(files.name if damaged == "list" else place, b"Mallory's")
        if damaged == "missing":
            objects.delete([place])
    (tmp_path / "trial").mkdir()
    with pytest.raises(UserError) as found:
        fetch_listed(settings, None, NOON, tmp_path / "trial")
    replicator.note_trial(found.value)
    await replicator.copy_files()
    (tmp_path / "again").mkdir()
    fetch_listed(settings, None, NOON, tmp_path / "again")
    text = (tmp_path / "again/memory/chats/a/memory.md").read_text()
    assert text == "in memory/chats/a/memory.md"


def test_files_that_would_fill_the_disk_are_not_fetched(tmp_path: Path) -> None:
    """One content may be named by many files, and each of them takes its bytes."""
    settings, folder = settings_for(tmp_path), tmp_path / "restored"
    folder.mkdir()
    content = b"x" * 1000
    digest = hashlib.sha256(content).hexdigest()
    listed = FileList(NOON, {f"vault/{n}.md": digest for n in range(3)})
    with open_objects(settings) as objects:
        objects.put(place_content(digest), content)
        fetch_files(objects, listed, folder)
        with pytest.raises(UserError, match="no room for the files of the replica"):
            fetch_files(objects, listed, folder, room=1 << 62)


async def test_folders_within_folders_of_a_server_end(tmp_path: Path) -> None:
    with SftpServerThread(tmp_path / "server") as server:
        settings = ReplicaSettings(
            url=f"sftp://multis@127.0.0.1:{server.port}/homes/mine",
            key_file=str(server.client_key),
            host_key=f"127.0.0.1 {server.host_key}",
        )
        with open_objects(settings) as objects:
            assert isinstance(objects, SftpObjects)
            objects.put("contents/ab/file", b"x")
            deep = tmp_path / "server/homes/mine" / FILES / "contents/ab" / "/".join("x" * 200)
            deep.mkdir(parents=True)
            (deep / "file").write_bytes(b"x")
            assert DEEPEST < 200
            assert list(objects.list_names("contents")) == ["contents/ab/file"]


async def test_a_line_of_a_megabyte_does_not_end_the_replication(tmp_path: Path) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    printed = "head -c 1000000 /dev/zero | tr '\\0' x"
    assert len(await run_failing(home, settings, printed, 2)) == 2
    assert read_state(home.replica_state).trouble.startswith("Litestream says: xxx")


@pytest.mark.parametrize(
    "told",
    ['[{"timestamp": "+58494-01-01T00:00:00Z"}]', "[{}]", "[7]", "no JSON", "[" * 5000],
)
async def test_transactions_that_cannot_be_are_told_in_a_sentence(
    tmp_path: Path, told: str
) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    program = tmp_path / "litestream"
    program.write_text(f"#!/bin/sh\nprintf '%s' '{told}'\n")
    program.chmod(0o700)
    litestream = replace(open_litestream(home, settings), program=str(program))
    with pytest.raises(UserError, match="Litestream"):
        await litestream.find_newest()


class Recording(Struct, frozen=True):
    """Objects that note what is put there."""

    objects: Objects
    put_there: list[str] = field(default_factory=list)

    def put(self, name: str, content: bytes) -> None:
        self.put_there.append(name)
        self.objects.put(name, content)

    def read(self, name: str) -> Iterator[bytes]:
        return self.objects.read(name)

    def list_names(self, folder: str) -> Iterator[str]:
        return self.objects.list_names(folder)

    def delete(self, names: Collection[str]) -> None:
        self.objects.delete(names)


class Full(Recording, frozen=True):
    """Objects beside which there is no room for a list."""

    def put(self, name: str, content: bytes) -> None:
        if name.startswith("lists/"):
            raise ReplicaError("The disk is full.")
        super().put(name, content)


class Place:
    """A replica of a home, and what each copy puts there."""

    def __init__(self, home: Home, objects: Objects) -> None:
        self._home = home
        self._copier = FileCopier(home.folder, NOON - NOON)
        self.objects = Recording(objects)
        self.copy(NOON)
        self.files = find_list(objects, None, NOON)

    def copy(self, now: datetime) -> list[str]:
        self.objects.put_there.clear()
        self._copier.copy(self.objects, self._home.list_kept_files(), now)
        return list(self.objects.put_there)

    def try_out(self, now: datetime, folder: Path) -> None:
        """Restore everything, and say what is damaged."""
        folder.mkdir()
        try:
            fetch_files(self.objects, find_list(self.objects, None, now), folder)
        except DamagedFilesError as error:
            self._copier.write_again(error.damaged, now)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with open_objects(settings_for(tmp_path)) as objects:
        yield Place(a_home(tmp_path), objects)


def test_only_what_is_damaged_is_copied_again(place: Place, tmp_path: Path) -> None:
    damaged = [place_content(digest) for digest in sorted(set(place.files.files.values()))[:2]]
    for each in damaged:
        place.objects.objects.put(each, b"Mallory's")
    place.try_out(NOON + HOUR, tmp_path / "trial")
    assert sorted(place.copy(NOON + HOUR)) == damaged
    assert place.copy(NOON + 2 * HOUR) == []


def test_what_a_place_damages_again_and_again_is_copied_once_a_day(
    place: Place, tmp_path: Path
) -> None:
    damaged = place_content(place.files.files["memory/chats/a/memory.md"])
    days = []
    for hours in range(1, 50):
        place.objects.objects.put(damaged, b"Mallory's")
        place.try_out(NOON + hours * HOUR, tmp_path / str(hours))
        days += [hours // 24 for _each in place.copy(NOON + hours * HOUR)]
    assert days == [0, 1, 2]


def test_lists_that_a_place_damages_are_written_once_a_day(place: Place, tmp_path: Path) -> None:
    days = []
    for hours in range(1, 50):
        for each in list(place.objects.list_names("lists")):
            place.objects.objects.put(each, b"{")
        place.try_out(NOON + hours * HOUR, tmp_path / str(hours))
        days += [hours // 24 for _each in place.copy(NOON + hours * HOUR)]
    assert days == [0, 1, 2]


def test_contents_that_all_are_gone_are_copied_again_at_once(place: Place, tmp_path: Path) -> None:
    contents = sorted(place.objects.list_names("contents"))
    place.objects.delete(contents)
    place.try_out(NOON + HOUR, tmp_path / "trial")
    assert sorted(place.copy(NOON + HOUR)) == contents


def test_a_list_that_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    with open_objects(settings_for(tmp_path)) as objects:
        files = {f"vault/{number}/{'x' * 3000}.md": "" for number in range(25_000)}
        with pytest.raises(ReplicaError, match="File too large") as found:
            write_list(objects, FileList(NOON, files))
        assert not isinstance(found.value, DamagedFilesError)
        assert not list(objects.list_names("lists"))


def test_a_list_that_was_not_written_is_written_with_the_next_copy(tmp_path: Path) -> None:
    home = a_home(tmp_path)
    copier = FileCopier(home.folder, NOON - NOON)
    with open_objects(settings_for(tmp_path)) as objects:
        with pytest.raises(ReplicaError):
            copier.copy(Full(objects), home.list_kept_files(), NOON)
        copier.copy(objects, home.list_kept_files(), NOON + HOUR)
        assert "config.json" in find_list(objects, None, NOON + HOUR).files
