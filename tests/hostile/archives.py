"""ZIP containers of every kind: bombs, lies, loops and damage."""

import gzip
import struct
import tarfile
from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from tests.hostile.packing import LAUGHS, MIB, OFFICE, streamed
from tests.indexer.parsing.formats.making import XML, zipped

SHEET = f"{OFFICE}/spreadsheetml/2006/main"
SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)


def sheet(rows: Iterable[str]) -> bytes:
    relations = f'<Relationships xmlns="{OFFICE}/package/2006/relationships">'
    document = f"{OFFICE}/officeDocument/2006/relationships"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    head = f'{XML}<worksheet xmlns="{SHEET}"><sheetData>'.encode()
    files = {
        "[Content_Types].xml": f'{XML}<Types xmlns="{OFFICE}/package/2006/content-types"><Default '
        'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/><Override '
        f'PartName="/xl/worksheets/sheet1.xml" ContentType="{types}.worksheet+xml"/></Types>',
        "_rels/.rels": f'{relations}<Relationship Id="r1" Type="{document}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'{relations}<Relationship Id="r1" '
        f'Type="{document}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{document}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    }
    body = chain([head], (row.encode() for row in rows), [b"</sheetData></worksheet>"])
    plain = {name: [text.encode()] for name, text in files.items()}
    return streamed({**plain, "xl/worksheets/sheet1.xml": body})


def cell(place: str) -> str:
    return f'<c r="{place}"><v>1</v></c>'


def odt(body: str) -> bytes:
    content = f"{XML}<office:document-content {SPACES}><office:body>{body}</office:body>"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": "<m/>",
            "content.xml": content + "</office:document-content>",
        }
    )


def epub(chapter: bytes, spine: int = 1) -> bytes:
    container = '<container><rootfile full-path="book.opf"/></container>'
    package = (
        '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine>'
        + "<itemref idref='a'/>" * spine
        + "</spine></package>"
    )
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "book.opf": package,
            "a.xhtml": chapter,
        }
    )


def matryoshka(depth: int) -> bytes:
    data = zipped({"deep.txt": "words"})
    for _ in range(depth):
        data = zipped({"next.zip": data})
    return data


def bomb_tree() -> bytes:
    """Ten archives of ten bombs each."""
    bomb = streamed({"zeros.txt": (bytes(MIB) for _ in range(10))})
    inner = zipped({f"{n}.zip": zipped({"a.txt": bomb}) for n in range(10)})
    return zipped({f"{n}.zip": inner for n in range(10)})


def lying_size(size: int) -> bytes:
    """A directory that claims another unpacked size than the file has."""
    data = bytearray(zipped({"a.txt": "word " * 1000}))
    place = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, place + 24, size)
    return bytes(data)


def overlapping() -> bytes:
    """Two hundred names for the same packed bytes."""
    data = zipped({"a.txt": b"x" * MIB})
    start, end = data.rindex(b"PK\x01\x02"), data.rindex(b"PK\x05\x06")
    directory = data[start:end] * 200
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 200, 200, len(directory), start, 0)
    return data[:start] + directory + tail


ODT_TABLE = (
    "<table:table><table:table-row><table:table-cell>",
    "</table:table-cell></table:table-row></table:table>",
)


def tar_header(name: str, size: int, kind: bytes = b"0", link: str = "") -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname = size, kind, link
    return info.tobuf()


def tar_of(data: bytes) -> bytes:
    inside = tar_header("next.tar" if data[257:262] == b"ustar" else "a.txt", len(data)) + data
    return inside + bytes(-len(inside) % 512 + 1024)


ARCHIVES: Mapping[str, Callable[[], bytes]] = {
    "entries-200k.docx": lambda: zipped({f"x/{n}": "" for n in range(200_000)}),
    "cell-far.xlsx": lambda: sheet(
        [f'<row r="1">{cell("A1")}</row><row r="1048576">{cell("XFD1048576")}</row>']
    ),
    "rows-wide.xlsx": lambda: sheet(
        f'<row r="{n}">{cell(f"A{n}")}{cell(f"XFD{n}")}</row>' for n in range(1, 50_001)
    ),
    "cells-20m.xlsx": lambda: sheet(
        f'<row r="{n}">{"<c><v>1</v></c>" * 20}</row>' for n in range(1, 1_000_001)
    ),
    "no-sheet.xlsx": lambda: zipped({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<x/>"}),
    "zeros-1gb.tar.gz": lambda: gzip.compress(bytes(1 << 30), 1)[: 1 << 23],
    "zeros-300mb.tgz": lambda: gzip.compress(bytes(300 << 20), 1),
    "entries-50k.tar": lambda: tar_header("a.txt", 0) * 50_000,
    "size-lies.tar": lambda: tar_header("a.txt", 8**11 - 1) + b"words",
    "matryoshka.tar": lambda: tar_of(tar_of(tar_of(tar_of(b"words")))),
    "device.tar": lambda: tar_header("../../etc/passwd", 0, b"2", "/etc/passwd"),
    "mails-100k.mbox": lambda: b"From a\nSubject: x\n\ny\n" * 100_000,
    "from-5mb.mbox": lambda: b"From " * 1_000_000,
    "folded-5mb.ics": lambda: b"BEGIN:VEVENT\nSUMMARY:x\n" + b" y\n" * 1_600_000,
    "events-100k.ics": lambda: b"BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n" * 100_000,
    "cues-200k.srt": lambda: b"1\n00:00:01,000 --> 00:00:02,000\nx\n\n" * 200_000,
    "tags-5mb.vtt": lambda: b"WEBVTT\n\n00:01.000 --> 00:02.000\n" + b"<a" * 2_500_000,
    "deep-100k.svg": lambda: b"<svg>" + b"<text>x" * 100_000 + b"</text>" * 100_000 + b"</svg>",
    "laughs.svg": lambda: (
        b'<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "'
        + b"&a;" * 1_000
        + b'"><!ENTITY c "'
        + b"&b;" * 1_000
        + b'"><!ENTITY d "'
        + b"&c;" * 1_000
        + b'">]><svg><text>&d;</text></svg>'
    ),
    "no-slides.pptx": lambda: zipped({"[Content_Types].xml": "", "ppt/presentation.xml": "<x/>"}),
    "laughs.pptx": lambda: zipped(
        {"[Content_Types].xml": "", "ppt/presentation.xml": f"{XML}{LAUGHS}<d>&i;</d>"}
    ),
    "spaces-2g.odt": lambda: odt("<text:p>a<text:s text:c='2000000000'/>b</text:p>"),
    "tables-deep-20000.odt": lambda: odt(ODT_TABLE[0] * 20_000 + "x" + ODT_TABLE[1] * 20_000),
    "rows-2g.ods": lambda: odt(
        "<table:table><table:table-row table:number-rows-repeated='2000000000'><table:table-cell "
        "table:number-columns-repeated='2000000000'><text:p>x</text:p></table:table-cell>"
        "</table:table-row></table:table>"
    ),
    "comment-19mb.odt": lambda: odt(
        f"<!--{''.join(map(str, range(2_800_000)))}--><text:p>w</text:p>"
    ),
    "laughs.odt": lambda: zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": "<m/>",
            "content.xml": f"{XML}{LAUGHS}<d>&i;</d>",
        }
    ),
    "chapter-repeated.epub": lambda: epub(b"<html><body>" + b"<p>words</p>" * 2000, 5000),
    "chapter-deep.epub": lambda: epub(b"<html>" + b"<div>" * 50_000),
    "no-package.epub": lambda: zipped({"META-INF/container.xml": "<container/>"}),
    "matryoshka.zip": lambda: matryoshka(20),
    "bombs-of-bombs.zip": bomb_tree,
    "zeros-1gb.zip": lambda: streamed({"zeros.txt": (bytes(16 * MIB) for _ in range(64))}),
    "size-lies-low.zip": lambda: lying_size(10),
    "size-lies-high.zip": lambda: lying_size(0xFFFFFFF0),
    "overlapping.zip": overlapping,
    "names-escape.zip": lambda: zipped({"../../etc/cron.d/x": "words", "/etc/passwd": "words"}),
    "entries-5k.zip": lambda: zipped({f"{n}.txt": "x" for n in range(5_000)}),
    "empty.zip": lambda: zipped({}),
}
