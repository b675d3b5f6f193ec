"""Reads the list of what a 7z archive holds: its packed blocks and the files in each.

Numbers, sizes and names come from the file: each is checked against the bytes that are there.
"""

import lzma
import zlib
from collections.abc import Callable, Sequence

from msgspec import Struct, field

END, HEADER, PROPERTIES, EXTRA_STREAMS, STREAMS, FILES = range(6)
PACKED, UNPACKED, PARTS, SIZE, DIGESTS, FOLDER, FOLDER_SIZES, PART_COUNTS = range(6, 14)
EMPTY, NAMES, ENCODED = 0x0E, 0x11, 0x17
COPY, DEFLATE, BZIP2, AES = b"\x00", b"\x04\x01\x08", b"\x04\x02\x02", b"\x06\xf1\x07\x01"
MOST_CODERS = 4
SMALLEST = 4096  # bytes of a dictionary
BRANCHES = {
    b"\x04": lzma.FILTER_X86,
    b"\x03\x03\x01\x03": lzma.FILTER_X86,
    b"\x03\x03\x02\x05": lzma.FILTER_POWERPC,
    b"\x03\x03\x04\x01": lzma.FILTER_IA64,
    b"\x03\x03\x05\x01": lzma.FILTER_ARM,
    b"\x03\x03\x07\x01": lzma.FILTER_ARMTHUMB,
    b"\x03\x03\x08\x05": lzma.FILTER_SPARC,
}


class UnknownPackingError(Exception):
    """The archive is packed in a way that is not known here."""


class LockedError(Exception):
    """The archive needs a password."""


class Coder(Struct, frozen=True):
    """One step of packing."""

    method: bytes
    settings: bytes = b""

    def build_filter(self, unpacked: int) -> dict[str, int]:
        """Return the step as liblzma knows it; a dictionary larger than the text is of no use."""
        match self.method, list(self.settings):
            case b"\x21", [bits] if bits <= 40:
                size = 0xFFFFFFFF if bits == 40 else (2 | bits & 1) << (bits // 2 + 11)
                size = max(SMALLEST, min(size, unpacked))
                return {"id": lzma.FILTER_LZMA2, "dict_size": size}
            case b"\x03\x01\x01", [bits, *size] if bits < 225 and len(size) == 4:
                wide = max(SMALLEST, min(int.from_bytes(bytes(size), "little"), unpacked))
                lengths = {"lc": bits % 9, "lp": bits // 9 % 5, "pb": bits // 45}
                return {"id": lzma.FILTER_LZMA1, "dict_size": wide, **lengths}
            case b"\x03", [distance]:
                return {"id": lzma.FILTER_DELTA, "dist": distance + 1}
            case method, _ if method in BRANCHES:
                return {"id": BRANCHES[method]}
        raise UnknownPackingError(self.method.hex())


class Folder(Struct):
    """A block that is unpacked as one: the files in it follow each other."""

    coders: Sequence[Coder]  # in the order of packing
    is_reversed: bool = False  # they stand in the archive the other way round
    start: int = 0  # of its packed bytes in the archive
    packed: int = 0
    unpacked: int = 0
    sum: int | None = None  # CRC-32; one file in it has none of its own then
    parts: list[int] = field(default_factory=list)  # sizes of its files
    sums: list[int | None] = field(default_factory=list)  # of its files


class Listing(Struct, frozen=True):
    folders: Sequence[Folder] = ()
    names: Sequence[str] = ()  # of files and folders
    empty: Sequence[bool] = ()  # which of them have no content


class HeaderReader:
    """Reads numbers from bytes; raise EOFError where they end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        if count > len(self._data) - self._at:
            raise EOFError
        self._at += count
        return self._data[self._at - count : self._at]

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        """Return a number whose first byte says how many others follow."""
        first = self.byte()
        extra = next(count for count in range(9) if count == 8 or not first & (0x80 >> count))
        low = int.from_bytes(self.take(extra), "little")
        return low | (first & (0x7F >> extra)) << (8 * extra) if extra < 8 else low

    def count(self) -> int:
        """Return a number of things, each of which takes a bit at least."""
        found = self.number()
        if found > 8 * len(self._data):
            raise EOFError
        return found

    def bits(self, count: int) -> list[bool]:
        packed = self.take((count + 7) // 8)
        return [bool(packed[at // 8] & (0x80 >> at % 8)) for at in range(count)]

    def rest(self) -> bytes:
        return self.take(len(self._data) - self._at)

    def sums(self, count: int) -> list[int | None]:
        """Return the check sums of `count` things; None for those without one."""
        defined = [True] * count if self.byte() else self.bits(count)
        return [int.from_bytes(self.take(4), "little") if each else None for each in defined]


def check_sum(data: bytes, expected: int | None) -> bytes:
    """Return the data; raise ValueError where its sum is another one."""
    if expected is not None and zlib.crc32(data) != expected:
        raise ValueError("sum")
    return data


def read_listing(data: bytes, unpack: Callable[[Folder], bytes], depth: int = 4) -> Listing:
    """Read the header of an archive, which may itself be packed, a few times at most."""
    reader = HeaderReader(data)
    kind = reader.byte()
    if kind == ENCODED and depth:
        (folder,) = _read_streams(reader)
        return read_listing(check_sum(unpack(folder), folder.sum), unpack, depth - 1)
    if kind != HEADER:
        raise ValueError(kind)
    folders: list[Folder] = []
    while (kind := reader.byte()) != END:
        if kind == STREAMS:
            folders = _read_streams(reader)
        elif kind == FILES:
            return _read_files(reader, folders)
        else:
            raise UnknownPackingError(str(kind))
    return Listing(folders)


def _read_streams(reader: HeaderReader) -> list[Folder]:
    start, sizes = 0, list[int]()
    folders = list[Folder]()
    while (kind := reader.byte()) != END:
        if kind == PACKED:
            start, sizes = _read_packed(reader)
        elif kind == UNPACKED:
            folders = _read_folders(reader)
        elif kind == PARTS:
            _read_parts(reader, folders)
        else:
            raise ValueError(kind)
    for folder, size in zip(folders, sizes, strict=True):
        folder.start, folder.packed = start, size
        start += size
    return folders


def _read_packed(reader: HeaderReader) -> tuple[int, list[int]]:
    start, count, sizes = reader.number(), reader.count(), list[int]()
    while (kind := reader.byte()) != END:
        if kind == SIZE:
            sizes = [reader.number() for _ in range(count)]
        elif kind == DIGESTS:
            reader.sums(count)
        else:
            raise ValueError(kind)
    return start, sizes


def _read_folders(reader: HeaderReader) -> list[Folder]:
    folders = list[Folder]()
    while (kind := reader.byte()) != END:
        if kind == FOLDER:
            count = reader.count()
            if reader.byte():
                raise UnknownPackingError("external")
            folders = [_read_folder(reader) for _ in range(count)]
        elif kind == FOLDER_SIZES:
            for folder in folders:
                sizes = [reader.number() for _ in folder.coders]
                folder.unpacked = sizes[-1 if folder.is_reversed else 0]
                folder.parts = [folder.unpacked]
        elif kind == DIGESTS:
            for folder, found in zip(folders, reader.sums(len(folders)), strict=True):
                folder.sum, folder.sums = found, [found]
        else:
            raise ValueError(kind)
    return folders


def _read_folder(reader: HeaderReader) -> Folder:
    """Read the steps of packing a block, which must follow each other."""
    count = reader.number()
    if not 0 < count <= MOST_CODERS:
        raise UnknownPackingError(str(count))
    coders = []
    for _ in range(count):
        flags = reader.byte()
        method = reader.take(flags & 0x0F)
        if flags & 0x10:
            raise UnknownPackingError(method.hex())
        coders.append(Coder(method, reader.take(reader.number()) if flags & 0x20 else b""))
    if any(coder.method == AES for coder in coders):
        raise LockedError
    pairs = [(reader.number(), reader.number()) for _ in range(count - 1)]
    if pairs == [(at, at + 1) for at in range(count - 1)]:
        return Folder(coders)
    if pairs == [(at + 1, at) for at in range(count - 1)]:
        return Folder(coders[::-1], is_reversed=True)
    raise UnknownPackingError("order")


def _read_parts(reader: HeaderReader, folders: Sequence[Folder]) -> None:
    counts = [1] * len(folders)
    kind = reader.byte()
    if kind == PART_COUNTS:
        counts = [reader.count() for _ in folders]
        kind = reader.byte()
    for folder, count in zip(folders, counts, strict=True):
        sizes = [reader.number() for _ in range(count - 1)] if kind == SIZE else []
        rest = folder.unpacked - sum(sizes)
        if rest < 0 or (count > 1 and kind != SIZE):
            raise ValueError(rest)
        folder.parts = [*sizes, rest] if count else []
    kind = reader.byte() if kind == SIZE else kind
    if kind == DIGESTS:
        _read_part_sums(reader, folders)
        kind = reader.byte()
    if kind != END:
        raise ValueError(kind)


def _read_part_sums(reader: HeaderReader, folders: Sequence[Folder]) -> None:
    """Read the sums of files, of which one alone in its block has that of the block."""
    several = [each for each in folders if len(each.parts) != 1 or each.sum is None]
    found = iter(reader.sums(sum(len(each.parts) for each in several)))
    for each in several:
        each.sums = [next(found) for _ in each.parts]


def _read_files(reader: HeaderReader, folders: Sequence[Folder]) -> Listing:
    count = reader.count()
    names, empty = list[str](), [False] * count
    while (kind := reader.byte()) != END:
        content = HeaderReader(reader.take(reader.number()))
        if kind == EMPTY:
            empty = content.bits(count)
        elif kind == NAMES and not content.byte():
            names = content.rest().decode("utf-16-le").split("\0")[:count]
    return Listing(folders, names, empty)
