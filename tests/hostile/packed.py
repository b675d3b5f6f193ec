"""Bodies that come packed, though nobody asked for it: five kilobytes may be gigabytes."""

import gzip

PACKED = {"Content-Encoding": "gzip, gzip"}


def pack_twice(body: bytes) -> bytes:
    return gzip.compress(gzip.compress(body))
