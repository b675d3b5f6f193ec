"""The vault's daily files, and the archive they go to when their time in the window is over."""

from datetime import date
from glob import escape
from pathlib import Path

from memory.storage.files import make_folder


def days(folder: Path) -> list[tuple[date, Path]]:
    """The daily files in the vault at `folder`, oldest first; others there are not ours."""
    found = []
    for path in sorted((folder / "daily").glob("????-??-??.md")):
        try:
            found.append((date.fromisoformat(path.stem), path))
        except ValueError:
            continue
    return found


def move_old(folder: Path, before: date) -> int:
    """Put the days before that one into the archive, under a free name; returns how many."""
    old = [path for day, path in days(folder) if day < before]
    archive = _archive(folder)
    for path in old:
        make_folder(archive)
        path.rename(_free(archive / path.name))
    return len(old)


def archived(path: Path) -> list[Path]:
    """The files of the archive that have, or begin with, the name of this daily file."""
    return sorted(_archive(path.parents[1]).glob(f"{escape(path.stem)}*.md"))


def _archive(folder: Path) -> Path:
    return folder / "archive" / "daily"


def _free(path: Path) -> Path:
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem} {number}")
    return free
