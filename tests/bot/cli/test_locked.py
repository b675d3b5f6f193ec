"""Commands that only read go on while another process writes, however long that takes."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.runtime.storage_errors import LOCKED
from tests.bot.cli.shell import Shell

ROOT = Path(__file__).parents[3]
HOLD = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""
COMMANDS = (
    ("docs",),
    ("doctor", "--offline"),
    ("search", "check-out", "--no-record"),
    ("memory", "search", "tea"),
    ("memory", "list"),
    ("memory", "list", "--deleted"),
    ("memory", "stats"),
    ("memory", "export"),
    ("status",),
)
CHAT = (
    "/status",
    "/docs",
    "/help",
    "/start",
    "/memory",
    "/usage",
    "/users",
    "/mode",
    "/why",
    "/show 1",
    "/fact",
    "/cancel",
    "/missed",
)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another process has the write lock of the database at `path`."""
    with subprocess.Popen(  # noqa: S603  # our own interpreter
        [sys.executable, "-c", HOLD, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with closing(sqlite3.connect(path, timeout=0)) as other, pytest.raises(sqlite3.Error):
            other.execute("BEGIN IMMEDIATE")
        yield
        holder.communicate()


@pytest.fixture(scope="module")
def multis(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    shell = Shell(tmp_path_factory.mktemp("home"))
    guide = str(ROOT / "examples" / "guesthouse.md")
    assert shell("index", guide, "--scope", "kb").returncode == 0
    assert shell("say", "/remember I drink green tea").returncode == 0
    return shell


@pytest.mark.parametrize("command", [*COMMANDS, *(("say", each) for each in CHAT)], ids=" ".join)
def test_a_command_that_only_reads_waits_for_no_writer(
    multis: Shell, command: tuple[str, ...]
) -> None:
    with held(multis.home / "data" / "multis.db"):
        done = multis(*command)
    assert str(LOCKED) not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
