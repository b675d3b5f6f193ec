"""Writes protocol buffers: the four kinds of field that an ONNX file is made of.

A message is bytes; fields are joined with `+`. Format: protobuf.dev/programming-guides/encoding.
"""

import struct

VARINT, LENGTH, FIXED32 = 0, 2, 5  # wire types


def varint(value: int) -> bytes:
    """Base 128, least significant group first; not for negative numbers."""
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    groups.append(value)
    return bytes(groups)


def integer(field: int, value: int) -> bytes:
    return varint(field << 3 | VARINT) + varint(value)


def number(field: int, value: float) -> bytes:
    return varint(field << 3 | FIXED32) + struct.pack("<f", value)


def message(field: int, content: bytes) -> bytes:
    """A message inside another, or raw bytes."""
    return varint(field << 3 | LENGTH) + varint(len(content)) + content


def text(field: int, content: str) -> bytes:
    return message(field, content.encode())
