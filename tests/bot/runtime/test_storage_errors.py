"""A machine that is out of order: each time a sentence, and nothing lost."""

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli import main
from bot.messages import Answer, Reply
from bot.runtime.storage_errors import READ_ONLY, explain_error, may_pass
from bot.turns.command import Command, Turn
from bot.turns.router import Bot
from tests.bot.cli.shell import Shell
from tests.conversation import a_world
from tests.factories import a_message

# Root reads everything, unless it gives that up.
ROOT = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
MORTAL = ROOT if os.geteuid() == 0 else ()
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def multis(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    assert main(["say", "/remember the canary sings", "--home", str(tmp_path)]) == 0
    return tmp_path


def said(home: Path, capsys: Captured) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["say", "/remember another thing", "--home", str(home)])
    return code, capsys.readouterr().err


@pytest.mark.parametrize("size", [100, 4096, 20_000])
def test_a_damaged_database_is_refused_with_the_backups_name_and_left_alone(
    home: Path, capsys: Captured, size: int
) -> None:
    path = home / "data" / "multis.db"
    damaged = os.urandom(size)
    path.write_bytes(damaged)
    code, told = said(home, capsys)
    assert (code, "multis backup restore" in told, "Traceback" in told) == (1, True, False)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("code", ["database or disk is full", "database is locked"])
async def test_in_a_chat_it_is_a_sentence_too(tmp_path: Path, code: str) -> None:
    async def broken(turn: Turn, _: str) -> Answer:
        raise sqlite3.OperationalError(code)
        yield Reply("")

    async with a_world(tmp_path) as world:
        bot = Bot({"ask": Command("ask", "", "", broken)}, world.services)
        (reply,) = [item async for item in bot.handle(a_message("?", sender="1"))]
    assert reply.text == str(explain_error(sqlite3.OperationalError(code)))
    assert "nothing is lost" in reply.text.lower()


def test_a_mistake_of_the_program_is_not_blamed_on_the_machine() -> None:
    assert explain_error(sqlite3.OperationalError("no such table: chunk")) is None


def test_a_database_that_cannot_be_opened_is_not_called_damaged(multis: Shell) -> None:
    (multis.home / "data" / "multis.db").mkdir(parents=True)
    done = multis("docs")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "The database cannot be opened." in done.stderr
    found = multis("doctor", "--offline").stdout
    assert "FAIL  database: " in found
    assert "backup restore" not in found


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_database_that_may_not_be_written_is_told(home: Path, capsys: Captured) -> None:
    path = home / "data" / "multis.db"
    path.chmod(0o400)
    path.parent.chmod(0o500)
    code, told = said(home, capsys)
    path.parent.chmod(0o700)
    assert (code, "cannot be" in told) == (1, True)


def test_what_is_not_allowed_is_a_state_of_the_machine() -> None:
    """Without its name: whoever reads the sentence in a chat may not know our files."""
    error = PermissionError(errno.EACCES, "Permission denied", "/home/anna/secret")
    told = str(explain_error(error))
    assert "permissions" in told
    assert "secret" not in told


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EFBIG, "File too large"),
        OSError(errno.EMFILE, "Too many open files"),
        OSError(errno.EINVAL, "Invalid argument", "/home/anna/Memory.md"),
        IsADirectoryError(errno.EISDIR, "Is a directory", "/home/anna/Memory.md"),
        NotADirectoryError(errno.ENOTDIR, "Not a directory", "/home/anna/Memory.md"),
        OSError(errno.ELOOP, "Too many levels of symbolic links", "/home/anna/Memory.md"),
    ],
    ids=lambda error: str(error.strerror),
)
def test_a_file_that_cannot_be_used_is_told_with_the_reason(error: OSError) -> None:
    told = str(explain_error(error))
    assert f"cannot be read or written: {error.strerror}." in told
    assert "anna" not in told
    assert not may_pass(error)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"),
        OSError("no number"),
        FileNotFoundError(errno.ENOENT, "No such file or directory", "/tmp/x"),  # noqa: S108 - not used
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_is_no_state_of_a_file_is_not_explained_as_one(error: OSError) -> None:
    assert explain_error(error) is None


@pytest.mark.parametrize(
    "said", [("index", "--scope", "kb"), ("say", "kb", "--file"), ("backup", "verify")]
)
def test_on_the_command_line_it_is_named(tmp_path: Path, said: tuple[str, ...]) -> None:
    folder = tmp_path / "closed"
    (folder / "in").mkdir(parents=True)
    folder.chmod(0)
    file, home = str(folder / "in" / "x.txt"), str(tmp_path / "home")
    command = [*MORTAL, sys.executable, "-m", "bot", "--home", home, *said, file]
    done = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - our own program
    folder.chmod(0o700)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    assert "Check its permissions and try again." in done.stderr
    assert file in done.stderr


def test_a_home_that_cannot_be_is_told(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_text("")
    code, told = said(tmp_path / "file" / "home", capsys)
    assert (code, told.startswith(f"multis: {tmp_path}/file")) == (1, True)
    impossible = Path("/proc/home")
    for command in (["say", "x"], ["init", "web"]):
        assert main([*command, "--home", str(impossible)]) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"multis: Cannot write to {impossible}: ")
        assert "--home" in told


@pytest.mark.parametrize("part", ["data", "memory"])
def test_a_file_or_a_loop_where_a_folder_of_the_home_belongs_is_told(
    tmp_path: Path, capsys: Captured, part: str
) -> None:
    for home in (tmp_path / "file", tmp_path / "loop"):
        home.mkdir()
        path = home / part
        path.write_text("") if home.name == "file" else path.symlink_to(path)
        code, told = said(home, capsys)
        assert (code, str(path) in told, "is not a folder" in told) == (1, True, True)


def test_a_read_only_database_is_told_by_sqlite_itself(home: Path) -> None:
    uri = f"{(home / 'data' / 'multis.db').as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as database:
        with pytest.raises(sqlite3.OperationalError) as raised:
            database.execute("CREATE TABLE x (y)")
        assert explain_error(raised.value) == READ_ONLY
