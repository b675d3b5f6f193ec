"""Office files from before 2007, and spreadsheets that nobody has computed."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from PIL import Image

from indexer.confinement.process import Order
from indexer.documents import ParserNotice, ParserProgress, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.office_process import OfficeProcess, find_libreoffice
from indexer.parsing.sandbox import parse
from indexer.parsing.shared.office import UNIT, Converter, convert
from indexer.parsing.source import parse_source
from tests.hostile.archives import sheet
from tests.indexer.parsing.formats.compound import compound
from tests.indexer.parsing.formats.making import docx, paragraph

DOC = compound({"WordDocument": bytes(64)})
UNCOMPUTED = sheet(['<row r="1"><c r="A1"><v>20</v></c><c r="B1"><f>A1+1</f></c></row>'])
COMPUTED = sheet(['<row r="1"><c r="A1"><v>20</v></c><c r="B1"><f>A1+1</f><v>21</v></c></row>'])
installed = pytest.mark.skipif(not find_libreoffice(), reason="LibreOffice is not installed")


class Office:
    """A LibreOffice that makes of every file the one that the test says."""

    def __init__(self, result: bytes) -> None:
        self.result = result
        self.asked: list[str] = []

    def __call__(self, _data: bytes, suffix: str) -> bytes:
        self.asked.append(suffix)
        return self.result


def read(name: str, data: bytes, converter: Converter | None) -> list[object]:
    return list(parse_source(SourceFile(name, data, converter=converter)))


def read_texts(found: list[object]) -> list[str]:
    return [each.text for each in found if isinstance(each, Section)]


def test_an_old_file_is_read_once_it_is_converted() -> None:
    office = Office(docx(paragraph("Fees", "Heading1") + paragraph("120 euros.")))
    found = read("a.doc", DOC, office)
    assert found[0] == ParserProgress(0, 1, UNIT)
    assert read_texts(found) == ["120 euros."]
    assert office.asked == ["doc"]


@pytest.mark.parametrize("office", [None, Office(b"")])
@pytest.mark.parametrize(
    ("stream", "old", "new"),
    [
        ("WordDocument", "DOC", "DOCX"),
        ("Workbook", "XLS", "XLSX"),
        ("Book", "XLS", "XLSX"),
        ("PowerPoint Document", "PPT", "PPTX"),
    ],
)
def test_what_nothing_converts_is_refused_with_advice(
    office: Converter | None, stream: str, old: str, new: str
) -> None:
    with pytest.raises(ParseError, match=f"the old {old} format. Save it as {new}") as caught:
        read("a.bin", compound({stream: bytes(64)}), office)
    assert caught.value.kind == "unsupported"


@pytest.mark.parametrize(
    "tree",
    [
        {"WordDocument": bytes(11) + b"\x01" + bytes(9)},
        {"Workbook": b"\x09\x08\x04\x00" + bytes(4) + b"\x2f\x00" + bytes(9)},
        {"PowerPoint Document": bytes(64), "EncryptedSummary": bytes(64)},
    ],
)
def test_a_locked_old_file_is_told_as_locked(tree: dict[str, bytes]) -> None:
    with pytest.raises(ParseError) as caught:
        read("a.doc", compound(tree), Office(b"never asked"))
    assert caught.value.kind == "password"


def test_a_compound_file_of_another_kind_is_refused() -> None:
    with pytest.raises(ParseError, match="an old Office format"):
        read("a.pub", compound({"Quill": bytes(64)}), Office(b"never asked"))


def test_formulas_without_results_are_computed() -> None:
    office = Office(COMPUTED)
    found = read("a.xlsx", UNCOMPUTED, office)
    assert ParserProgress(0, 1, UNIT) in found
    assert "21" in "".join(read_texts(found))
    assert not [each for each in found if isinstance(each, ParserNotice)]
    assert office.asked == ["xlsx"]


@pytest.mark.parametrize("office", [None, Office(b""), Office(UNCOMPUTED)])
def test_formulas_that_nobody_can_compute_are_told(office: Converter | None) -> None:
    found = read("a.xlsx", UNCOMPUTED, office)
    assert "20" in "".join(read_texts(found))
    assert len([each for each in found if isinstance(each, ParserNotice)]) == 1


def test_a_spreadsheet_with_results_is_not_computed_again() -> None:
    office = Office(b"")
    read("a.xlsx", COMPUTED, office)
    assert office.asked == []


@installed
async def test_libreoffice_computes_in_its_walls(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(UNCOMPUTED)
    found = [each async for each in parse(path)]
    assert "21" in "".join(read_texts([*found]))


class OpenOffice(OfficeProcess):
    """LibreOffice without the wall round files."""

    def build_order(self) -> Order:
        order = super().build_order()
        return replace(order, walls=replace(order.walls, readable=[os.sep]))


@installed
@pytest.mark.parametrize(("office", "shown"), [(OfficeProcess, False), (OpenOffice, True)])
async def test_libreoffice_reads_no_file_that_a_document_names(
    tmp_path: Path, office: type[OfficeProcess], shown: bool
) -> None:
    """A picture of the owner's, which a document of a guest includes by its name."""
    Image.new("RGB", (40, 40)).save(tmp_path / "secret.png")
    included = f'INCLUDEPICTURE "{tmp_path}/secret.png"'
    text = rf"{{\rtf1 Harmless. {{\field{{\*\fldinst {included}}}{{\fldrslt x}}}}}}"
    async with converting(office) as converter:
        converted = await asyncio.to_thread(converter, text.encode(), "doc")
    with ZipFile(BytesIO(converted)) as archive:
        assert any("media/" in name for name in archive.namelist()) == shown
    assert "Harmless." in "".join(read_texts(read("a.docx", converted, None)))


@installed
async def test_a_file_that_libreoffice_cannot_read_harms_no_later_one() -> None:
    async with converting() as converter:
        assert await asyncio.to_thread(converter, b"\xd0\xcf\x11\xe0" + bytes(999), "ppt") == b""
        converted = await asyncio.to_thread(converter, rb"{\rtf1 One two.}", "doc")
    assert read_texts(read("a.docx", converted, None)) == ["One two."]


@asynccontextmanager
async def converting(office: type[OfficeProcess] = OfficeProcess) -> AsyncIterator[Converter]:
    process = office(find_libreoffice() or "")
    outgoing, incoming = process.parser_handles
    try:
        await process.start()
        with (
            os.fdopen(os.dup(outgoing), "wb") as files,
            os.fdopen(os.dup(incoming), "rb") as results,
        ):
            process.hand_over()
            yield partial(convert, files, results)
    finally:
        await process.close()
