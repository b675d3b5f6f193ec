"""An empty argument, as a variable that the shell does not have, names nothing."""

import os
from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell

EMPTY = [
    (("remove", ""), "NAME"),
    (("remove", " "), "NAME"),
    (("index", "", "--scope", "kb"), "PATH"),
    (("watch", "", "--scope", "kb"), "FOLDER"),
    (("say", "kb", "--file", ""), "--file"),
    (("backup", "create", ""), "FILE"),
    (("memory", "export", ""), "FILE"),
    (("memory", "import", ""), "FILE"),
    (("semantic", "install", "--from", ""), "--from"),
    (("voice", "install", "--yes", "--from", ""), "--from"),
]


@pytest.mark.parametrize(("arguments", "name"), EMPTY, ids=lambda each: " ".join(each))
def test_it_is_refused(indexed: Shell, arguments: tuple[str, ...], name: str) -> None:
    done = indexed(*arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"multis: {name} cannot be '")
    assert "guesthouse.md" in indexed("docs").stdout


def test_a_file_needs_no_caption(multis: Shell, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("The key hangs behind the door.")
    assert "Indexed note.txt" in multis("say", "--file", str(tmp_path / "note.txt")).stdout
    nothing = multis("say")
    assert nothing.stderr.endswith("multis: Missing: TEXT. See `multis say --help`.\n")
    assert nothing.returncode == 2


def test_what_is_no_file_is_named(multis: Shell, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    long = "a" * 300
    for path, reason in [
        (str(tmp_path / "pipe"), "pipe is a pipe, not a file."),
        (str(tmp_path / "none"), f"File not found: {tmp_path}/none"),
        (long, f"Cannot read {long}: File name too long."),
    ]:
        assert multis("say", "--file", path).stderr == f"multis: {reason}\n"
    said = multis("say", f"/index {long} kb")
    assert said.stderr == f"multis: '{long}' is not a valid path on this machine.\n"


def test_what_is_wrong_with_a_path_is_said(multis: Shell, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no home")
    assert multis("--home", str(file), "docs").stderr == f"multis: {file} is not a folder.\n"
    verified = multis("backup", "verify", str(tmp_path))
    assert "is not a backup of multis" in verified.stderr
    assert multis("backup", "create").stderr.startswith("multis: Missing: FILE.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--to", "wat"),
            "--to cannot be 'wat'. Choose postgresql://USER@HOST/DATABASE or sqlite.",
        ),
        (
            ("--to", "postgresql://a@h/d", "--reader", "wat"),
            "--reader cannot be 'wat'. Choose postgresql://USER@HOST/DATABASE.",
        ),
    ],
)
def test_an_address_that_is_none_is_named(
    multis: Shell, arguments: tuple[str, ...], said: str
) -> None:
    assert multis("migrate", *arguments).stderr == f"multis: {said}\n"
