"""OpenDocument: texts and spreadsheets."""

import pytest

from indexer.parsing.errors import ParseError
from tests.indexer.parsing.formats.making import sections, zipped

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
