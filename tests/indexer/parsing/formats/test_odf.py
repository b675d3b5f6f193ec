"""OpenDocument: texts and spreadsheets."""

from collections.abc import Mapping
from io import BytesIO

import pytest
from PIL import Image

from indexer.documents import Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.source import parse_source
from tests.indexer.parsing.fake_tesseract import Reader, table
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


def odf(body: str, styles: str = "", parts: Mapping[str, str | bytes] | None = None) -> bytes:
    content = (
        f"<office:document-content {SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body>{body}</office:body></office:document-content>"
    )
    mimetype = "application/vnd.oasis.opendocument.text"
    manifest = "<manifest/>"
    files = {"mimetype": mimetype, "META-INF/manifest.xml": manifest, "content.xml": content}
    return zipped({**files, **(parts or {})})


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


def cell(text: str, extra: str = "") -> str:
    return f"<table:table-cell {extra}><text:p>{text}</text:p></table:table-cell>"


def test_cells_that_span_others_stand_in_all_of_them() -> None:
    covered = "<table:covered-table-cell/>"
    rows = (
        cell("Day") + cell("Trains", 'table:number-columns-spanned="2"') + covered,
        cell("Monday", 'table:number-rows-spanned="2"') + cell("7:10") + cell("9:40"),
        covered + cell("8:15") + cell("10:05"),
        cell("", 'table:number-columns-spanned="2"') + covered + cell("late"),
    )
    made = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    (section,) = sections(odf(f"<table:table>{made}</table:table>"), "a.odt")
    assert section.text.split("\n") == [
        "| Day | Trains | Trains |",
        "| --- | --- | --- |",
        "| Monday | 7:10 | 9:40 |",
        "| Monday | 8:15 | 10:05 |",
        "|  |  | late |",
    ]


def test_heads_feet_and_comments_of_an_odt_are_read() -> None:
    styles = (
        f"<office:document-styles {SPACES}><office:master-styles><style:master-page>"
        "<style:header><text:p>Kestrel Heating, <text:span>Dover</text:span></text:p>"
        "</style:header>"
        "<style:footer><text:p>12</text:p><text:p>Bank 4711</text:p></style:footer>"
        "</style:master-page></office:master-styles></office:document-styles>"
    )
    body = (
        '<text:p>Tea<office:annotation><dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">2024'
        "</dc:date><text:p>too hot</text:p></office:annotation></text:p>"
    )
    (section,) = sections(odf(body, parts={"styles.xml": styles}), "a.odt")
    assert section.text == "Tea (too hot)\n\nKestrel Heating, Dover\nBank 4711"


def test_pictures_in_an_odt_are_read_where_they_stand() -> None:
    held = BytesIO()
    Image.new("L", (600, 300), 255).save(held, "PNG")
    link = 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="Pictures/1.png"'
    body = f"<text:p>Plate:<draw:frame><draw:image {link}/></draw:frame>end</text:p>"
    data = odf(body, parts={"Pictures/1.png": held.getvalue()})
    reader = Reader(table(("Serial", 96), ("77120", 96)))
    found = list(parse_source(SourceFile("a.odt", data, recognizer=reader)))
    assert [each.text for each in found if isinstance(each, Section)] == ["Plate: Serial 77120 end"]
    assert sections(data, "a.odt")[0].text.split() == ["Plate:", "end"]


def test_the_fields_of_a_form_are_read_where_they_stand() -> None:
    form = "urn:oasis:names:tc:opendocument:xmlns:form:1.0"
    fields = (
        '<form:text form:id="c1" form:current-value="Ann" form:value="old"/>'
        '<form:checkbox form:id="c2" form:current-state="checked"/><form:checkbox form:id="c3"/>'
        '<form:listbox form:id="c4"><form:option form:label="Summer"/>'
        '<form:option form:label="Winter" form:current-selected="true"/></form:listbox>'
        '<form:password form:id="c5" form:current-value="secret"/>'
    )
    shown = [f'<draw:control draw:control="c{n}"/>' for n in range(1, 6)]
    lines = ("Name: {}", "{}Power {}Water", "Season: {}", "Word: {}")
    text = "".join(f"<text:p>{line}</text:p>" for line in lines).format(*shown)
    body = f'<office:text><office:forms xmlns:form="{form}">{fields}</office:forms>{text}'
    (section,) = sections(odf(f"{body}</office:text>"), "a.odt")
    assert section.text.split("\n\n") == [
        "Name: Ann",
        "[x] Power [ ] Water",
        "Season: Winter",
        "Word:",
    ]


def test_sheets_have_names_and_hidden_ones_are_told() -> None:
    styles = (
        '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>'
        '<style:style style:name="ta2"><style:table-properties table:display="false"/>'
        "</style:style>"
    )
    sheets = "".join(
        f'<table:table table:name="{name}" table:style-name="{style}"><table:table-row>'
        f"{cell('Rent')}{cell('700')}</table:table-row></table:table>"
        for name, style in (("Budget", "ta1"), ("Pins", "ta2"))
    )
    found = sections(odf(f"<office:spreadsheet>{sheets}</office:spreadsheet>", styles), "a.ods")
    assert [each.path for each in found] == [("Budget",), ("Pins (hidden)",)]
    assert "| Rent | 700 |" in found[0].text
