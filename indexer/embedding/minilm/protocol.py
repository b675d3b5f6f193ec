"""The messages between the embedding process and its client: a fixed header, then the content."""

import struct
from typing import NamedTuple

REQUEST = struct.Struct("<IBI")  # number, urgent, bytes of UTF-8 that follow
REPLY = struct.Struct("<IBI")  # number, kind, bytes that follow
STARTED = 0  # the number of the first reply, which answers no request
VECTOR, FAILURE = 0, 1  # kinds of reply: float32 little-endian, or why it did not start, in UTF-8


class Request(NamedTuple):
    number: int
    urgent: bool
    text: str


def encode_request(number: int, text: str, *, urgent: bool) -> bytes:
    # A document may contain lone surrogates, which must not stop the work.
    content = text.encode("utf-8", "surrogatepass")
    return REQUEST.pack(number, urgent, len(content)) + content


def encode_reply(number: int, kind: int, content: bytes) -> bytes:
    return REPLY.pack(number, kind, len(content)) + content
