"""Opens files that are neither links, pipes nor devices; nothing here looks at what is in them."""

import errno
import io
import os
import stat
from pathlib import Path

from indexer.i18n import N_, Sentence
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import MIB, Limits

LINK = N_(": it is a link")
MOVED = N_(": it was moved, or a folder above it is now a link")
KINDS: dict[int, Sentence] = {
    stat.S_IFLNK: LINK,
    stat.S_IFDIR: N_(": it is a folder"),
    stat.S_IFIFO: N_(": it is a pipe"),
    stat.S_IFSOCK: N_(": it is a socket"),
    stat.S_IFBLK: N_(": it is a device"),
    stat.S_IFCHR: N_(": it is a device"),
}
OTHER = N_(": it is not a file")


def open_regular_file(path: Path, name: str, *, resolved: bool = False) -> io.BufferedReader:
    """Open a file for reading; raise ParseError.

    A link is refused, since it may lead anywhere; a pipe or device, since opening one may never
    return. A `resolved` path has no link above the file either, and must have none when the file is
    opened: otherwise whoever may write one of its folders could exchange it for another.
    """
    try:
        _check_kind(path.lstat(), name)  # before it is opened, which is an event for a device
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY)
    except (FileNotFoundError, NotADirectoryError):
        raise ParseError("missing", name) from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise ParseError("unsupported", name, LINK) from None
        raise ParseError("unreadable", name, detail=type(error).__name__) from None
    file = open(descriptor, "rb")  # noqa: SIM115 - the caller closes it
    try:
        _check_kind(os.fstat(descriptor), name)
        if resolved and _find_path(descriptor) != os.fspath(path):
            raise ParseError("unsupported", name, MOVED)
    except BaseException:
        file.close()
        raise
    return file


def _check_kind(status: os.stat_result, name: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = KINDS.get(stat.S_IFMT(status.st_mode), OTHER)
        raise ParseError("unsupported", name, kind)


def _find_path(descriptor: int) -> str:
    """Return where the kernel found an open file."""
    return os.readlink(f"/proc/self/fd/{descriptor}")


def make_size_error(size: int, name: str, limits: Limits) -> ParseError:
    because = N_(": it has {size}, and I read at most {allowed}")
    values = {"size": _describe_size(size), "allowed": _describe_size(limits.file_bytes)}
    return ParseError("too_large", name, because.fill(**values))


def make_count_error(name: str, limits: Limits) -> ParseError:
    """Say that more files are in one than may be, and which setting says so."""
    because = N_(": it holds more than {count} files, the limit of {setting} in the settings")
    because = because.fill(count=limits.entries, setting="documents.limits.entries")
    return ParseError("too_large", name, because)


def _describe_size(size: int) -> Sentence:
    """Describe a size so that it is never 0 of something; the reader's language comes later."""
    if size < 1 << 10:
        return N_("{count} bytes", count=size)
    if size < MIB:
        return N_("{count} KB", count=max(1, round(size / (1 << 10))))
    megabytes = round(size / MIB, 1)
    return N_("{count} MB", count=int(megabytes) if megabytes.is_integer() else megabytes)
