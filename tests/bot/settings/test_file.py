"""What holds secrets is readable by its owner only, whatever lies in the place of its next text."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path, PosixPath

import pytest

from bot.replica.state import ReplicaState, write_state
from bot.settings.file import write_config
from indexer.private_files import replace_json
from memory.storage.files import write_atomically
from tests.small_disk import full_after

Write = Callable[[Path, Mapping[str, object]], None]
SECRET = {"token": "canary"}


def write_note(path: Path, value: Mapping[str, object]) -> None:
    write_atomically(path, str(value))


def write_trouble(path: Path, value: Mapping[str, object]) -> None:
    write_state(path, ReplicaState(trouble=str(value)))


WRITERS = pytest.mark.parametrize("write", [write_config, replace_json, write_note, write_trouble])


@WRITERS
def test_a_file_that_others_may_read_is_not_written_into(tmp_path: Path, write: Write) -> None:
    mine, theirs = tmp_path / "config.json", tmp_path / "theirs"
    theirs.write_text("theirs")
    theirs.chmod(0o644)
    for name in ("config.new", ".config.json.new"):
        os.link(theirs, tmp_path / name)
    write(mine, SECRET)
    assert mine.stat().st_mode & 0o777 == 0o600
    assert theirs.read_text() == "theirs"


@WRITERS
def test_a_link_where_the_next_text_is_prepared_leads_nowhere(tmp_path: Path, write: Write) -> None:
    path, keys = tmp_path / "config.json", tmp_path / "authorized_keys"
    keys.write_text("mine")
    for name in ("config.new", ".config.json.new"):
        (tmp_path / name).symlink_to(keys)
    write(path, SECRET)
    assert keys.read_text() == "mine"
    assert not path.is_symlink()
    assert "canary" in path.read_text()


@WRITERS
def test_a_full_disk_leaves_the_old_text_and_nothing_else(tmp_path: Path, write: Write) -> None:
    path = tmp_path / "config.json"
    write(path, SECRET)
    before = path.read_text()
    with full_after(0), pytest.raises(OSError, match="large"):
        write(path, {"token": "another"})
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_to_a_file_elsewhere_stays_a_link(tmp_path: Path) -> None:
    """The owner keeps the settings of all machines in one place."""
    kept, path = tmp_path / "kept" / "multis.json", tmp_path / "config.json"
    kept.parent.mkdir()
    kept.write_text("{}")
    path.symlink_to(kept)
    write_config(path, SECRET)
    assert path.is_symlink()
    assert "canary" in kept.read_text()
    assert list(kept.parent.iterdir()) == [kept]


def test_somebodys_file_beside_the_one_elsewhere_stays(tmp_path: Path) -> None:
    kept, draft = tmp_path / "multis.json", tmp_path / "multis.new"
    kept.write_text("{}")
    draft.write_text("a draft of somebody's")
    (tmp_path / "config.json").symlink_to(kept)
    write_config(tmp_path / "config.json", SECRET)
    assert draft.read_text() == "a draft of somebody's"


def test_a_link_to_itself_is_replaced_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.symlink_to(path)
    with pytest.raises(OSError, match="symbolic links"):
        write_note(path, SECRET)
    write_config(path, SECRET)
    assert "canary" in path.read_text()


class OvertakenPath(PosixPath):
    """A path that another process writes to between the writing and the placing of a text."""

    write: Write

    def replace(self, target: os.PathLike[str] | str) -> Path:  # type: ignore[override]
        self.write(Path(target), {"token": "another"})
        return super().replace(target)


@WRITERS
def test_of_two_writers_at_once_each_writes_a_text_of_its_own(tmp_path: Path, write: Write) -> None:
    path = OvertakenPath(tmp_path / "config.json")
    OvertakenPath.write = staticmethod(write)
    write(path, SECRET)
    assert "canary" in path.read_text()
    assert list(tmp_path.iterdir()) == [tmp_path / "config.json"]
