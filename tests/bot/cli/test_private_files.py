"""Nobody else may read what multis writes, whatever the shell's umask says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.home import Home
from tests.homes.keeping import list_open

PROGRAM = (sys.executable, "-m", "bot")
COMMANDS = [
    ("index", "{place}/plan.md", "--scope", "kb"),
    ("say", "/remember the boat is green"),
    ("say", "--file", "{place}/plan.md", "kb"),
    ("say", "--as", "alice", "hello"),
    ("say", "/forget boat"),
    ("web", "--sign-out"),
    ("pin", "--remove"),
    ("backup", "create", "{place}/kept.zip"),
    ("memory", "export", "{place}/facts.jsonl"),
]


@pytest.mark.parametrize("umask", ["000", "022", "777"])
def test_whatever_is_written_is_private(tmp_path: Path, umask: str) -> None:
    home = tmp_path / "home"
    (tmp_path / "plan.md").write_text("# Plan\n\nThe boat is painted in May.\n")
    for command in COMMANDS:
        given = [each.format(place=tmp_path) for each in command]
        done = subprocess.run(  # noqa: S603  # our own program
            [*("/bin/sh", "-c", f'umask {umask}; exec "$@"', "-"), *PROGRAM, *given],
            env={**os.environ, "MULTIS_HOME": str(home)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
    assert (home / "data" / "multis.db").exists()
    assert list_open(home) == []
    for name in ("kept.zip", "facts.jsonl"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_an_older_home_is_closed_to_others_and_what_it_links_to_is_not(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("shared")
    outside.chmod(0o644)
    home = Home(tmp_path / "home")
    home.create()
    for name, mode in (("vault", 0o755), ("vault/skills", 0o2777)):
        (home.folder / name).mkdir()
        (home.folder / name).chmod(mode)
    for name, mode in (("config.json", 0o644), ("vault/Memory.md", 0o666), ("vault/run.sh", 0o755)):
        (home.folder / name).write_text("x")
        (home.folder / name).chmod(mode)
    (home.folder / "vault" / "link.md").symlink_to(outside)
    (home.folder / "vault" / "gone.md").symlink_to(tmp_path / "nothing")
    home.tighten()
    assert list_open(home.folder) == []
    assert (home.folder / "vault" / "run.sh").stat().st_mode & 0o777 == 0o700
    assert outside.stat().st_mode & 0o777 == 0o644
