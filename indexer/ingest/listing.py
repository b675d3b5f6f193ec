"""Lists the files of a folder that can be indexed, and says of all others why not.

A link may lead to any file that the owner may read, and whoever may write to the folder can put
one there: none is followed unless that is asked for.
"""

import errno
import os
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from indexer.i18n import N_, Sentence
from indexer.parsing.shared.saved_pages import list_page_names, may_be_part
from indexer.paths import DATABASE, format_name

CLOSED = N_("{name} belongs to multis itself, and is never indexed.")
LINK = N_("{name} is a link, and I do not follow links.")
DANGLING = N_("{name} is a link to something that does not exist.")
LOOP = N_("{name} is a link that leads back to itself.")
REPEATED = N_("{name} is a link to a folder that is already listed.")
NOT_ALLOWED = N_("I may not read {name}. Check its permissions and try again.")
UNREADABLE = N_("I cannot read {name}: {reason}.")
KINDS: dict[int, Sentence] = {
    stat.S_IFIFO: N_("{name} is a pipe, not a file."),
    stat.S_IFSOCK: N_("{name} is a socket, not a file."),
    stat.S_IFBLK: N_("{name} is a device, not a file."),
    stat.S_IFCHR: N_("{name} is a device, not a file."),
}


class ListedFile(Struct, frozen=True):
    """A file to index, by its resolved path; with a `reason`, one that cannot be."""

    path: Path
    reason: Sentence | None = None
    is_link: bool = False  # `follow_links` would follow it


def list_files(
    path: Path, *, closed: Collection[Path], follow_links: bool = False
) -> Iterator[ListedFile]:
    """Yield the files at `path` and in its folders, in a stable order, without hidden ones
    and the parts of saved web pages.

    Nothing in the folders `closed` is listed: multis' own has everybody's files in it.
    """
    return _Listing(closed, follow_links=follow_links).visit(resolve_folder(path))


def is_closed(path: Path, closed: Collection[Path]) -> bool:
    """Return whether `path`, which is resolved, is one of the folders `closed` or in one."""
    inside = os.path.join(path, "")  # by letters: `Path.parents` takes as long as to list a file
    return any(inside.startswith(os.path.join(each, "")) for each in closed)


def explain_kind(path: Path, mode: int) -> Sentence | None:
    """Return why what is at `path`, a pipe or a device, is no file; None where it may be one."""
    kind = KINDS.get(stat.S_IFMT(mode))
    return kind.fill(name=format_name(path.name)) if kind else None


def resolve_folder(path: Path) -> Path:
    """Resolve the links above `path`, which its user chose, but not the one it may be itself."""
    # Not `Path.resolve`: it raises RuntimeError where links lead in a circle.
    if path.name in ("", ".."):
        return Path(os.path.realpath(path))
    return Path(os.path.realpath(path.parent), path.name)


class _Listing:
    """One walk, which enters each folder once."""

    def __init__(self, closed: Collection[Path], *, follow_links: bool) -> None:
        self._closed = [Path(os.path.realpath(each)) for each in closed]
        self._follow_links = follow_links
        self._pages = set[Path]()  # folders with the parts of saved pages
        # By its number too a closed folder is known: it may be mounted a second time.
        self._entered: set[tuple[int, int]] = set(_list_numbers(self._closed))

    def visit(self, path: Path) -> Iterator[ListedFile]:
        waiting = [path]
        while waiting:
            at = waiting.pop()
            if is_closed(at, self._closed):
                yield ListedFile(at, CLOSED.fill(name=format_name(at.name)))
                continue
            try:
                mode = at.lstat().st_mode
                if stat.S_ISDIR(mode) and _is_home(at):
                    yield ListedFile(at, CLOSED.fill(name=format_name(at.name)))
                elif stat.S_ISDIR(mode):
                    waiting += self._enter(at)
                else:
                    yield from self._look(at, stat.S_IFMT(mode), waiting)
            except FileNotFoundError:
                yield ListedFile(at)  # reported as a missing file is, when it is opened
            except OSError as error:
                yield ListedFile(at, _explain_error(at, error))

    def _enter(self, folder: Path) -> list[Path]:
        """Return what is in a folder, last first; nothing if it was entered before."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            status = os.fstat(descriptor)
            if (status.st_dev, status.st_ino) in self._entered:
                return []
            self._entered.add((status.st_dev, status.st_ino))
            names = sorted(os.listdir(descriptor), reverse=True)
        finally:
            os.close(descriptor)
        visible = [folder / name for name in names if not name.startswith(".")]
        if folder not in self._pages:
            beside = frozenset(names)
            self._pages.update(each for each in visible if _has_page_parts(each, beside))
            return visible
        self._pages.update(each for each in visible if each.is_dir())
        return [each for each in visible if each in self._pages or not may_be_part(each.name)]

    def _look(self, path: Path, kind: int, waiting: list[Path]) -> Iterator[ListedFile]:
        """Yield what is at `path`, which is no folder; a folder that it links to has to wait."""
        if kind != stat.S_IFLNK:
            yield ListedFile(path, explain_kind(path, kind))
        elif not self._follow_links:
            yield ListedFile(path, LINK.fill(name=format_name(path.name)), is_link=True)
        elif reason := self._check_link(path):
            yield ListedFile(path, reason.fill(name=format_name(path.name)))
        else:
            waiting.append(Path(os.path.realpath(path)))

    def _check_link(self, link: Path) -> Sentence | None:
        """Return why a link cannot be followed."""
        try:
            status = link.stat()
        except FileNotFoundError:
            return DANGLING
        except OSError as error:
            if error.errno == errno.ELOOP:
                return LOOP
            raise
        return REPEATED if (status.st_dev, status.st_ino) in self._entered else None


def _is_home(folder: Path) -> bool:
    """Return whether this is a home of multis, such as another one's or a copy."""
    return os.path.exists(os.path.join(folder, DATABASE))


def _has_page_parts(path: Path, beside: frozenset[str]) -> bool:
    """Return whether this is the folder with the pictures and scripts of a saved page."""
    pages = list_page_names(path.name)
    return bool(pages) and not beside.isdisjoint(pages) and path.is_dir()


def _list_numbers(folders: Iterable[Path]) -> Iterator[tuple[int, int]]:
    for each in folders:
        with suppress(OSError):
            status = each.stat()
            yield status.st_dev, status.st_ino


def _explain_error(path: Path, error: OSError) -> Sentence:
    if isinstance(error, PermissionError):
        return NOT_ALLOWED.fill(name=format_name(path.name))
    reason = error.strerror or type(error).__name__
    return UNREADABLE.fill(name=format_name(path.name), reason=reason)
