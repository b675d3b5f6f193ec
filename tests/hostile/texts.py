"""Text formats: nesting, width, lying encodings and broken structures."""

import random
import struct
import zlib
from collections.abc import Callable, Mapping

MIB = 1 << 20
NOISE = random.Random(2).randbytes(2 * MIB)  # noqa: S311 - repeatable noise, no secret


def png(width: int, height: int) -> bytes:
    """A picture that claims its size and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def mail(depth: int) -> bytes:
    """Mails attached to mails."""
    body = "Subject: deep\n\nwords\n"
    for level in range(depth):
        edge = f"X{level}"
        body = (
            f'Subject: level {level}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="'
            f'{edge}"\n\n--{edge}\nContent-Type: message/rfc822\n\n{body}\n--{edge}--\n'
        )
    return body.encode()


TEXTS: Mapping[str, Callable[[], bytes]] = {
    "table-20000-wide.md": lambda: (
        b"|a" * 20_000 + b"|\n" + b"|-" * 20_000 + b"|\n" + b"|b" * 20_000
    ),
    "options-200k.rst": lambda: b".. note::\n" + b"   :a: b\n" * 200_000 + b"\nwords\n",
    "rules-200k.rst": lambda: b"===\n" * 200_000 + b"words\n",
    "ticks-1mb.rst": lambda: b":a:`" * (MIB // 4) + b"\n",
    "fonts-200k.html": lambda: b"<html>" + b"<font><p>" * 200_000 + b"w",
    "tables-50k.webpage": lambda: b"<html>" + b"<table><tr><td>" * 50_000 + b"w",
    "deep-200k.xml": lambda: b"<a>" * 200_000 + b"w" + b"</a>" * 200_000,
    "attributes-100k.xml": lambda: (
        b"<a " + b" ".join(b'b%d="c"' % n for n in range(100_000)) + b">w</a>"
    ),
    "entities.xml": lambda: (
        b'<!DOCTYPE a [<!ENTITY s SYSTEM "file:///etc/passwd"><!ENTITY a "words">]><a>&a; &s;</a>'
    ),
    "quotes-deep.md": lambda: b">" * 50_000 + b" text",
    "lists-deep.md": lambda: b"\n".join(b"  " * n + b"- x" for n in range(2_000)),
    "brackets.md": lambda: b"# " + b"[" * 50_000 + b"\n\ntext",
    "stars.md": lambda: b"# " + b"*a_ " * 20_000 + b"\n\ntext",
    "headings-200k.md": lambda: b"# h\n" * 200_000,
    "fence-open.md": lambda: b"```\n" + b"code\n" * 200_000,
    "links-100k.md": lambda: b"".join(b"[r%d]: /u\n" % n for n in range(100_000)),
    "line-40mb.txt": lambda: b"a" * (40 * MIB),
    "newlines-40mb.txt": lambda: b"\n" * (40 * MIB),
    "lines-20m.txt": lambda: b"a\n" * 9_000_000,
    "accents-10mb.txt": lambda: "é".encode() * (5 * MIB),
    "noise.txt": lambda: NOISE,
    "half-utf16.txt": lambda: b"\xff\xfe" + "words ".encode("utf-16-le") * 100 + b"\x00",
    "nuls.txt": lambda: b"word\0" * 100_000,
    "surrogates.txt": lambda: b"\xed\xa0\x80 words " * 1000,
    "divs-200k.html": lambda: b"<html>" + b"<div>" * 200_000 + b"text",
    "attributes-200k.html": lambda: (
        b"<html><p " + b" ".join(b"a%d=1" % n for n in range(200_000)) + b">text"
    ),
    "tables-deep-5000.html": lambda: b"<html>" + b"<table><tr><td>" * 5_000 + b"text",
    "node-40mb.html": lambda: b"<html><p>" + b"word " * (8 * MIB),
    "entities.html": lambda: b"<html><p>" + b"&notit;&#x110000;&#0;" * 50_000,
    "span-2g.html": lambda: b"<html><table><tr><td colspan=2000000000 rowspan=2000000000>x</table>",
    "lists-deep.html": lambda: b"<html>" + b"<ul><li>" * 20_000 + b"text",
    "comment-open.html": lambda: b"<html><!--" + b"-" * MIB,
    "columns-100k.csv": lambda: b"a," * 100_000 + b"\n" + b"b," * 100_000,
    "quote-open.csv": lambda: b'a,b\n"' + b"x,y\n" * 500_000,
    "rows-2m.csv": lambda: b"a,b\n" * 2_000_000,
    "deep.ipynb": lambda: b'{"cells":' + b"[" * 100_000,
    "wrong.ipynb": lambda: b'{"cells": [1, null, {"source": {"a": 1}}, {"cell_type": "code"}]}',
    "groups-deep.rtf": lambda: b"{\\rtf1 " + b"{" * 500_000 + b"text",
    "bin-2g.rtf": lambda: b"{\\rtf1 before \\bin2147483647 after}",
    "unicode.rtf": lambda: b"{\\rtf1 " + b"\\u-10179 ?\\uc2147483647\\u55357 " * 10_000 + b"text}",
    "cells-1m.rtf": lambda: b"{\\rtf1 " + b"x\\cell" * 1_000_000 + b"\\row}",
    "mails-deep.eml": lambda: mail(100),
    "headers-1m.eml": lambda: b"Subject: x\n" + b"X-A: b\n" * 300_000 + b"\nwords",
    "boundary-open.eml": lambda: (
        b"Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; "
        b"boundary=X\n\n" + b"--X\n\nwords\n" * 20_000
    ),
    "bomb.png": lambda: png(100_000, 100_000),
    "broken.png": lambda: png(100, 100)[:60],
    "broken.tiff": lambda: b"II*\x00" + NOISE[:2000],
    "broken.jpg": lambda: b"\xff\xd8\xff\xe0" + NOISE[:2000],
}
