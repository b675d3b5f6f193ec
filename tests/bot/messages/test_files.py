"""The files of replies: sent as they were found, and never what others put in their place."""

import os
from pathlib import Path

import pytest

from bot.messages import copy_file, read_file
from tests.small_disk import full_after


def test_a_file_is_read_and_copied_for_its_owner_alone(tmp_path: Path) -> None:
    file, copy = tmp_path / "plan.md", tmp_path / "copy"
    file.write_bytes(b"the plan")
    copy_file(file, copy)
    assert (read_file(file), copy.read_bytes()) == (b"the plan", b"the plan")
    assert copy.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "nothing", "device", "link above"])
def test_nothing_else_is_read_in_its_place(tmp_path: Path, kind: str) -> None:
    folder, secret = tmp_path / "folder", tmp_path / "other" / "plan.md"
    secret.parent.mkdir()
    secret.write_text("the secret")
    put_in_place(kind, folder, secret)
    for act in (read_file, lambda path: copy_file(path, tmp_path / "copy")):
        with pytest.raises(FileNotFoundError):
            act(folder / "plan.md")
    assert not (tmp_path / "copy").exists()


def put_in_place(kind: str, folder: Path, secret: Path) -> None:
    if kind == "link above":
        folder.symlink_to(secret.parent)
        return
    folder.mkdir()
    plan = folder / "plan.md"
    match kind:
        case "link":
            plan.symlink_to(secret)
        case "pipe":
            os.mkfifo(plan)
        case "folder":
            plan.mkdir()
        case "device":
            plan.symlink_to("/dev/zero")


def test_a_copy_that_fails_leaves_no_half(tmp_path: Path) -> None:
    file, copy = tmp_path / "file", tmp_path / "copy"
    file.write_bytes(bytes(100_000))
    with full_after(40_000), pytest.raises(OSError, match="too large"):
        copy_file(file, copy)
    assert list(tmp_path.iterdir()) == [file]
