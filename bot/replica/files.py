"""Copies the files of an installation to the replica: memory, notes, and documents as they came.

Contents are objects by their SHA-256, which are written once. A list names the files of one moment
and their contents; the newest list that is not later than a moment says what there was then. Lists
that are too old are deleted, and contents that no list names any more.

A list may lie ahead: it was made before the clock was set back, or it is now that the clock is
wrong. It stays, and what comes after it is listed twice: at its time, and just after the newest.
"""

import errno
import hashlib
import json
import logging
import os
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bot.home import IMPOSSIBLE, is_kept_file
from bot.replica.litestream import ReplicaError
from bot.replica.objects import MOST_NAMES, Objects
from indexer.i18n import _

log = logging.getLogger(__name__)

LISTS, CONTENTS = "lists", "contents"
FORMAT = 1
STAMP = "%Y%m%dT%H%M%S.%fZ"
RESOLUTION = timedelta(microseconds=1)  # of a stamp
LIST_BYTES = 64 << 20  # of a list: some hundred thousand files
MOST_BYTES = 4 << 30  # of one file
ROOM = 200 << 20  # bytes of disk that stay free: the home needs them too
BUILT = datetime(2026, 1, 1, tzinfo=UTC)  # a clock that is before it does not know the time
AHEAD = timedelta(days=36_500)  # of the clock: no list is from later than that
DAY = timedelta(days=1)
DIGEST = re.compile(r"[0-9a-f]{64}")


class DamagedFilesError(ReplicaError):
    """Some objects of the replica, `damaged` by name, are not those that were copied."""

    def __init__(self, text: str, damaged: Iterable[str]) -> None:
        super().__init__(text)
        self.damaged = frozenset(damaged)


class FileList(Struct, frozen=True):
    """The files of one moment: the SHA-256 of each, by its path below the home."""

    at: datetime
    files: Mapping[str, str]

    @property
    def name(self) -> str:
        return f"{LISTS}/{self.at.astimezone(UTC).strftime(STAMP)}.json"

    def leave_out(self, name: str) -> "FileList":
        """Return the list without that file."""
        return FileList(self.at, {path: each for path, each in self.files.items() if path != name})


class _Hashed(Struct, frozen=True):
    changed: int  # nanoseconds
    size: int  # bytes
    digest: str


class FileCopier:
    """Copies what changed; it lives as long as the daemon, to remember what the replica has."""

    def __init__(self, folder: Path, keep: timedelta) -> None:
        self._folder = folder
        self._keep = keep
        self._hashed: dict[str, _Hashed] = {}
        self._there: set[str] | None = None
        self._damaged: set[str] = set()  # contents that the next copy takes as missing
        self._rewritten: dict[str, datetime] = {}  # what was damaged within a day
        self._pruned = False
        self._last: FileList | None = None  # the newest there is
        self._ahead: FileList | None = None  # the same, as it was listed after those ahead

    def copy(self, objects: Objects, names: Iterable[str], now: datetime) -> int:
        """Copy the files `names`; return how many contents were new. Takes long: for a thread.

        A `ReplicaError` names a file that cannot be read, after all others are copied.
        """
        if self._there is None:
            self._there = set(_list_names(objects, CONTENTS)) - self._damaged
            self._damaged = set()
        there = self._there
        before = len(there)
        files, unread = self._copy_all(objects, names, there, now)
        self._hashed = {name: known for name in files if (known := self._hashed.get(name))}
        sent = len(there) - before
        if self._last is None or self._last.files != files or self._last.at > now:
            last = FileList(now, files)
            write_list(objects, last)
            self._write_ahead(objects, last)
            self._last = last
        there -= self._prune(objects, now, there)
        if unread:
            raise unread
        return sent

    def write_again(self, damaged: Collection[str], now: datetime) -> None:
        """Copy the objects that are damaged, or missing, once more with the next copy.

        Each at most once a day, and one list: a place that damages whatever it gets gets no more.
        """
        lately = {each: at for each, at in self._rewritten.items() if abs(now - at) < DAY}
        lists = {each for each in damaged if each.partition("/")[0] == LISTS}
        due = {LISTS for _each in lists} | (set(damaged) - lists)
        due -= lately.keys()
        self._rewritten = lately | dict.fromkeys(due, now)
        if LISTS in due:
            self._last = None
        if contents := due - {LISTS}:
            self._damaged |= contents
            self._there = None  # more may be missing

    def _write_ahead(self, objects: Objects, files: FileList) -> None:
        """Write a list once more after those that lie ahead of it, instead of the last such one."""
        newest = max(at for at, _name in _list_lists(objects, files.at))
        if newest <= files.at:
            return
        last, self._ahead = self._ahead, replace(files, at=newest + RESOLUTION)
        write_list(objects, self._ahead)
        if last:
            objects.delete([last.name])

    def _prune(self, objects: Objects, now: datetime, there: set[str]) -> set[str]:
        """Delete what is too old; return the contents. What was copied stays if that fails."""
        # An earlier process may have been killed before it deleted the contents of its lists.
        thoroughly, self._pruned = not self._pruned, True
        try:
            return prune(objects, now, self._keep, there, thoroughly=thoroughly)
        except ReplicaError as error:
            log.warning("what the replica no longer needs stays there: %s", error)
            return set()

    def _copy_all(
        self, objects: Objects, names: Iterable[str], there: set[str], now: datetime
    ) -> tuple[dict[str, str], "_UnreadError | None"]:
        """Return the contents of the files by name, and the first that could not be read."""
        files: dict[str, str] = {}
        unread = None
        for name in names:
            try:
                files[name] = self._copy_one(objects, name, there)
            except _UnreadError as error:
                unread = unread or error
                files |= self._find_last(objects, name, there, now)  # as it could be read
            except FileNotFoundError:  # gone meanwhile
                continue
        return files, unread

    def _find_last(
        self, objects: Objects, name: str, there: Collection[str], now: datetime
    ) -> dict[str, str]:
        """Return what the last list says of a file; empty if it, or what it had, is not there."""
        if self._last is None:  # the daemon was restarted
            with suppress(ReplicaError):  # it is damaged: the next list does not depend on it
                self._last = find_list(objects, None, now)
        digest = self._last.files.get(name, "") if self._last else ""
        return {name: digest} if place_content(digest) in there else {}

    def _copy_one(self, objects: Objects, name: str, there: set[str]) -> str:
        """Copy a file unless the replica has its contents; return their SHA-256."""
        state = (self._folder / name).stat()
        known = self._hashed.get(name)
        same = known and (known.changed, known.size) == (state.st_mtime_ns, state.st_size)
        if known and same and place_content(known.digest) in there:
            return known.digest
        content = _read_file(self._folder / name, name)
        digest = hashlib.sha256(content).hexdigest()
        if (place := place_content(digest)) not in there:
            objects.put(place, content)
            there.add(place)
        self._hashed[name] = _Hashed(state.st_mtime_ns, len(content), digest)
        return digest


class _UnreadError(ReplicaError):
    """A file that the home has and the replica cannot have."""


def _read_file(path: Path, name: str) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:  # it could not be restored
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _make_unread(name, str(error.strerror)) from None


def _make_unread(name: str, reason: str) -> _UnreadError:
    return _UnreadError(_("Cannot read {name}: {reason}.", name=name, reason=reason))


def place_content(digest: str) -> str:
    """Return the name of the object with the contents of this SHA-256."""
    return f"{CONTENTS}/{digest[:2]}/{digest}"


def write_list(objects: Objects, files: FileList) -> None:
    """Write a list; its contents must be there before. A `ReplicaError` if it would be too long."""
    told = json.dumps({"format": FORMAT, "files": dict(files.files)}).encode()
    if len(told) > LIST_BYTES:  # it could not be restored
        raise _make_unread(files.name, os.strerror(errno.EFBIG))
    objects.put(files.name, told)


def find_list(objects: Objects, at: datetime | None, now: datetime) -> FileList:
    """Find the newest list that is not later than `at`; one without files if there is none."""
    named = [each for each in _list_lists(objects, now) if at is None or each[0] <= at]
    if not named:
        return FileList(at or now, {})
    moment, name = max(named)
    return _read_list(objects, moment, name)


def fetch_files(objects: Objects, files: FileList, folder: Path, room: int = ROOM) -> None:
    """Write the files of a list below `folder`; a `ReplicaError` if some are not what was copied.

    Somebody else may have written the list: it names no other files than those that are copied,
    and they leave so much `room` on the disk, in bytes. All others are written first.
    """
    if wrong := [each for each in files.files.items() if not _is_copied(*each)]:
        raise _make_damaged(wrong[0][0], files.name)
    errors: list[DamagedFilesError] = []
    for name, digest in files.files.items():
        pieces = _keep_room(_read(objects, place_content(digest), MOST_BYTES), folder, room)
        try:
            _fetch_file(pieces, folder, name, digest)
        except DamagedFilesError as error:
            errors.append(error)
    if errors:
        raise DamagedFilesError(str(errors[0]), {each for one in errors for each in one.damaged})


def _is_copied(name: str, digest: str) -> bool:
    return is_kept_file(name) and DIGEST.fullmatch(digest) is not None


def _fetch_file(pieces: Iterable[bytes], folder: Path, name: str, digest: str) -> None:
    """Write a file, but for what is not of this SHA-256."""
    if _write(folder, name, pieces) != digest:
        (folder / name).unlink()
        raise _make_damaged(name, place_content(digest))


def _keep_room(pieces: Iterable[bytes], folder: Path, room: int) -> Iterator[bytes]:
    """Yield the pieces while the disk has more than `room` bytes free; then a `ReplicaError`."""
    for piece in pieces:
        if shutil.disk_usage(folder).free < room + len(piece):
            raise ReplicaError(_("The disk has no room for the files of the replica."))
        yield piece


def _write(folder: Path, name: str, pieces: Iterable[bytes]) -> str:
    """Write a file; return the SHA-256 of its contents.

    A `ReplicaError` if there can be none of that name beside the others.
    """
    path, hashed = folder / name, hashlib.sha256()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        with path.open("wb") as file:
            for piece in pieces:
                hashed.update(piece)
                file.write(piece)
    except ValueError:
        raise _make_damaged(name, LISTS) from None
    except OSError as error:
        if error.errno in IMPOSSIBLE:
            raise _make_damaged(name, LISTS) from None
        raise
    return hashed.hexdigest()


def prune(
    objects: Objects,
    now: datetime,
    keep: timedelta,
    contents: Collection[str],
    *,
    thoroughly: bool,
) -> set[str]:
    """Delete lists older than `keep`, and contents that no list names; return these.

    The newest list from before is kept: it says what there was at that time. Contents are looked
    through if a list goes, or `thoroughly`; a `ReplicaError` if a list that is kept cannot be read:
    it may name any of them, so all stay.
    """
    named = sorted(_list_lists(objects, now))
    gone = [each for each in named if each[0] < now - keep][:-1]
    if not (gone or thoroughly):
        return set()
    objects.delete([name for _moment, name in gone])
    kept = [each for each in named if each not in gone]
    lists = (_read_list(objects, *each) for each in kept)
    used = {place_content(digest) for each in lists for digest in each.files.values()}
    unused = set(contents) - used
    objects.delete(unused)
    return unused


def _list_names(objects: Objects, folder: str) -> Iterator[str]:
    """Yield the names of the objects of a folder; a `ReplicaError` if they do not end."""
    for number, name in enumerate(objects.list_names(folder)):
        if number == MOST_NAMES:
            raise _make_damaged(folder, "")
        yield name


def _list_lists(objects: Objects, now: datetime) -> Iterator[tuple[datetime, str]]:
    """Yield moments and names; nothing of one that is from so late that ours cannot follow it."""
    latest = max(now, BUILT) + AHEAD
    for name in _list_names(objects, LISTS):
        stamp = name.rpartition("/")[2].removesuffix(".json")
        try:
            at = datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
        except ValueError:  # not one of ours
            continue
        if at < latest:
            yield at, name


def _read_list(objects: Objects, at: datetime, name: str) -> FileList:
    try:
        told = json.loads(b"".join(_read(objects, name, LIST_BYTES)))
        if told["format"] == FORMAT:
            return FileList(at, {str(path): str(digest) for path, digest in told["files"].items()})
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise _make_damaged(name, name) from None
    raise ReplicaError(_("The replica was made by a newer version of multis. Update first."))


def _read(objects: Objects, name: str, most: int) -> Iterator[bytes]:
    """Yield the pieces of an object; a `ReplicaError` if it is missing or exceeds `most` bytes."""
    left = most
    try:
        for piece in objects.read(name):
            left -= len(piece)
            if left < 0:
                raise _make_damaged(name, name)
            yield piece
    except FileNotFoundError:
        missing = _("{file} is missing in the replica.", file=name)
        raise DamagedFilesError(missing, [name]) from None


def _make_damaged(name: str, place: str) -> DamagedFilesError:
    """Return the error about a file, and the object that is to be copied again, if any."""
    told = _("{file} is not what was copied: the replica is damaged.", file=name)
    return DamagedFilesError(told, filter(None, [place]))
