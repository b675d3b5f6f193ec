"""A group's files are moved whole and once, wherever a kill stops that."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from memory.messages import Exchange, encode, split_exchange
from tests.factories import NOON

# Before its n-th change to the folders the process ends.
MERGE = """
import os, sys
from pathlib import Path
from bot.services.chat_rows import merge_folder

left = int(sys.argv[3])

def watch(event, _arguments):
    global left
    left -= event in ("os.rename", "os.remove", "os.mkdir")
    if left == 0:
        os._exit(9)

sys.addaudithook(watch)
merge_folder(Path(sys.argv[1]), Path(sys.argv[2]))
"""
NEVER = 1000  # changes: more than there are
DAY, DAY_BEFORE = "log/2026-02-11.md", "log/2026-02-10.md"


def live(folder: Path, name: str, minute: int) -> None:
    """Write what a chat has after a while."""
    (folder / "log").mkdir(parents=True)
    at = NOON + timedelta(minutes=minute)
    said = split_exchange(Exchange(name, f"asked in {name}", f"told in {name}", at, at))
    (folder / "recent.json").write_text(encode(list(said)))
    (folder / "memory.md").write_text(f"## 2026-02-11T12:00:00.000Z\n\n- noted in {name}\n\n")
    (folder / "profile.json").write_text(f'{{"name": "{name}"}}')
    (folder / DAY).write_text(f"### {name}\nsaid in {name}\n\n")


def merge(folder: Path, number: int) -> int:
    """Move one chat's files to another's, killed before that change; return the exit code."""
    command = [sys.executable, "-c", MERGE, str(folder / "old"), str(folder / "new"), str(number)]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - ours


def read(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


@pytest.mark.parametrize("both", [True, False], ids=["both were used", "the new one is fresh"])
def test_a_killed_move_of_files_is_finished_by_the_next_start(tmp_path: Path, both: bool) -> None:
    kills = 0
    while True:
        folder = tmp_path / str(kills)
        live(folder / "old", "old", 0)
        (folder / "old" / DAY_BEFORE).write_text("### before\n")
        if both:
            live(folder / "new", "new", 1)
        ended = merge(folder, kills + 1)
        assert merge(folder, NEVER) == 0
        assert merge(folder, NEVER) == 0  # each start of the process does it again
        moved = read(folder / "new")
        assert "noted" not in "".join(read(folder / "old").values() if both else ())
        names = ("old", "new") if both else ("old",)
        for file in ("memory.md", "recent.json", DAY):
            for name in names:
                assert moved[file].count(f"in {name}") == (2 if file == "recent.json" else 1)
            assert len(names) == 1 or moved[file].find("in old") < moved[file].find("in new")
        assert moved[DAY_BEFORE] == "### before\n"
        if ended == 0:
            break
        assert ended == 9
        kills += 1
    assert kills >= (8 if both else 1)
