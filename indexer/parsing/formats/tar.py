"""Parses TAR archives, packed or not: every document in them, each under its own name."""

import bz2
import lzma
import tarfile
import zlib
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import Protocol

from indexer.documents import Parsed, ParserProgress
from indexer.i18n import N_
from indexer.parsing.errors import FailureKind, ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.zip import is_clutter, is_hidden, make_hidden_notice
from indexer.parsing.limits import MIB
from indexer.parsing.regular_files import make_count_error
from indexer.parsing.shared.nested_files import Member, parse_members, refuse_own_data
from indexer.parsing.shared.saved_pages import is_page_part

SUFFIXES = (".tar", ".tgz", ".tar.gz", ".tbz2", ".txz", ".gz", ".bz2", ".xz")
ANY_HEADER = 31  # of zlib: gzip's
MARKS = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
NO_TAR = N_(": it is an archive. Unpack it and send the files in it")
DAMAGE = (tarfile.TarError, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError)


class Unpacker(Protocol):
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def parse(source: SourceFile) -> Iterator[Parsed]:
    data = _unpack(source)
    files, hidden = list[tarfile.TarInfo](), list[str]()
    try:
        with tarfile.open(fileobj=BytesIO(data), mode="r:") as archive:
            files = _list_files(archive, source)
            refuse_own_data(source, (each.name for each in files))
            yield ParserProgress(0, len(files), "files")
            hidden = [each.name for each in files if is_hidden(each.name)]
            names = frozenset(each.name for each in files)
            members = (
                Member(each.name, partial(_read, archive, each, source))
                for each in files
                if not (is_hidden(each.name) or is_page_part(each.name, names))
            )
            yield from parse_members(source, members)
    except DAMAGE as error:
        if _choose_unpacker(source.data) and not files:
            raise ParseError("unsupported", source.name, NO_TAR) from None
        raise ParseError("damaged", source.name, detail=type(error).__name__) from None
    if hidden:
        yield make_hidden_notice(hidden)


def _unpack(source: SourceFile) -> bytes:
    """Return the archive without its packing; refuse what unpacks to more than the limit."""
    limits = source.limits
    most = min(limits.unpacked_bytes, max(MIB, limits.unpacked_ratio * len(source.data)))
    unpacker = _choose_unpacker(source.data)
    if unpacker is None:
        return source.data
    try:
        data = unpacker.decompress(source.data, most + 1)
    except DAMAGE as error:
        named = "tar" in source.name.lower() or source.name.lower().endswith("tgz")
        kind: FailureKind = "damaged" if named else "unsupported"
        raise ParseError(kind, source.name, NO_TAR, type(error).__name__) from None
    if len(data) > most:
        raise ParseError("too_large", source.name, N_(" once it is unpacked"))
    return data


def _choose_unpacker(data: bytes) -> Unpacker | None:
    if data.startswith(MARKS[0]):
        return zlib.decompressobj(ANY_HEADER)
    if data.startswith(MARKS[1]):
        return bz2.BZ2Decompressor()
    return lzma.LZMADecompressor(memlimit=1 << 27) if data.startswith(MARKS[2]) else None


def _list_files(archive: tarfile.TarFile, source: SourceFile) -> list[tarfile.TarInfo]:
    """Return the plain files; links and devices hold nothing."""
    found = list[tarfile.TarInfo]()
    for count, each in enumerate(archive):
        if count >= source.limits.entries:
            raise make_count_error(source.name, source.limits)
        found += [each] if each.isreg() and not is_clutter(each.name) else []
    return found


def _read(archive: tarfile.TarFile, member: tarfile.TarInfo, source: SourceFile) -> bytes:
    if member.size > source.limits.part_bytes:
        raise ParseError("too_large", member.name)
    file = archive.extractfile(member)
    return file.read(source.limits.part_bytes) if file else b""
