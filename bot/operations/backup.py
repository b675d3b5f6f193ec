"""All of an installation in one file: made while it runs, checked, and put back.

A backup is a ZIP file with `manifest.json`, the database as SQLite's own backup copied it, and the
files of memory, vault and configuration. Models and logs are left out: they can be had again. It
holds everything that was ever told in confidence, and the tokens, so it is readable by the owner
alone. Every way out of the file is by its manifest: what that does not list is not taken.
"""

import hashlib
import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import BinaryIO

from bot import version
from bot.home import Home
from bot.messages import UserError
from bot.runtime import storage_errors
from bot.runtime.process_lock import hold_daemon_lock, hold_sole_use_lock, hold_use_lock

MANIFEST = "manifest.json"
DATABASE = "data/multis.db"
FORMAT = 1
PARTS = ("config.json", "data", "memory", "vault")  # of the home; nothing else goes in or out
PIECE = 1 << 20


class Damaged(UserError):
    """A database that only a backup brings back."""


@dataclass(frozen=True, slots=True)
class Member:
    name: str  # the path below the home, with /
    size: int  # bytes
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    format: int
    version: str  # of the multis that made it
    created_at: str  # ISO 8601
    members: tuple[Member, ...]


def create(home: Home, target: Path, now: datetime) -> Manifest:
    """Write a backup of `home` to `target`, which must not exist; the daemon may be running."""
    if not home.database.exists():
        raise UserError(f"There is nothing to back up in {home.folder}.")
    partial = target.with_name(target.name + ".partial")
    try:
        with (
            hold_use_lock(home),
            _create_archive(target, partial) as archive,
            _open_database_copy(home) as copy,
        ):
            members = [_add_member(archive, DATABASE, copy)]
            members += [
                _add_member(archive, name, home.folder / name) for name in _list_files(home)
            ]
            manifest = Manifest(FORMAT, version(), now.isoformat(), tuple(members))
            archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        partial.replace(target)
    except OSError as error:
        raise UserError(f"The backup cannot be written to {target}: {error.strerror}.") from None
    finally:
        partial.unlink(missing_ok=True)
    return manifest


def verify(source: Path) -> Manifest:
    """The manifest, once every file is what it says and the database is sound."""
    with _open_archive(source) as archive, TemporaryDirectory(prefix="multis-verify-") as folder:
        manifest = _read_manifest(archive)
        for member in manifest.members:
            _extract(archive, member, Path(folder))
        check_database(Path(folder) / DATABASE)
    return manifest


def restore(source: Path, home: Home, now: datetime) -> Path:
    """Make `home` what it was in `source`; returns the folder that holds what it was until now."""
    with hold_daemon_lock(home), hold_sole_use_lock(home), _open_archive(source) as archive:
        home.create()
        aside = _find_aside(home, now)
        with TemporaryDirectory(dir=home.folder, prefix="restore-") as folder:
            new = Path(folder)
            for member in _read_manifest(archive).members:
                _extract(archive, member, new)
            check_database(new / DATABASE)
            aside.mkdir(mode=0o700)
            for part in PARTS:
                if (home.folder / part).exists():
                    (home.folder / part).rename(aside / part)
                if (new / part).exists():
                    (new / part).rename(home.folder / part)
        home.create()
    return aside


def _find_aside(home: Home, now: datetime) -> Path:
    """The folder for what was there; another restore may have taken the name of this second."""
    first = home.folder / f"before-restore-{now:%Y%m%d-%H%M%S}"
    others = (first.with_name(f"{first.name}-{n}") for n in count(2))
    return next(each for each in chain([first], others) if not each.exists())


def check_database(path: Path) -> None:
    """Raises Damaged where SQLite finds fault with the file, another `UserError` where it cannot
    look.
    """
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        told, found = storage_errors.explain_error(error), str(error)
        if told not in ("", storage_errors.DAMAGED):
            raise UserError(told) from None
    if found != "ok":
        raise Damaged(f"The database is damaged: {found}.")


@contextmanager
def _create_archive(target: Path, partial: Path) -> Iterator[zipfile.ZipFile]:
    if target.exists():
        raise UserError(f"{target} exists already. Choose another name.")
    file = os.open(partial, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w+b") as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        yield archive


@contextmanager
def _open_database_copy(home: Home) -> Iterator[Path]:
    """As of one moment, whatever is written meanwhile."""
    with TemporaryDirectory(dir=home.folder, prefix="backup-") as folder:
        copy = Path(folder) / "multis.db"
        with (
            closing(sqlite3.connect(f"{home.database.as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        yield copy


def _list_files(home: Home) -> Iterator[str]:
    """Everything but the database, below the home; links are not followed."""
    for part in PARTS:
        top = home.folder / part
        found = [top] if top.is_file() else sorted(top.rglob("*"))
        for path in found:
            if path.is_file() and not path.is_symlink() and path.parent != home.database.parent:
                yield path.relative_to(home.folder).as_posix()


def _add_member(archive: zipfile.ZipFile, name: str, path: Path) -> Member:
    """Hashed as it is copied: a file that changes meanwhile is stored as it was read."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as target:
        while piece := source.read(PIECE):
            digest.update(piece)
            size += len(piece)
            target.write(piece)
    return Member(name, size, digest.hexdigest())


@contextmanager
def _open_archive(source: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except FileNotFoundError:
        raise UserError(f"There is no file {source}.") from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError):
        raise UserError(f"{source} is no backup of multis, or it is damaged.") from None


def _read_manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        raw = json.loads(archive.read(MANIFEST))
        members = tuple(Member(**each) for each in raw["members"])
        manifest = Manifest(raw["format"], raw["version"], raw["created_at"], members)
    except (KeyError, TypeError, ValueError):
        raise UserError("The backup has no list of contents that I can read.") from None
    if manifest.format != FORMAT:
        raise UserError("The backup was made by a newer multis. Update this one first.")
    if DATABASE not in {member.name for member in members}:
        raise UserError("The backup holds no database.")
    return manifest


def _extract(archive: zipfile.ZipFile, member: Member, folder: Path) -> None:
    path = folder / _check_name(member.name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    digest, left = hashlib.sha256(), member.size
    try:
        source = archive.open(member.name)
    except KeyError:
        raise UserError(f"The backup lacks {member.name}.") from None
    with source, _create_file(path) as target:
        while piece := source.read(PIECE):
            left -= len(piece)
            if left < 0:
                break
            digest.update(piece)
            target.write(piece)
    if left != 0 or digest.hexdigest() != member.sha256:
        raise UserError(f"{member.name} is not what was backed up: the file is damaged.")


def _check_name(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or path.parts[:1] not in {(p,) for p in PARTS}:
        raise UserError(f"The backup names a place where it may not write: {name!r}.")
    return name


def _create_file(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
