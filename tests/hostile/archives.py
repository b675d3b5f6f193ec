"""ZIP containers of every kind: bombs, lies, loops and damage."""

import struct
import zipfile
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from itertools import chain

from tests.indexer.parsers.making import WORD, XML, docx, paragraph, zipped

MIB = 1 << 20
OFFICE = "http://schemas.openxmlformats.org"
SHEET = f"{OFFICE}/spreadsheetml/2006/main"
SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)
ENTITIES = "".join(
    f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 20}">' for level in range(8)
)
LAUGHS = f'<!DOCTYPE d [<!ENTITY a "{"a" * 60}">{ENTITIES}]>'
FOREIGN = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
IMAGE = (
    '<w:p><w:r><w:drawing xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:inline><a:graphic>'
    '<a:graphicData><pic:pic><pic:blipFill><a:blip r:%s="rId9"/></pic:blipFill></pic:pic>'
    "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
)


def streamed(files: Mapping[str, Iterable[bytes]]) -> bytes:
    """A ZIP of files that are never held whole."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, parts in files.items():
            with archive.open(name, "w", force_zip64=True) as file:
                for part in parts:
                    file.write(part)
    return made.getvalue()


def repacked(container: bytes, changes: Mapping[str, Iterable[bytes]]) -> bytes:
    """The container with some files changed or added."""
    with zipfile.ZipFile(BytesIO(container)) as archive:
        kept = {name: [archive.read(name)] for name in archive.namelist()}
    return streamed({**kept, **changes})


def word(body: Iterable[str], before: str = "") -> bytes:
    head = f"{XML}{before}<w:document {WORD}><w:body>".encode()
    parts = chain([head], (part.encode() for part in body), [b"</w:body></w:document>"])
    return repacked(docx(""), {"word/document.xml": parts})


def pictured(link: str, target: str, mode: str = "", data: Iterable[bytes] = ()) -> bytes:
    """A Word file with a picture that is embedded, or linked to somewhere else."""
    relation = (
        f'{XML}<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="rId9" '
        f'Type="{OFFICE}/officeDocument/2006/relationships/image" Target="{target}" {mode}/>'
        "</Relationships>"
    )
    return repacked(
        docx(IMAGE % link + paragraph("after")),
        {"word/_rels/document.xml.rels": [relation.encode()], "word/media/image1.png": data},
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


def damaged() -> bytes:
    data = bytearray(docx(paragraph("text " * 1000)))
    place = data.index(b"word/document.xml") + 40
    data[place : place + 20] = bytes(20)
    return bytes(data)


def evil_map() -> bytes:
    relation = (
        f'<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="m" '
        'Type="http://schemas.zwobble.org/mammoth/style-map" Target="/mammoth/style-map"/>'
        "</Relationships>"
    )
    changes = {
        "mammoth/style-map": [b"p => !"],
        "word/_rels/document.xml.rels": [relation.encode()],
    }
    return repacked(docx(paragraph("secret text")), changes)


P = paragraph("x")
TABLE = ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>")
ODT_TABLE = (
    "<table:table><table:table-row><table:table-cell>",
    "</table:table-cell></table:table-row></table:table>",
)
SPAN = (
    f'<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>{P}</w:tc></w:tr></w:tbl>'
)
SDT = ("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>")

ARCHIVES: Mapping[str, Callable[[], bytes]] = {
    "text-1gb.docx": lambda: word(paragraph("a" * 1_000_000) for _ in range(1000)),
    "paragraphs-2m.docx": lambda: word(P * 10_000 for _ in range(200)),
    "paragraphs-50k.docx": lambda: word(P * 10_000 for _ in range(5)),
    "laughs.docx": lambda: word([paragraph("&i;")], LAUGHS),
    "foreign-entity.docx": lambda: word([paragraph("before &x; after")], FOREIGN),
    "tables-deep-3000.docx": lambda: word([TABLE[0] * 3000 + P + TABLE[1] * 3000]),
    "controls-deep-20000.docx": lambda: word([SDT[0] * 20_000 + P + SDT[1] * 20_000]),
    "span-2g.docx": lambda: word([SPAN]),
    "picture-1gb.docx": lambda: pictured("embed", "media/image1.png", "", [bytes(MIB)] * 1000),
    "picture-file.docx": lambda: pictured("link", "file:///etc/passwd", 'TargetMode="External"'),
    "picture-http.docx": lambda: pictured("link", "http://127.0.0.1:9/", 'TargetMode="External"'),
    "style-map.docx": evil_map,
    "styles-chained.docx": lambda: docx(
        P,
        styles="".join(
            f'<w:style w:type="paragraph" w:styleId="s{n}"><w:name w:val="s{n}"/>'
            f'<w:basedOn w:val="s{n + 1}"/></w:style>'
            for n in range(3_000)
        ),
    ),
    "old-office.docx": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000),
    "cut.docx": lambda: docx(P)[:-300],
    "damaged.docx": damaged,
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
