"""A restore that is killed, or cannot move a part, leaves what was there or what comes, whole."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.home import Home
from bot.operations.backups import backup
from tests.conversation import a_world
from tests.factories import NOON

# Before its n-th renaming the process ends, or learns that it may not.
RESTORE = """
import os, sys
from pathlib import Path
from bot.home import Home
from bot.operations.backups import backup
from tests.factories import NOON

left, ends = int(sys.argv[3]), sys.argv[4] == "ends"

def watch(event, _arguments):
    global left
    left -= event == "os.rename"
    if left == 0 and event == "os.rename":
        os._exit(9) if ends else print("refused")
        raise OSError(16, "Device or resource busy")

sys.addaudithook(watch)
backup.restore(Path(sys.argv[1]), Home(Path(sys.argv[2])), NOON)
"""
RENAMES = 7  # of the plan, two of each part, and one of each that is not in the backup


async def a_home_and_its_backup(folder: Path) -> tuple[Home, Path]:
    """With what was written since, also in a part that the backup does not have."""
    async with a_world(folder) as world:
        await world.owner("/users block test:66")
        home = world.services.home
    home.config.write_text('{"owner_ids": ["test:1"]}')
    backup.create(home, folder / "backup", NOON)
    async with a_world(folder) as world:
        await world.owner("/users unblock test:66")
    home.config.write_text('{"owner_ids": ["test:2"]}')
    (home.folder / "vault").mkdir(exist_ok=True)
    (home.folder / "vault" / "new.md").write_text("written since")
    return home, folder / "backup"


def restore(home: Home, file: Path, number: int, how: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", RESTORE, str(file), str(home.folder), str(number), how]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours


def run_any_command(home: Home) -> None:
    command = [sys.executable, "-m", "bot", "--home", str(home.folder), "memory", "list"]
    subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - ours


async def is_of_the_backup(home: Home) -> bool:
    """Return whether all of the home is; fails if some is."""
    of_backup = "test:1" in home.config.read_text()
    vault = home.folder / "vault" / "new.md"
    assert vault.exists() is not of_backup
    async with a_world(home.folder.parent) as world:
        blocked = "`test:66`: blocked" in (await world.owner("/users")).text
    assert blocked is of_backup
    return of_backup


@pytest.mark.parametrize("number", range(1, RENAMES + 1))
async def test_a_killed_restore_is_finished_by_the_next_command(
    tmp_path: Path, number: int
) -> None:
    home, file = await a_home_and_its_backup(tmp_path)
    assert restore(home, file, number, "ends").returncode == 9
    run_any_command(home)
    assert await is_of_the_backup(home) is (number > 1)  # the first writes down what is planned
    assert not home.replacement.exists()
    (aside,) = home.folder.glob("before-restore-*")
    assert (aside / "vault" / "new.md").exists() is (number > 1)


@pytest.mark.parametrize("number", range(1, RENAMES + 1))
async def test_what_cannot_be_moved_leaves_everything_where_it_was(
    tmp_path: Path, number: int
) -> None:
    home, file = await a_home_and_its_backup(tmp_path)
    assert "refused" in restore(home, file, number, "goes on").stdout
    assert not await is_of_the_backup(home)
    assert not home.replacement.exists()


async def test_nothing_more_is_moved_than_this_test_kills(tmp_path: Path) -> None:
    home, file = await a_home_and_its_backup(tmp_path)
    assert restore(home, file, RENAMES + 1, "ends").returncode == 0
    assert await is_of_the_backup(home)
