"""Parses 7z archives: every document in them, each under its own name.

The list of files is read here, the blocks are unpacked by Python's own LZMA, Bzip2 and Deflate; the
libraries for the format bring a dozen others, for ways of packing that documents hardly ever have.
"""

import bz2
import lzma
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest

from msgspec import Struct

from indexer.documents import Parsed, ParserProgress
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.sevenzip.header import (
    BZIP2,
    COPY,
    DEFLATE,
    Coder,
    Folder,
    HeaderReader,
    Listing,
    LockedError,
    UnknownPackingError,
    check_sum,
    read_listing,
)
from indexer.parsing.formats.zip import is_clutter, is_hidden, make_hidden_notice
from indexer.parsing.limits import MIB
from indexer.parsing.regular_files import make_count_error
from indexer.parsing.shared.nested_files import Member, parse_members, refuse_own_data
from indexer.parsing.shared.saved_pages import is_page_part

SUFFIXES = (".7z",)
HEAD = 32  # bytes before the first block
UNKNOWN = N_(": it is an archive. Unpack it and send the files in it")
DAMAGE = (lzma.LZMAError, zlib.error, OSError, EOFError, ValueError, LookupError)


class Entry(Struct, frozen=True):
    """A file in the archive: where it stands in which unpacked block."""

    name: str
    folder: Folder
    start: int
    size: int
    sum: int | None  # CRC-32


def parse(source: SourceFile) -> Iterator[Parsed]:
    try:
        unpacker = BlockUnpacker(source)
        entries = list(_list_entries(unpacker.read_listing()))
    except LockedError:
        raise ParseError("password", source.name) from None
    except UnknownPackingError as error:
        raise ParseError("unsupported", source.name, UNKNOWN, str(error)) from None
    except DAMAGE as error:
        raise ParseError("damaged", source.name, detail=type(error).__name__) from None
    if len(entries) > source.limits.entries:
        raise make_count_error(source.name, source.limits)
    names = frozenset(each.name for each in entries)
    refuse_own_data(source, names)
    yield ParserProgress(0, len(entries), "files")
    hidden = [each.name for each in entries if is_hidden(each.name)]
    members = (
        Member(each.name, partial(unpacker.read, each))
        for each in entries
        if not (is_hidden(each.name) or is_page_part(each.name, names))
    )
    yield from parse_members(source, members)
    if hidden:
        yield make_hidden_notice(hidden)


def _list_entries(listing: Listing) -> Iterator[Entry]:
    """Yield the files with content; names and contents stand in the same order."""
    parts = iter(_list_parts(listing.folders))
    for name, is_empty in zip(listing.names, listing.empty, strict=False):
        if is_empty or not name:
            continue
        part = next(parts, None)
        if part is None:
            raise EOFError
        if not is_clutter(name):
            yield Entry(name, *part)


def _list_parts(folders: Sequence[Folder]) -> Iterator[tuple[Folder, int, int, int | None]]:
    for folder in folders:
        start = 0
        for size, found in zip_longest(folder.parts, folder.sums[: len(folder.parts)]):
            yield folder, start, size, found
            start += size


@dataclass(slots=True)
class BlockUnpacker:
    """Unpacks blocks of an archive, and keeps the last one."""

    source: SourceFile
    _open: Folder | None = None
    _data: bytes = field(default=b"", repr=False)

    def read_listing(self) -> Listing:
        head = HeaderReader(self.source.data[12:HEAD])
        start, size = (int.from_bytes(head.take(8), "little") for _ in range(2))
        if not size:
            return Listing()
        header = self.source.data[HEAD + start : HEAD + start + size]
        check_sum(header, int.from_bytes(head.take(4), "little"))
        return read_listing(header, self.unpack)

    def read(self, entry: Entry) -> bytes:
        if entry.size > self.source.limits.part_bytes:
            raise ParseError("too_large", entry.name)
        if self._open is not entry.folder:
            self._open, self._data = None, b""
            self._open, self._data = entry.folder, self._unpack_or_refuse(entry)
        found = self._data[entry.start : entry.start + entry.size]
        try:
            return check_sum(found, entry.sum)
        except ValueError:
            raise ParseError("damaged", entry.name) from None

    def _unpack_or_refuse(self, entry: Entry) -> bytes:
        try:
            return self.unpack(entry.folder)
        except UnknownPackingError as error:
            raise ParseError("unsupported", entry.name, UNKNOWN, str(error)) from None
        except DAMAGE as error:
            raise ParseError("damaged", entry.name, detail=type(error).__name__) from None

    def unpack(self, folder: Folder) -> bytes:
        """Unpack a block; refuse one that unpacks to more than the limit."""
        limits, size = self.source.limits, folder.unpacked
        most = min(limits.unpacked_bytes, max(MIB, limits.unpacked_ratio * folder.packed))
        if size > most:
            raise ParseError("too_large", self.source.name, N_(" once it is unpacked"))
        start = HEAD + folder.start
        return _decompress(self.source.data[start : start + folder.packed], folder.coders, size)


def _decompress(packed: bytes, coders: Sequence[Coder], size: int) -> bytes:
    match [coder.method for coder in coders]:
        case [method] if method == COPY:
            return packed[:size]
        case [method] if method == DEFLATE:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, max(1, size))
        case [method] if method == BZIP2:
            return bz2.BZ2Decompressor().decompress(packed, size)
    filters = [coder.build_filter(size) for coder in coders]
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters).decompress(packed, size)
