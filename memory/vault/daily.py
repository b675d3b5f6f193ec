"""The vault's daily files, and the archive they move to when they leave the window."""

from datetime import date
from glob import escape
from pathlib import Path

from memory.storage.files import make_folder


def list_days(folder: Path) -> list[tuple[date, Path]]:
    """Return the daily files of the vault at `folder`, oldest first; others are not ours."""
    found = []
    for path in sorted((folder / "daily").glob("????-??-??.md")):
        try:
            found.append((date.fromisoformat(path.stem), path))
        except ValueError:
            continue
    return found


def archive_old(folder: Path, before: date) -> int:
    """Move the days before `before` to the archive, under free names; returns how many."""
    old = [path for day, path in list_days(folder) if day < before]
    archive = _get_archive(folder)
    for path in old:
        make_folder(archive)
        path.rename(_find_free_path(archive / path.name))
    return len(old)


def list_archived(path: Path) -> list[Path]:
    """Return the archived files whose names begin with that of this daily file."""
    return sorted(_get_archive(path.parents[1]).glob(f"{escape(path.stem)}*.md"))


def _get_archive(folder: Path) -> Path:
    return folder / "archive" / "daily"


def _find_free_path(path: Path) -> Path:
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem} {number}")
    return free
