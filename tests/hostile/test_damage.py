"""Good files with some bytes changed: a parser reads them or says that it cannot, nothing else."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.documents import Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.limits import Limits
from indexer.parsing.source import parse_source
from tests.hostile.archives import cell, epub, odt, sheet
from tests.indexer.parsing.formats.compound import compound
from tests.indexer.parsing.formats.making import docx, outline, pages, paragraph, written

SMALL = Limits(ocr_pages=0, cells=10_000)
CATALOG, ENTRIES = outline([("One", 1, 700), ("Two", 1, 500)])
GOOD = {
    "a.pdf": pages([written([("One", 690, 12), ("Two", 490, 12)])], CATALOG, ENTRIES),
    "a.docx": docx(paragraph("One", "Heading1") + paragraph("text") * 3),
    "a.xlsx": sheet([f'<row r="1">{cell("A1")}{cell("B1")}</row>']),
    "a.odt": odt("<text:h>One</text:h><text:p>a<text:s text:c='9'/>b</text:p>"),
    "a.epub": epub(b"<html><body><h1>One</h1><p>text</p>"),
    "a.rtf": rb"{\rtf1{\fonttbl{\f0\fcharset128 A;}}\outlinelevel0 One\par\u8364? x\cell\row}",
    "a.eml": b"Subject: =?utf-8?q?x?=\nContent-Type: multipart/mixed; boundary=X\n\n--X\n\na\n",
    "a.html": b"<html><h1>One</h1><ul><li>a<ol start=3><li>b</ul><table><tr><td>c<td>d</table>",
    "a.md": b"---\na: b\n---\n# One\n\n> # q\n\n```\nx\n```\n\n| a |\n|---|\n\n<b>c</b> `<d>`",
    "a.doc": compound({"WordDocument": bytes(64)}),
    "a.csv": b'a;b\n"c;d";e\n',
    "a.ipynb": b'{"cells": [{"cell_type": "code", "source": ["x"], "outputs": [{"text": "y"}]}]}',
}
CHANGES = st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 255)), max_size=6)


@pytest.mark.parametrize("name", sorted(GOOD))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(changes=CHANGES, cut=st.integers(0, 200))
def test_a_damaged_file_is_read_or_refused(
    name: str, changes: list[tuple[int, int]], cut: int
) -> None:
    data = bytearray(GOOD[name])
    for place, value in changes:
        data[place % len(data)] = value
    whole = bytes(data[: max(1, len(data) - cut)] if cut < 100 else data)
    try:
        found = list(parse_source(SourceFile(name, whole, SMALL)))
    except ParseError:
        return
    for section in (each for each in found if isinstance(each, Section)):
        assert section.text.strip()
        assert section.path == () or section.path[-1] == section.title
        assert (section.level == 0) == (section.element_type == "paragraph")
