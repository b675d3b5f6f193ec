"""Word files: bombs, lies and what they try to reach."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from tests.hostile.packing import FOREIGN, LAUGHS, MIB, OFFICE, repacked
from tests.indexer.parsing.formats.making import WORD, XML, docx, paragraph

IMAGE = (
    '<w:p><w:r><w:drawing xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:inline><a:graphic>'
    '<a:graphicData><pic:pic><pic:blipFill><a:blip r:%s="rId9"/></pic:blipFill></pic:pic>'
    "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
)


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
SPAN = (
    f'<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>{P}</w:tc></w:tr></w:tbl>'
)
SDT = ("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>")


WORDS: Mapping[str, Callable[[], bytes]] = {
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
}
