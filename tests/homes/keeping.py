"""Packing a home with the list of what is in it, and unpacking it somewhere else."""

import io
import json
import os
import re
import sqlite3
import tarfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from tests.homes.household import PLACE

KEPT = Path(__file__).with_name("kept")
DATABASES = ("data/multis.db", "platforms/web/page.db")
LEFT_OUT = ("daemon.log",)
# What our own path may stand in; the terms of a text, and their index, hold words only.
MOVED = ("files", "chunks", "transcripts", "inbox", "outbox", "buttons", "parked", "requests")


def keep(place: Path, name: str, listing: Mapping[str, object]) -> None:
    """Write the tar and the listing, with the rows that each table has."""
    for database in DATABASES:
        with closing(sqlite3.connect(place / "home" / database)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("VACUUM")
    _check_origin(place)
    KEPT.mkdir(exist_ok=True)
    rows = {database: rows_in(place / "home" / database) for database in DATABASES}
    written = {**listing, "rows": rows, "schema": schema_of(place / "home" / DATABASES[0])}
    (KEPT / f"{name}.json").write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n")
    pack(place, KEPT / f"{name}.tar.xz")


def pack(place: Path, target: Path) -> None:
    """All files and folders; the sockets of the daemon that was killed lead nowhere."""
    with tarfile.open(target, "w:xz", preset=9) as tar:
        for path in sorted(place.rglob("*")):
            if path.name not in LEFT_OUT and not path.is_socket():
                _add(tar, path, path.relative_to(place))


def _check_origin(place: Path) -> None:
    """Refuse a home that names the machine which wrote it."""
    own = {str(Path(__file__).parents[2]), str(Path.home()), gettempdir()} - {"/"}
    for path in place.rglob("*"):
        content = path.read_bytes() if path.is_file() and path.name not in LEFT_OUT else b""
        if found := [each for each in own if each.encode() in content]:
            raise SystemExit(f"{path} names {found[0]}, which is a path of this machine.")


def _add(tar: tarfile.TarFile, path: Path, name: Path) -> None:
    """Without whose file it was on the machine that wrote it."""
    entry = tar.gettarinfo(path, str(name))
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    with io.BytesIO(path.read_bytes() if path.is_file() else b"") as content:
        tar.addfile(entry, content)


def listing(name: str) -> dict[str, Any]:
    """What is in the home `name`, and what it must answer."""
    found: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text())
    return found


def names() -> list[str]:
    return sorted(path.name.removesuffix(".tar.xz") for path in KEPT.glob("*.tar.xz"))


def extract(tar: tarfile.TarFile, place: Path) -> None:
    """Extract an archive of our own; Python before 3.11.4, as on Debian 12, has no filters."""
    if hasattr(tarfile, "data_filter"):
        tar.extractall(place, filter="data")
    else:
        tar.extractall(place)  # noqa: S202 - our own


def unpack(name: str, place: Path) -> None:
    """The home `name`, and what lay beside it, as if `place` had been its place all along."""
    with tarfile.open(KEPT / f"{name}.tar.xz") as tar:
        extract(tar, place)
    (place / "home").chmod(0o700)
    config = place / "home" / "config.json"
    config.write_text(config.read_text().replace(PLACE, str(place)))
    with closing(sqlite3.connect(place / "home" / DATABASES[0])) as db:
        for table in MOVED:
            _move(db, table, str(place))
        db.commit()


def _move(db: sqlite3.Connection, table: str, place: str) -> None:
    columns = db.execute("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'", (table,))
    for (column,) in columns.fetchall():
        db.execute(
            f'UPDATE "{table}" SET "{column}" = replace("{column}", ?, ?)'  # noqa: S608  # names out of the schema
            f' WHERE instr("{column}", ?)',
            (PLACE, place, PLACE),
        )


def rows_in(database: Path) -> dict[str, int]:
    """How many rows each table has, but for what FTS5 keeps for itself."""
    with closing(sqlite3.connect(database)) as db:
        found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        tables = [name for (name,) in found if not re.search(r"^sqlite_|_fts", name)]
        return {
            name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608  # names out of the schema
            for name in tables
        }


def schema_of(database: Path) -> dict[str, int]:
    """The version of each part."""
    with closing(sqlite3.connect(database)) as db:
        return dict(db.execute("SELECT part, version FROM migrations ORDER BY part").fetchall())


def set_aside(path: Path) -> Path:
    """Put a folder where a file was, so that nothing can be written there until `put_back`."""
    aside = path.with_name(f"{path.name}.aside")
    if path.exists():
        path.rename(aside)
    path.mkdir()
    return aside


def put_back(path: Path) -> None:
    aside = path.with_name(f"{path.name}.aside")
    os.rmdir(path)
    if aside.exists():
        aside.rename(path)


def list_open(home: Path) -> list[str]:
    """The folders and files of a home with which others may do anything."""
    return [
        f"{path} {path.lstat().st_mode:o}"
        for path in (home, *home.rglob("*"))
        if path.lstat().st_mode & 0o077 and not path.is_symlink()
    ]
