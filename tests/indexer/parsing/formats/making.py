"""Small real documents, made in memory: what is in them is known."""

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

from indexer.documents import Parsed, ParserNotice, Section
from indexer.parsing.formats import SourceFile
from indexer.parsing.limits import Limits
from indexer.parsing.source import parse_source

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
BOLD = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>"
XML = '<?xml version="1.0" encoding="UTF-8"?>'
WORD = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)
OFFICE = "application/vnd.openxmlformats-officedocument"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def parsed(data: bytes, name: str, limits: Limits | None = None) -> list[Parsed]:
    return list(parse_source(SourceFile(name, data, limits or Limits())))


def sections(data: bytes, name: str, limits: Limits | None = None) -> list[Section]:
    return [each for each in parsed(data, name, limits) if isinstance(each, Section)]


def notices(data: bytes, name: str) -> list[str]:
    return [str(each) for each in parsed(data, name) if isinstance(each, ParserNotice)]


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


# Word


def docx(body: str, **parts: str) -> bytes:
    """A Word file with `body` in its main part; `parts` are styles, footnotes, ... in XML."""
    kinds = "".join(
        f'<Override PartName="/word/{name}.xml" '
        f'ContentType="{OFFICE}.wordprocessingml.{name}+xml"/>'
        for name in parts
    )
    relations = "".join(
        f'<Relationship Id="r{name}" Type="{RELATION}/{name}" Target="{name}.xml"/>'
        for name in parts
    )
    files = {
        "[Content_Types].xml": f'{XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
        'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-'
        'package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{OFFICE}.wordprocessingml.document'
        f'.main+xml"/>{kinds}</Types>',
        "_rels/.rels": _relations(
            f'<Relationship Id="r1" Type="{RELATION}/officeDocument" Target="word/document.xml"/>'
        ),
        "word/document.xml": f"{XML}<w:document {WORD}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": _relations(relations),
        **{
            f"word/{name}.xml": f"{XML}<w:{name} {WORD}>{xml}</w:{name}>"
            for name, xml in parts.items()
        },
    }
    return zipped(files)


def _relations(inner: str) -> str:
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'{XML}<Relationships xmlns="{space}">{inner}</Relationships>'


def paragraph(text: str, style: str = "", properties: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def style(name: str, level: int | None = None, based_on: str = "") -> str:
    outline = f'<w:pPr><w:outlineLvl w:val="{level}"/></w:pPr>' if level is not None else ""
    based = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    identity = f'w:type="paragraph" w:styleId="{name.replace(" ", "")}"'
    return f'<w:style {identity}><w:name w:val="{name}"/>{based}{outline}</w:style>'


# PDF


def pdf(objects: Mapping[int, bytes], trailer: str = "") -> bytes:
    """A file of numbered objects with its table of places; object 1 is the root."""
    data = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = {}
    for number, content in sorted(objects.items()):
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    size = max(objects) + 1
    table = "".join(
        f"{places[number]:010d} 00000 n \n" if number in places else "0000000000 65535 f \n"
        for number in range(1, size)
    )
    head = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n"
    end = f"<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{len(data)}\n%%EOF\n"
    return bytes(data) + head.encode() + end.encode()


def stream(data: bytes, extra: str = "") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), extra.encode(), data)


def pages(
    contents: Sequence[bytes],
    catalog: str = "",
    more: Mapping[int, bytes] | None = None,
    resources: str = "",
    extra: str = "",
) -> bytes:
    """A PDF with one page per content stream. Pages are objects 10, 12, ..., 612 by 792 points.

    `resources` and `extra` are entries of each page's resources and of each page.
    """
    kids = " ".join(f"{10 + 2 * index} 0 R" for index in range(len(contents)))
    objects = {
        1: f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(),
        2: f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode(),
        5: FONT,
        6: BOLD,
        **(more or {}),
    }
    for index, content in enumerate(contents):
        fonts = f"<< /Font << /F1 5 0 R /F2 6 0 R >> {resources} >>"
        objects[10 + 2 * index] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Contents {11 + 2 * index} 0 R /Resources {fonts} {extra} >>"
        ).encode()
        objects[11 + 2 * index] = stream(content)
    return pdf(objects)


def written(lines: Sequence[tuple[str, int, int]], font: str = "F1", left: int = 72) -> bytes:
    """A content stream: each line with its height on the page and its size."""
    shown = [f"/{font} {size} Tf 1 0 0 1 {left} {y} Tm ({text}) Tj" for text, y, size in lines]
    return ("BT " + "\n".join(shown) + " ET").encode("latin-1")


def ruled(rows: list[tuple[str, ...]], font: str = "F1") -> bytes:
    """A page of boxes; a row of one cell spans both columns."""
    boxes, words = b"", b""
    for number, row in enumerate(rows):
        bottom, width = 660 - 20 * number, 200 // len(row)
        for at, text in enumerate(row):
            boxes += b"%d %d %d 20 re S\n" % (72 + width * at, bottom, width)
            shown = font if len(row) == 1 else "F1"
            words += written([(text, bottom + 6, 10)], shown, left=76 + width * at)
    return boxes + words


def outline(entries: Sequence[tuple[str, int, int | None]]) -> tuple[str, dict[int, bytes]]:
    """A flat outline: each entry's title, page from 1 and height; what `pages` takes for it."""
    objects = {100: f"<< /Type /Outlines /First 101 0 R /Last {100 + len(entries)} 0 R >>".encode()}
    for number, (title, page, top) in enumerate(entries, 101):
        following = f"/Next {number + 1} 0 R" if number < 100 + len(entries) else ""
        place = f"/XYZ 0 {top} 0" if top is not None else "/Fit"
        objects[number] = (
            f"<< /Title ({title}) /Parent 100 0 R {following} /Dest [{8 + 2 * page} 0 R {place}] >>"
        ).encode()
    return "/Outlines 100 0 R", objects


def words(found: Sequence[Section]) -> Iterator[str]:
    for section in found:
        yield from section.text.split()
