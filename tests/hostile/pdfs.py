"""PDFs that are broken, endless, or far larger inside than outside."""

import random
import zlib
from collections.abc import Callable, Mapping
from functools import partial

from tests.indexer.parsing.formats.making import FONT, outline, pages, pdf, stream, written

HELLO = b"BT /F1 12 Tf 72 700 Td (Hello hostile world) Tj ET\n"
MIB = 1 << 20
TREE = "<< /Type /Pages /Kids [%s] /Count %d >>"
PAGE = (
    "<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents 4 0 R "
    "/Resources << /Font << /F1 5 0 R >> %s >> %s >>"
)
LETTER = "0 0 612 792"
FIELD = b"/Subtype /Widget /FT /Tx /T (t) /V (value)"
GREY = "/ColorSpace /DeviceGray /BitsPerComponent 8"
CODES = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def "
    b"1 begincodespacerange <0000> <FFFF> endcodespacerange\n%s\nendcmap end end"
)


def objects(content: bytes = HELLO, filters: str = "", resources: str = "") -> dict[int, bytes]:
    """One page (object 3) that shows `content` (object 4)."""
    return {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: (TREE % ("3 0 R", 1)).encode(),
        3: (PAGE % (LETTER, resources, "")).encode(),
        4: stream(content, filters),
        5: FONT,
    }


def packed(size: int, unit: bytes = b" ") -> bytes:
    """`size` bytes of `unit`, deflated without ever being held whole."""
    press = zlib.compressobj(9)
    block = unit * (MIB // len(unit))
    return b"".join([*(press.compress(block) for _ in range(size // len(block))), press.flush()])


def deflated(content: bytes, times: int = 1) -> bytes:
    return pdf(objects(content, f"/Filter [{'/FlateDecode ' * times}]"))


def form(content: bytes, resources: str = "") -> bytes:
    kind = "/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
    return stream(content, f"{kind} /Resources << /Font << /F1 5 0 R >> {resources} >>")


def forms(depth: int) -> bytes:
    """Each form draws the next ten times."""
    made = objects(b"/X0 Do\n", "", "/XObject << /X0 6 0 R >>")
    for level in range(depth):
        following = f"/XObject << /X{level + 1} {7 + level} 0 R >>"
        made[6 + level] = form(b"/X%d Do\n" % (level + 1) * 10, following)
    return pdf({**made, 6 + depth: form(HELLO)})


def chained(count: int, link: str) -> bytes:
    """Outline entries that each lead to the next by `link`."""
    made = objects()
    made[1] = b"<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>"
    made[6] = b"<< /Type /Outlines /First 100 0 R /Last 100 0 R /Count 1 >>"
    place = "/Dest [3 0 R /XYZ 0 700 0]"
    for number in range(100, 100 + count):
        made[number] = (
            f"<< /Title (t{number}) /Parent 6 0 R /{link} {number + 1} 0 R {place} >>".encode()
        )
    return pdf({**made, 100 + count: b"<< /Title (end) /Parent 6 0 R >>"})


def outline_loop() -> bytes:
    made = objects()
    made[1] = b"<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>"
    made[6] = b"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>"
    made[7] = (
        b"<< /Title (loop) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Dest [3 0 R /XYZ 0 700 0] >>"
    )
    return pdf(made)


def crowded_outline() -> bytes:
    """Two thousand entries, all on one page and none of them found there."""
    catalog, more = outline([(f"Nowhere {n}", 1, 400) for n in range(2000)])
    return pages([written([("Some text", 700, 12), ("More text", 300, 12)])], catalog, more)


def many_pages(count: int) -> bytes:
    kids = range(10, 10 + count)
    made = objects()
    made[2] = (TREE % (" ".join(f"{kid} 0 R" for kid in kids), count)).encode()
    return pdf({**made, **dict.fromkeys(kids, made[3])})


def one_page_often(count: int) -> bytes:
    return pdf({**objects(), 2: (TREE % ("3 0 R " * count, count)).encode()})


def deep_tree(depth: int) -> bytes:
    made = objects()
    made[2] = (TREE % ("100 0 R", 1)).encode()
    for level in range(depth):
        parent = 99 + level if level else 2
        made[100 + level] = (
            f"<< /Type /Pages /Kids [{101 + level} 0 R] /Count 1 /Parent {parent} 0 R >>".encode()
        )
    return pdf({**made, 100 + depth: made[3]})


def with_codes(ranges: bytes) -> bytes:
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
    return pdf({**objects(), 5: font, 6: stream(CODES % ranges)})


def wide_font() -> bytes:
    inner = (
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry "
        b"(Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 2000000000 500] >>"
    )
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H "
        b"/DescendantFonts [6 0 R] >>"
    )
    return pdf({**objects(), 5: font, 6: inner})


def drawing(count: int) -> bytes:
    boxes = (b"%d %d 5 5 re S" % (number % 600, number % 790) for number in range(count))
    return deflated(zlib.compress(HELLO + b"\n".join(boxes), 9))


def huge_picture() -> bytes:
    """A page of a thousand inches, covered by a picture that claims 10^10 dots."""
    picture = stream(
        packed(MIB),
        "/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceGray "
        "/BitsPerComponent 8 /Filter /FlateDecode",
    )
    made = objects(b"q 72000 0 0 72000 0 0 cm /I Do Q", "", "/XObject << /I 6 0 R >>")
    made[3] = (PAGE % ("0 0 72000 72000", "/XObject << /I 6 0 R >>", "")).encode()
    return pdf({**made, 6: picture})


def own_table() -> bytes:
    """A table of places that names itself as the one before it."""
    data = pdf(objects())
    place = int(data[data.rindex(b"startxref") + 10 :].split()[0])
    return data.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % place)


def mutated(seed: int) -> bytes:
    """A good file with a few bytes changed."""
    chance = random.Random(seed)  # noqa: S311 - repeatable damage, no secret
    data = bytearray(pages([written([(f"Line {n}", 700 - 20 * n, 12) for n in range(20)])] * 3))
    for _ in range(12):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def changed(number: int, content: bytes) -> Callable[[], bytes]:
    return lambda: pdf({**objects(), number: content})


LINES = b"(aaaaaaaaaaaaaaaaaaaaaaaa) Tj 0 -1 Td\n"
TEXT = b"BT /F1 12 Tf 72 700 Td\n"
NOISE = random.Random(1).randbytes(200_000)  # noqa: S311 - repeatable noise, no secret
GOOD = pages([written([(f"Line {n}", 700 - 20 * n, 12) for n in range(20)])] * 5)


def grid(lines: int, *, broken: bool = False, page_count: int = 1) -> bytes:
    """Pages of lines across and down; broken ones have hardly a cell that closes."""
    shown = []
    for at in range(lines):
        place = 4 + 600 * at // lines
        shown.append(f"4 {place} m 604 {place} l S")
        step = 40 if broken and at % 2 else 600
        shown += [f"{place} {low} m {place} {low + step - 8} l S" for low in range(4, 604, step)]
    return pages(["\n".join(shown).encode() + b"\n" + HELLO] * page_count)


def curves(count: int) -> bytes:
    return pages([b"0 0 m 9 9 99 9 99 99 c S\n" * count + HELLO])


def annotated(entries: bytes, count: int = 1, corner: bytes = b"72 395") -> bytes:
    """A page with the same annotation again and again."""
    numbers = range(100, 100 + count)
    listed = b" ".join(b"%d 0 R" % number for number in numbers)
    note = b"<< /Type /Annot /F 4 /Rect [%s 300 410] %s >>" % (corner, entries)
    return pdf(
        {
            **objects(),
            1: b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] >> >>" % listed,
            3: (PAGE % (LETTER, "", f"/Annots [{listed.decode()}]")).encode(),
            **dict.fromkeys(numbers, note),
        }
    )


def attached(file: bytes, data: bytes = b"", names: bytes = b"/Names [(a.txt) 300 0 R]") -> bytes:
    return pdf(
        {
            **objects(),
            1: b"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 302 0 R >> >>",
            300: b"<< /Type /Filespec /UF (a.txt) /EF << %s >> >>" % file,
            301: stream(data, "/Type /EmbeddedFile /Filter /FlateDecode"),
            302: b"<< %s >>" % names,
        }
    )


def strips() -> bytes:
    """A scan in ten thousand pictures."""
    dot = stream(b"\xff", "/Type /XObject /Subtype /Image /Width 1 /Height 1 " + GREY)
    drawn = b"q 612 0 0 80 0 0 cm /P Do Q\n" * 10_000
    return pdf({**objects(drawn, "", "/XObject << /P 6 0 R >>"), 6: dot})


PDFS: Mapping[str, Callable[[], bytes]] = {
    "flate-1gb.pdf": lambda: deflated(packed(1024 * MIB)),
    "flate-in-flate-1gb.pdf": lambda: deflated(zlib.compress(packed(1024 * MIB), 9), 2),
    "flate-100mb-of-text.pdf": lambda: deflated(packed(100 * MIB, LINES)),
    "flate-10mb-of-text.pdf": lambda: deflated(zlib.compress(TEXT + LINES * 260_000 + b"ET", 9)),
    "boxes-300k.pdf": lambda: drawing(300_000),
    "grid-400.pdf": lambda: grid(400),
    "grid-broken-300.pdf": lambda: grid(300, broken=True),
    "grid-100-pages.pdf": lambda: grid(100, page_count=100),
    "curves-200k.pdf": lambda: curves(200_000),
    "boxes-3k.pdf": lambda: drawing(3_000),
    "forms-1e9.pdf": lambda: forms(9),
    "forms-1e5.pdf": lambda: forms(5),
    "form-in-itself.pdf": lambda: pdf(
        {
            **objects(b"/X Do\n" + HELLO, "", "/XObject << /X 6 0 R >>"),
            6: form(b"/X Do\n" + HELLO, "/XObject << /X 6 0 R >>"),
        }
    ),
    "tree-loop.pdf": changed(2, (TREE % ("2 0 R 3 0 R", 2)).encode()),
    "tree-deep-5000.pdf": lambda: deep_tree(5000),
    "count-lies.pdf": changed(2, (TREE % ("3 0 R", 2**31 - 1)).encode()),
    "count-negative.pdf": changed(2, (TREE % ("3 0 R", -5)).encode()),
    "page-100k-times.pdf": lambda: one_page_often(100_000),
    "pages-10k.pdf": lambda: many_pages(10_000),
    "pages-1k.pdf": lambda: many_pages(1_000),
    "outline-loop.pdf": outline_loop,
    "outline-deep-20k.pdf": lambda: chained(20_000, "First"),
    "outline-wide-50k.pdf": lambda: chained(50_000, "Next"),
    "outline-crowded.pdf": crowded_outline,
    "arrays-in-content.pdf": lambda: pdf(
        objects(b"[" * 100_000 + b"]" * 100_000 + b" TJ\n" + HELLO)
    ),
    "arrays-in-object.pdf": changed(9, b"[" * 100_000 + b"]" * 100_000),
    "dicts-deep.pdf": changed(9, b"<< /a " * 50_000 + b"1" + b" >>" * 50_000),
    "table-names-itself.pdf": own_table,
    "codes-2g.pdf": lambda: with_codes(b"1 beginbfrange <00000000> <7FFFFFFF> <0041> endbfrange"),
    "codes-1000x64k.pdf": lambda: with_codes(
        b"100 beginbfrange\n" + b"<0000> <FFFF> <0041>\n" * 1000 + b"endbfrange"
    ),
    "font-wide.pdf": wide_font,
    "length-is-itself.pdf": changed(4, b"<< /Length 4 0 R >>\nstream\n" + HELLO + b"\nendstream"),
    "object-is-itself.pdf": changed(4, b"4 0 R"),
    "string-10mb.pdf": lambda: pdf(objects(TEXT + b"(" + b"lorem ipsum " * 870_000 + b") Tj ET")),
    "picture-huge.pdf": huge_picture,
    "box-endless.pdf": lambda: pdf({**objects(), 3: (PAGE % ("0 0 1e38 1e38", "", "")).encode()}),
    "box-nothing.pdf": lambda: pdf({**objects(), 3: (PAGE % ("0 0 0 0", "", "")).encode()}),
    "notes-20k.pdf": lambda: annotated(b"/Subtype /Text /Contents (n)", 20_000),
    "note-10mb.pdf": lambda: annotated(b"/Subtype /Text /Contents (%s)" % (b"n" * 10_000_000)),
    "fields-5k.pdf": lambda: annotated(FIELD, 5_000),
    "field-in-itself.pdf": lambda: annotated(FIELD + b" /Parent 100 0 R /Kids [100 0 R]"),
    "note-endless-box.pdf": lambda: annotated(b"/Subtype /Text /Contents (n)", 3, b"-1e38 1e38"),
    "attached-in-itself.pdf": lambda: attached(b"/F 1 0 R"),
    "attached-1gb.pdf": lambda: attached(b"/F 301 0 R", packed(1024 * MIB)),
    "attached-names-loop.pdf": lambda: attached(b"/F 301 0 R", names=b"/Kids [302 0 R]"),
    "strips-10k.pdf": strips,
    "header-only.pdf": lambda: b"%PDF-1.7\n",
    "noise.pdf": lambda: NOISE,
    "zeros-40mb.pdf": lambda: b"%PDF-1.7\n" + bytes(40_000_000),
    "objects-1m.pdf": lambda: (
        b"%PDF-1.7\n"
        + b"".join(b"%d 0 obj\n<<>>\nendobj\n" % number for number in range(1, 1_000_001))
    ),
    "html-inside.pdf": lambda: b"<html><body>not a pdf</body></html>" * 50,
    "zip-inside.pdf": lambda: b"PK\x03\x04" + NOISE[:5000],
    "cut-10.pdf": lambda: GOOD[: len(GOOD) // 10],
    "cut-50.pdf": lambda: GOOD[: len(GOOD) // 2],
    "cut-99.pdf": lambda: GOOD[: len(GOOD) * 99 // 100],
    **{f"mutated-{seed}.pdf": partial(mutated, seed) for seed in range(6)},
}
