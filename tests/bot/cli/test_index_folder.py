"""`multis index FOLDER` on a folder that others may write to."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import INTERRUPTED
from tests.bot.cli.shell import Shell


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A folder with one file, and everything that a stranger may have put beside it."""
    (tmp_path / "shadow.md").write_text("The password is swordfish.")
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "note.md").write_text("The ferry sails at noon.")
    (folder / "a link.md").symlink_to(tmp_path / "shadow.md")
    (folder / "gone.md").symlink_to("nowhere")
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "out").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "socket.md"))
    with (folder / "huge.md").open("wb") as file:
        file.truncate(1 << 40)  # sparse: it takes no room, but reading it takes hours
    return folder


def test_nothing_outside_is_read_and_all_else_has_a_line(multis: Shell, shared: Path) -> None:
    done = multis("index", str(shared), "--scope", "kb")
    assert "Traceback" not in done.stderr
    assert sorted(done.stderr.splitlines()) == [
        f"{shared}/a link.md: a link.md is a link. --follow-links indexes what it points to.",
        f"{shared}/gone.md: gone.md is a link. --follow-links indexes what it points to.",
        f"{shared}/huge.md: huge.md is too large: it has 1,048,576 MB, and I read at most 50 MB. "
        "Split it into smaller files and try again.",
        f"{shared}/loop.md: loop.md is a link. --follow-links indexes what it points to.",
        f"{shared}/out: out is a link. --follow-links indexes what it points to.",
        f"{shared}/pipe.md: pipe.md is a pipe, not a file.",
        f"{shared}/socket.md: socket.md is a socket, not a file.",
    ]
    assert done.stdout == "1 failed, 1 indexed and 6 skipped\n"
    assert multis("search", "swordfish").stdout == "Nothing found.\n"
    assert "noon" in multis("search", "ferry").stdout


def test_links_are_followed_where_that_is_asked_for(multis: Shell, shared: Path) -> None:
    (shared / "huge.md").unlink()
    (shared / "out").unlink()
    done = multis("index", str(shared), "--scope", "kb", "--follow-links", "--json")
    told = {json.loads(line)["file"]: json.loads(line) for line in done.stdout.splitlines()}
    assert told[str(shared.parent / "shadow.md")]["status"] == "indexed"
    assert told[str(shared / "gone.md")]["status"] == "skipped"
    assert told[str(shared / "gone.md")]["reason"] == (
        "gone.md is a link to something that does not exist."
    )
    assert "leads back to itself" in told[str(shared / "loop.md")]["reason"]
    assert done.returncode == 0
    assert "swordfish" in multis("search", "password").stdout


@pytest.mark.parametrize("name", ["a link.md", "gone.md", "loop.md", "out", "pipe.md"])
def test_one_that_was_named_and_cannot_be_indexed_is_a_failure(
    multis: Shell, shared: Path, name: str
) -> None:
    done = multis("index", str(shared / name), "--scope", "kb")
    assert (done.returncode, done.stdout) == (1, "1 failed\n")
    assert len(done.stderr.splitlines()) == 1


def test_an_interrupted_run_says_what_is_done_and_goes_on_from_there(
    multis: Shell, tmp_path: Path
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(1500):
        (folder / f"{number:04}.md").write_text(f"# Note {number}\n\nThe text of {number}.\n")
    command = [sys.executable, "-m", "bot", "index", str(folder), "--scope", "kb", "--json"]
    environment = {**os.environ, "MULTIS_HOME": str(multis.home)}
    with subprocess.Popen(  # noqa: S603  # our own program
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as running:
        assert running.stdout is not None
        assert json.loads(running.stdout.readline())["status"] == "indexed"
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert running.returncode == INTERRUPTED
    assert re.search(r"Stopped: [\d,]+ indexed\. [\d,]+ files are left\.", told)
    assert "Traceback" not in told
    rest = multis("index", str(folder), "--scope", "kb").stdout
    assert re.fullmatch(r"[\d,]+ indexed and [\d,]+ unchanged\n", rest)


def test_a_folder_is_watched_until_ctrl_c(multis: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "note.md").write_text("The ferry sails at noon.")
    command = [sys.executable, "-m", "bot", "watch", str(folder), "--scope", "kb"]
    environment = {**os.environ, "MULTIS_HOME": str(multis.home)}
    with subprocess.Popen(  # noqa: S603  # our own program
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as running:
        assert running.stdout is not None
        lines = [running.stdout.readline() for _ in range(2)]
        (folder / "more.md").write_text("The tram leaves at one.")
        lines.append(running.stdout.readline())
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert lines == [
        f"Watching {folder}. Ctrl-C ends it.\n",
        f"{folder}/note.md is indexed.\n",
        f"{folder}/more.md is indexed.\n",
    ]
    assert running.returncode == INTERRUPTED
    assert "2 files were indexed." in told
    assert "Traceback" not in told
    assert "one" in multis("search", "tram").stdout


def test_only_a_folder_is_watched(multis: Shell, tmp_path: Path) -> None:
    done = multis("watch", str(tmp_path / "none"), "--scope", "kb")
    assert done.returncode != 0
    assert "is not a folder" in done.stderr


def test_the_home_is_never_indexed(multis: Shell) -> None:
    """Its config.json has the bot's token."""
    multis.home.mkdir(mode=0o700, exist_ok=True)
    (multis.home / "config.json").write_text(json.dumps({"owner_ids": ["swordfish:1"]}))
    beside = multis.home.parent / "beside.md"
    beside.write_text("The ferry sails at noon.")
    done = multis("index", str(multis.home.parent), "--scope", "kb")
    assert f"{multis.home.name} belongs to multis itself, and is never indexed." in done.stderr
    assert multis("search", "swordfish").stdout == "Nothing found.\n"
    assert "noon" in multis("search", "ferry").stdout
    named = multis("index", str(multis.home / "config.json"), "--scope", "kb")
    assert named.returncode == 1
    assert multis("search", "swordfish").stdout == "Nothing found.\n"


def test_what_is_private_in_a_folder_is_counted_apart(multis: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("rent", "copy"):
        (folder / f"{name}.md").write_text("The rent is 900.")
    (folder / "tent.md").write_text("A tent is 9.")
    assert multis("index", str(folder / "rent.md"), "--scope", "admin").stdout == "1 indexed\n"
    done = multis("index", str(folder), "--scope", "kb")
    assert done.stdout == "1 indexed and 2 left readable by you alone (admin)\n"
    done = multis("index", str(folder / "rent.md"), "--scope", "kb", "--json")
    assert json.loads(done.stdout)["scope"] == "kb"


def test_a_name_that_is_no_text_keeps_nothing_else_from_being_read(
    multis: Shell, tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    for name in (b"\xff.md", b"note.md"):
        (folder / os.fsdecode(name)).write_text("The ferry sails at noon.")
    done = multis("index", str(folder), "--scope", "kb")
    assert done.stderr.endswith("The name of ?.md is not valid UTF-8. Rename it and try again.\n")
    assert done.stdout == "1 failed and 1 indexed\n"
