"""Backs up an installation into one file while it runs, verifies it, and restores it.

A backup is a ZIP file with `manifest.json`, a copy of the database made by SQLite's backup API, and
the files of memory, vault and configuration. Models and logs are left out: they can be obtained
again. It contains everything that was said in confidence, and the tokens, so only the owner can
read the file. Only what the manifest lists is restored.
"""

import hashlib
import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, BinaryIO
from urllib.parse import quote, unquote_to_bytes

import msgspec
from msgspec import Struct, to_builtins

from bot import version
from bot.home import IMPOSSIBLE, KEPT, Home, is_kept
from bot.messages import UserError
from bot.operations.backups.archive import find_scratch, hold_home, open_database_copy, open_partial
from bot.runtime import storage_errors
from bot.runtime.process_lock import hold_daemon_lock, hold_sole_use_lock
from bot.runtime.replacement import replace_parts
from bot.services.tables import SCHEMAS
from indexer.errors import StorageError
from indexer.i18n import N_, _, format_list, format_size, ngettext
from indexer.paths import DATABASE
from indexer.store.engine.server import DatabaseSettings
from indexer.store.engine.sqlite import SqliteSession
from indexer.store.engine.template import find_planted

MANIFEST = "manifest.json"
FORMAT = 1
PIECE = 1 << 20
MARK = 8  # hex digits that tell apart files whose names look alike
LISTED = 64 << 20  # bytes of a manifest: some hundred thousand files
NAMED = 5  # triggers that are named
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of ours; others have no limit in reading
ENCRYPTED = 0x1  # a bit of the flags of a file in an archive
BROKEN = (zipfile.BadZipFile, EOFError, zlib.error)
UNLISTED = N_("The backup has no readable list of its contents.")


class Damaged(UserError):
    """A damaged database, which only a backup can replace."""


class Member(Struct, frozen=True):
    name: str  # the path below the home, with /
    size: int  # bytes
    sha256: str
    # The path itself where it is no text, quoted as in a web address; `name` then stands for it.
    path: str = ""

    def find_path(self) -> str:
        """Return the path below the home, as the system has it."""
        return os.fsdecode(unquote_to_bytes(self.path)) if self.path else self.name


class Manifest(Struct, frozen=True):
    format: int
    version: str  # of the multis that wrote it
    created_at: str  # ISO 8601
    members: tuple[Member, ...]


def check_is_local(settings: DatabaseSettings, home: Home) -> None:
    """Raise a `UserError` if the database is on a server, which only its own tools can copy."""
    if settings.url:
        raise UserError(
            _(
                "The database is on a PostgreSQL server: back it up there, with pg_dump, and copy "
                "the folders data, memory and vault of {folder} besides.",
                folder=str(home.folder),
            )
        )


def create(home: Home, target: Path, now: datetime) -> Manifest:
    """Write a backup of `home` to `target`, which must not exist; the daemon may be running."""
    if not home.database.exists():
        raise UserError(_("There is nothing to back up in {folder}.", folder=str(home.folder)))
    if target.exists():
        raise UserError(_("{file} already exists. Choose another name.", file=str(target)))
    partial = target.with_name(target.name + ".partial")
    try:
        with hold_home(home), open_partial(partial) as raw:
            with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
                manifest = _fill_archive(archive, home, find_scratch(home, target), now)
            raw.flush()
            os.fsync(raw.fileno())  # whoever reads that it is made may lose the original next
            partial.replace(target)
    except OSError as error:
        if error.filename not in (None, str(target), str(partial)):
            raise  # of the home, not of the backup: `bot.runtime.storage_errors` explains it
        raise UserError(
            _(
                "Cannot write the backup to {file}: {reason}.",
                file=str(target),
                reason=str(error.strerror),
            )
        ) from None
    return manifest


def _fill_archive(archive: zipfile.ZipFile, home: Home, scratch: Path, now: datetime) -> Manifest:
    """Write a copy of the database, the other files, and last what there should be."""
    with open_database_copy(home, scratch) as copy:
        members = [_add_member(archive, DATABASE, copy)]
    for name in home.list_kept_files():
        with suppress(FileNotFoundError):  # gone meanwhile: the assistant may be running
            members.append(_add_member(archive, name, home.folder / name))
    manifest = Manifest(FORMAT, version(), now.isoformat(), tuple(members))
    archive.writestr(MANIFEST, json.dumps(to_builtins(manifest), indent=1))
    return manifest


def format_created(manifest: Manifest, file: Path) -> str:
    """Say how much is in a backup that was just made."""
    return ngettext(
        "Backed up {count} file to {file} ({size}).",
        "Backed up {count} files to {file} ({size}).",
        len(manifest.members),
        file=str(file),
        size=format_size(file.stat().st_size),
    )


def verify(source: Path, tmp: Path | None = None) -> Manifest:
    """Check every file against the manifest, and the database; return the manifest.

    `tmp` is where it is unpacked, for as long as that takes; the system's folder by default.
    """
    with (
        _open_archive(source) as archive,
        TemporaryDirectory(dir=tmp, prefix="multis-verify-") as folder,
    ):
        manifest = _read_manifest(archive)
        _check_room(manifest, Path(folder))
        for member in manifest.members:
            _extract(archive, member, Path(folder))
        check_database(Path(folder) / DATABASE)
    return manifest


def restore(source: Path, home: Home, now: datetime) -> Path:
    """Replace what is in `home` with the backup; return the folder that holds what was there."""
    with hold_daemon_lock(home), hold_sole_use_lock(home), _open_archive(source) as archive:
        home.create()
        with TemporaryDirectory(dir=home.tmp, prefix="restore-") as folder:
            new = Path(folder)
            manifest = _read_manifest(archive)
            _check_room(manifest, new)
            for member in manifest.members:
                _extract(archive, member, new)
            check_database(new / DATABASE)
            return put_in_place(new, home, now)


def put_in_place(new: Path, home: Home, now: datetime, parts: Sequence[str] = KEPT) -> Path:
    """Move what is in `new` into the home; return the folder that holds what was there.

    Whoever calls this holds the locks of the daemon and of sole use. `new` is in the home.
    """
    aside = _find_aside(home, now)
    replace_parts(home, new, aside, parts)
    home.create()
    return aside


def _find_aside(home: Home, now: datetime) -> Path:
    """Return a new folder for what was there; another restore may have used this second's name."""
    first = home.folder / f"before-restore-{now:%Y%m%d-%H%M%S}"
    others = (first.with_name(f"{first.name}-{n}") for n in count(2))
    return next(each for each in chain([first], others) if not each.exists())


def check_database(path: Path) -> None:
    """Raise Damaged if SQLite finds an error in the file, another `UserError` if it cannot look.

    Also for one with triggers or views of somebody else: they would act on what is written later.
    """
    try:
        with closing(SqliteSession(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
            planted = find_planted(database, SCHEMAS) if found == "ok" else []
    except StorageError as error:
        sentence, found = storage_errors.explain_error(error), str(error)
        if sentence not in (None, storage_errors.DAMAGED):
            raise UserError(str(sentence)) from None
    if found != "ok":
        raise Damaged(_("The database is damaged: {reason}.", reason=str(found)))
    if planted:
        raise UserError(
            _(
                "The database holds what multis has not made: {names}. Nothing was changed; use "
                "another backup.",
                names=format_list(planted[:NAMED]),
            )
        )


def _add_member(archive: zipfile.ZipFile, path: str, file: Path) -> Member:
    """Copy a file into the archive and hash what was read: it may change meanwhile."""
    digest, size = hashlib.sha256(), 0
    name, quoted = _name_member(path)
    with file.open("rb") as source, archive.open(name, "w", force_zip64=True) as target:
        while piece := source.read(PIECE):
            digest.update(piece)
            size += len(piece)
            target.write(piece)
    return Member(name, size, digest.hexdigest(), quoted)


def _name_member(path: str) -> tuple[str, str]:
    """Return the name in the archive, and the path in quotes where the name cannot be the path.

    Other systems name files in bytes that are no text; such a name tells two of them apart.
    """
    try:
        path.encode()
    except UnicodeEncodeError:
        raw = os.fsencode(path)
        mark = hashlib.sha256(raw).hexdigest()[:MARK]
        return f"{raw.decode(errors='replace')}.{mark}", quote(raw)
    return path, ""


@contextmanager
def _open_archive(source: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except FileNotFoundError:
        raise UserError(_("File not found: {path}", path=str(source))) from None
    except (*BROKEN, IsADirectoryError, zipfile.LargeZipFile, NotImplementedError):
        raise UserError(
            _("{file} is not a backup of multis, or it is damaged.", file=str(source))
        ) from None


def _read_manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        with _open_member(archive, MANIFEST) as file:
            manifest = msgspec.json.decode(file.read(LISTED), type=Manifest)
    except (KeyError, ValueError, RecursionError, msgspec.MsgspecError):
        raise UserError(str(UNLISTED)) from None
    if manifest.format != FORMAT:
        raise UserError(_("The backup was made by a newer version of multis. Update first."))
    if DATABASE not in {member.name for member in manifest.members}:
        raise UserError(_("The backup contains no database."))
    try:
        datetime.fromisoformat(manifest.created_at)
    except ValueError:
        raise UserError(str(UNLISTED)) from None
    return manifest


def _open_member(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    """Open a file of the archive; a KeyError if there is none, BadZipFile if we did not pack it."""
    info = archive.getinfo(name)
    if info.compress_type not in PACKINGS or info.flag_bits & ENCRYPTED:
        raise zipfile.BadZipFile(name)
    return archive.open(info)


def _check_room(manifest: Manifest, folder: Path) -> None:
    """Raise a `UserError` unless the disk has room for all that the backup says it holds."""
    size = sum(max(0, each.size) for each in manifest.members)
    free = shutil.disk_usage(folder).free
    if size > free:
        raise UserError(
            _(
                "The backup needs {size}, and {folder} has only {free} free.",
                size=format_size(size),
                folder=str(folder.parent),
                free=format_size(free),
            )
        )


def _extract(archive: zipfile.ZipFile, member: Member, folder: Path) -> None:
    path = folder / _check_name(member.find_path())
    digest, left = hashlib.sha256(), member.size
    try:
        source = _open_member(archive, member.name)
    except KeyError:
        raise UserError(_("{file} is missing in the backup.", file=member.name)) from None
    with source, _create_file(path, member) as target:
        while piece := source.read(PIECE):
            left -= len(piece)
            if left < 0:
                break
            digest.update(piece)
            target.write(piece)
    if left != 0 or digest.hexdigest() != member.sha256:
        raise _make_damaged(member)


def _make_damaged(member: Member) -> UserError:
    return UserError(
        _("{file} is not what was backed up: the backup is damaged.", file=member.name)
    )


def _check_name(name: str) -> str:
    if not is_kept(name):
        raise UserError(
            _("The backup contains a path where it may not write: {path}", path=repr(name))
        )
    return name


def _create_file(path: Path, member: Member) -> BinaryIO:
    """Create a file; a `UserError` if there can be none of that name beside the others."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except ValueError:
        raise _make_damaged(member) from None
    except OSError as error:
        if error.errno in IMPOSSIBLE:
            raise _make_damaged(member) from None
        raise
