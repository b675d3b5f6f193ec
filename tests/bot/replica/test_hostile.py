"""The place of the replica is somebody else's machine: whatever it answers, the daemon goes on."""

import hashlib
import itertools
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.messages import UserError
from bot.operations.replica import fetch_listed
from bot.replica.files import FileCopier, FileList, fetch_files, find_list, place_content
from bot.replica.litestream import open_litestream
from bot.replica.objects import DEEPEST, FILES, SftpObjects, open_objects
from bot.replica.replicator import Replicator
from bot.replica.settings import ReplicaSettings
from bot.replica.state import read_state
from tests.bot.replica.drill import a_home, run_failing, settings_for
from tests.bot.replica.sftp import SftpServerThread
from tests.factories import NOON

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
        find_list(place, None)


def test_a_list_from_the_end_of_all_time_keeps_nothing_from_being_copied(tmp_path: Path) -> None:
    home = a_home(tmp_path)
    with open_objects(settings_for(tmp_path)) as objects:
        objects.put("lists/99991231T235959.999999Z.json", b'{"format": 1, "files": {}}')
        assert FileCopier(home.folder, NOON - NOON).copy(objects, home.list_kept_files(), NOON)
        assert "config.json" in find_list(objects, None).files


@pytest.mark.parametrize("damaged", ["content", "list", "missing"])
async def test_what_a_trial_finds_damaged_is_copied_again(tmp_path: Path, damaged: str) -> None:
    home, settings = a_home(tmp_path), settings_for(tmp_path)
    replicator = Replicator(open_litestream(home, settings), lambda: NOON)
    await replicator.copy_files()
    with open_objects(settings) as objects:
        files = find_list(objects, None)
        place = place_content(files.files["memory/chats/a/memory.md"])
        objects.put(files.name if damaged == "list" else place, b"Mallory's")
        if damaged == "missing":
            objects.delete([place])
    (tmp_path / "trial").mkdir()
    with pytest.raises(UserError) as found:
        fetch_listed(settings, None, tmp_path / "trial")
    replicator.note_trial(found.value)
    await replicator.copy_files()
    (tmp_path / "again").mkdir()
    fetch_listed(settings, None, tmp_path / "again")
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
