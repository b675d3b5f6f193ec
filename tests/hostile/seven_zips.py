"""7z archives that lie about what they hold."""

import lzma
import struct
import zlib
from collections.abc import Callable, Mapping

from tests.hostile.packing import MIB
from tests.hostile.texts import NOISE

SIGNATURE = b"7z\xbc\xaf'\x1c\x00\x04"
COPY, LZMA2 = b"\x01\x00", b"\x21\x21\x01\x18"  # a dictionary of 16 MiB
FILTERS = [{"id": lzma.FILTER_LZMA2, "dict_size": 16 * MIB}]


def seven_zip(header: bytes, packed: bytes = b"") -> bytes:
    start = struct.pack("<QQI", len(packed), len(header), zlib.crc32(header))
    return SIGNATURE + struct.pack("<I", zlib.crc32(start)) + start + packed + header


def number(value: int) -> bytes:
    return b"\xff" + value.to_bytes(8, "little")


def streams(packed: int, unpacked: int, coder: bytes) -> bytes:
    """One block at the beginning of the archive."""
    place = b"\x06" + number(0) + b"\x01\x09" + number(packed) + b"\x00"
    return place + b"\x07\x0b\x01\x00\x01" + coder + b"\x0c" + number(unpacked) + b"\x00\x00"


def files(names: list[str], count: int) -> bytes:
    listed = b"\x00" + "".join(f"{name}\0" for name in names).encode("utf-16-le")
    return b"\x05" + number(count) + b"\x11" + number(len(listed)) + listed + b"\x00\x00"


def one_file(packed: bytes, unpacked: int, coder: bytes = LZMA2) -> bytes:
    block = b"\x01\x04" + streams(len(packed), unpacked, coder)
    return seven_zip(block + files(["a.txt"], 1), packed)


def packed_in_itself() -> bytes:
    """Its list is packed, and unpacked it is the same packed list."""
    size = len(streams(0, 0, COPY)) + 1
    header = b"\x17" + streams(size, size, COPY)
    return seven_zip(header, header)


def zeros(size: int) -> bytes:
    return lzma.compress(bytes(size), lzma.FORMAT_RAW, filters=FILTERS)


SEVEN_ZIPS: Mapping[str, Callable[[], bytes]] = {
    "zeros-100mb.7z": lambda: one_file(zeros(100 * MIB), 100 * MIB),
    "claims-1tb.7z": lambda: one_file(zeros(MIB), 1 << 40),
    "in-itself.7z": packed_in_itself,
    "files-1e15.7z": lambda: seven_zip(b"\x01" + files(["a.txt"], 1 << 50)),
    "names-500k.7z": lambda: seven_zip(b"\x01" + files(["a"] * 500_000, 500_000)),
    "noise.7z": lambda: seven_zip(b"\x01\x04" + NOISE[:MIB], NOISE),
    "cut.7z": lambda: one_file(zeros(MIB), MIB)[:-40],
}
