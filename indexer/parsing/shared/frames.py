"""The messages between a parser and the processes that run programs for it: a size, then bytes."""

import struct
from typing import BinaryIO

SIZE = struct.Struct("<I")  # the number of bytes that follow


def frame(content: bytes) -> bytes:
    return SIZE.pack(len(content)) + content


def read_frame(file: BinaryIO, largest: int) -> bytes | None:
    """Read a message; None at the end, or for one that is longer than `largest`."""
    head = file.read(SIZE.size)
    size = SIZE.unpack(head)[0] if len(head) == SIZE.size else largest + 1
    return file.read(size) if size <= largest else None
