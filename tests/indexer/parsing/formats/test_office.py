"""OpenDocument, EPUB, slides, sheets, mail and archives."""

import datetime
from io import BytesIO
from pathlib import Path

import openpyxl  # type: ignore[import-untyped]  # it ships no type information
import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from tests.indexer.parsing.formats.making import notices, sections, zipped

ODF = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{part}="{ODF}{long}:1.0"'
    for part, long in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("style", "style"),
    )
)


def odf(body: str, styles: str = "") -> bytes:
    content = (
        f"<office:document-content {SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body>{body}</office:body></office:document-content>"
    )
    mimetype = "application/vnd.oasis.opendocument.text"
    manifest = "<manifest/>"
    return zipped({"mimetype": mimetype, "META-INF/manifest.xml": manifest, "content.xml": content})


def test_an_odt_has_headings_lists_notes_and_tables() -> None:
    style = '<style:style style:name="P1" style:parent-style-name="Title"/>'
    body = (
        '<text:p text:style-name="P1">The Book</text:p>'
        '<text:h text:outline-level="2">Tea</text:h>'
        "<text:p>Green<text:s text:c='999999'/>tea<text:note><text:note-citation>1"
        "</text:note-citation><text:note-body><text:p>proof</text:p></text:note-body></text:note>"
        "</text:p><text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
        '<table:table-cell table:number-columns-repeated="2"/><table:table-cell><text:p>b</text:p>'
        "</table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>c</text:p>"
        "</table:table-cell><table:table-cell><text:p>d</text:p></table:table-cell>"
        "</table:table-row></table:table>"
        "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
    )
    (section,) = sections(odf(body, style), "a.odt")
    assert section.path == ("The Book", "Tea")
    assert (
        section.text
        == "Green tea (proof)\n\n- one\n\n| a |  | b |\n| --- | --- | --- |\n| c | d |  |"
    )


def test_a_sheet_that_claims_endless_cells_is_small() -> None:
    cell = '<table:table-cell table:number-columns-repeated="16384"'
    body = (
        "<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>"
        f'{cell}/></table:table-row><table:table-row table:number-rows-repeated="1048576">{cell}>'
        "<text:p>y</text:p></table:table-cell></table:table-row></table:table>"
    )
    (section,) = sections(odf(body), "a.ods")
    assert len(section.text) < 1000


def test_an_encrypted_odt_says_so() -> None:
    files = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "x"}
    manifest = {"META-INF/manifest.xml": "<m:encryption-data/>"}
    with pytest.raises(ParseError, match="password"):
        sections(zipped({**files, **manifest}), "a.odt")


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="b%20b.xhtml"/>'
        '<item id="a" href="a.xhtml"/></manifest><spine><itemref idref="n"/><itemref idref="a"/>'
        '<itemref idref="b"/><itemref idref="missing"/><itemref idref="a"/></spine></package>'
    )
    container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    book = zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "OPS/book.opf": package,
            "OPS/nav.xhtml": "<html><body><h1>Contents</h1></body></html>",
            "OPS/b b.xhtml": "<html><body><h1>Two</h1><p>second</p></body></html>",
            "OPS/a.xhtml": "<html><body><h1>One</h1><p>first</p></body></html>",
        }
    )
    assert [(each.title, each.text) for each in sections(book, "a.epub")] == [
        ("One", "first"),
        ("Two", "second"),
    ]


def test_slides_have_titles_tables_and_notes(data: Path) -> None:
    path = data / "documents" / "powerpoint_sample.pptx"
    found = sections(path.read_bytes(), path.name)
    assert [(each.title, each.pages) for each in found] == [
        ("Test Table Slide", (1, 1)),
        ("Second slide title", (2, 2)),
        ("Slide 3", (3, 3)),
    ]
    assert "| R1 | True | False |" in found[0].text
    assert "Notes: Some notes on the second slide." in found[1].text


def workbook(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Costs"
    for row in rows:
        book.active.append(row)
    packed = BytesIO()
    book.save(packed)
    return packed.getvalue()


def test_a_sheet_shows_values_as_a_person_reads_them() -> None:
    day = datetime.datetime(2024, 1, 31)  # noqa: DTZ001 - a spreadsheet's dates know no zone
    rows: list[list[object]] = [["Day", "Cost", "Paid"], [day, 0.1 + 0.2, True], [], ["x", 3.0, 7]]
    (section,) = sections(workbook(rows), "a.xlsx")
    assert section.title == "Costs"
    assert section.text == (
        "| Day | Cost | Paid |\n| --- | --- | --- |\n| 2024-01-31 | 0.3 | TRUE |\n\n"
        "| x | 3 | 7 |\n| --- | --- | --- |"
    )


def test_a_sheet_with_too_many_cells_is_refused() -> None:
    rows: list[list[object]] = [[1] * 10 for _ in range(30)]
    with pytest.raises(ParseError, match="over 200 cells"):
        sections(workbook(rows), "a.xlsx", Limits(cells=200))


MAIL = b"""From: Ann <ann@example.org>
To: bob@example.org
Subject: =?utf-8?q?Caf=C3=A9_plan?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=X

--X
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

See the caf=E9 plan.
--X
Content-Type: text/markdown; name=plan.md
Content-Disposition: attachment; filename=plan.md

# Budget

Forty euros.
--X
Content-Disposition: attachment; filename=tool.exe
Content-Transfer-Encoding: base64

TVqQAAMAAAAEAAAA
--X--
"""


def test_a_mail_brings_its_attachments() -> None:
    found = sections(MAIL, "mail.eml")
    assert [(each.title, each.path) for each in found] == [
        ("Café plan", ("Café plan",)),
        ("Budget", ("plan.md", "Budget")),
    ]
    assert "From: Ann <ann@example.org>" in found[0].text
    assert "See the café plan." in found[0].text
    assert "tool.exe: it is a program" in notices(MAIL, "mail.eml")[0]


def test_an_archive_reads_each_document_under_its_name() -> None:
    archive = zipped({"a/b.md": "# One\n\ntext", "c.txt": "words", "__MACOSX/x.txt": "junk"})
    found = sections(archive, "all.zip")
    assert [(each.path, each.text) for each in found] == [
        (("a/b.md", "One"), "text"),
        (("c.txt",), "words"),
    ]


def test_one_bad_member_does_not_end_the_rest() -> None:
    archive = zipped({"bad.pdf": "%PDF-1.7\n", "good.txt": "words"})
    assert [each.text for each in sections(archive, "all.zip")] == ["words"]
    assert "bad.pdf is damaged" in notices(archive, "all.zip")[0]


def test_an_archive_of_nothing_readable_says_why() -> None:
    with pytest.raises(ParseError, match=r"all\.zip is damaged"):
        sections(zipped({"bad.pdf": "%PDF-1.7\n"}), "all.zip")


def test_archives_in_archives_end_somewhere() -> None:
    inner = zipped({"deep.txt": "words"})
    for _ in range(3):
        inner = zipped({"next.zip": inner})
    with pytest.raises(ParseError, match="files are nested"):
        sections(inner, "matryoshka.zip")


def test_a_locked_archive_says_so() -> None:
    archive = bytearray(zipped({"a.txt": "words"}))
    archive[archive.rindex(b"PK\x01\x02") + 8] |= 1  # the mark of an encrypted file
    with pytest.raises(ParseError, match="password"):
        sections(bytes(archive), "locked.zip")


def test_members_share_one_budget() -> None:
    archive = zipped({f"{n}.txt": "word " * 200_000 for n in range(5)})
    limits = Limits(unpacked_bytes=3 << 20, unpacked_ratio=10_000)
    assert len(sections(archive, "all.zip", limits)) == 3
