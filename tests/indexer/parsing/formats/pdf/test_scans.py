"""Pages of PDFs that are pictures, have a stamp on one, or have pictures beside their text."""

import zlib
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from indexer.documents import Parsed, ParserNotice, Section, WeakPage
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.limits import Limits
from indexer.parsing.ocr.pictures import SEEN
from indexer.parsing.ocr.process import find_tesseract
from indexer.parsing.sandbox import parse
from indexer.parsing.source import parse_source
from tests.indexer.parsing.fake_tesseract import Reader, table
from tests.indexer.parsing.formats.making import pages, stream, written

STAMP = "DocuSign Envelope ID 0A1B-2C3D-4E5F"
BODY = [(f"Line {n} of the text stands here.", 700 - 14 * n, 10) for n in range(30)]
needs_tesseract = pytest.mark.skipif(not find_tesseract(), reason="tesseract is not installed")


def picture(image: Image.Image) -> bytes:
    """An object of a PDF: a picture in grey."""
    grey = image.convert("L")
    size = f"/Width {grey.width} /Height {grey.height}"
    kind = f"/Type /XObject /Subtype /Image {size} /ColorSpace /DeviceGray /BitsPerComponent 8"
    return stream(zlib.compress(grey.tobytes()), f"{kind} /Filter /FlateDecode")


def scanned(
    contents: Sequence[bytes], image: Image.Image | None = None, box: str = "612 0 0 792 0 0"
) -> bytes:
    """Pages that each begin with the picture, in its box, and go on with their content."""
    drawn = f"q {box} cm /P Do Q ".encode()
    shown = picture(image or Image.new("L", (600, 800), 255))
    return pages(
        [drawn + each for each in contents], more={7: shown}, resources="/XObject << /P 7 0 R >>"
    )


def rendered(*lines: str) -> Image.Image:
    document = pypdfium2.PdfDocument(
        pages([written([(each, 700 - 20 * n, 14) for n, each in enumerate(lines)])])
    )
    image: Image.Image = document[0].render(scale=200 / 72, grayscale=True).to_pil().copy()
    document.close()
    return image


def read(data: bytes, reader: Reader | None, limits: Limits | None = None) -> tuple[str, str]:
    """The text of a PDF, and what is told of it."""
    found = list(parse_source(SourceFile("a.pdf", data, limits or Limits(), reader)))
    text = "\n".join(each.text for each in found if isinstance(each, Section))
    return text, " ".join(str(each) for each in found if isinstance(each, ParserNotice))


def test_a_stamp_on_a_scan_is_kept_beside_the_text_of_the_scan() -> None:
    reader = Reader(table(("Rent", 96), ("due", 96)))
    text, told = read(scanned([written([(STAMP, 780, 8)])]), reader)
    assert text == f"{STAMP}\n\nRent due"
    assert not told


def test_a_foot_on_a_scan_comes_last() -> None:
    reader = Reader(table(("Rent", 96), ("due", 96)))
    text, _ = read(scanned([written([("BATES 0001 of a long series", 20, 8)])]), reader)
    assert text == "Rent due\nBATES 0001 of a long series"


def test_a_stamped_scan_that_cannot_be_read_is_told() -> None:
    text, told = read(scanned([written([(STAMP, 780, 8)])]), None)
    assert text == STAMP
    assert "I could not read page 1: it is a picture" in told
    assert "tesseract" in told


def test_illegible_scans_are_told_by_page_and_no_gibberish_is_kept() -> None:
    reader = Reader(table(("Rent", 96)), table(("yuay", 30)), table(("yuay", 20)))
    text, told = read(scanned([b"", b""]), reader)
    assert text == "Rent"
    assert "page 2: the writing" in told


def test_scans_beyond_the_limit_are_told_by_page() -> None:
    text, told = read(scanned([b""] * 4), Reader(table(("Rent", 96))), Limits(ocr_pages=2))
    assert text == "Rent\nRent"
    assert "I did not read pages 3-4" in told
    assert "documents.limits.ocr_pages" in told


def test_a_picture_beside_text_is_read_too_and_nothing_twice() -> None:
    reader = Reader(
        table(("Door", 96), ("code", 96)) + "\n" + table(("Line", 96), ("3", 96), paragraph=2)
    )
    text, told = read(scanned([written(BODY)], box="300 0 0 100 72 100"), reader)
    assert text.endswith("Door code")
    assert text.count("Line 3") == 1
    assert not told


def text_then_picture(box: str) -> bytes:
    """A page whose picture is drawn after all of its lines."""
    lines = b" ".join(written([line]) for line in BODY)
    shown = f" q {box} cm /P Do Q".encode()
    blank = picture(Image.new("L", (600, 800), 255))
    return pages([lines + shown], more={7: blank}, resources="/XObject << /P 7 0 R >>")


def test_a_picture_that_is_drawn_after_the_text_above_it_is_read_too() -> None:
    reader = Reader(table(("Door", 96), ("code", 96)))
    text, _ = read(text_then_picture("300 0 0 100 72 100"), reader)
    assert text.endswith("Door code")


def test_text_below_a_scan_is_its_text() -> None:
    reader = Reader(table(("Rent", 96)))
    text, _ = read(text_then_picture("612 0 0 792 0 0"), reader)
    assert text.endswith("stands here.")
    assert not reader.asked


def test_a_photo_beside_text_is_not_told() -> None:
    text, told = read(scanned([written(BODY)], box="300 0 0 100 72 100"), Reader(table(("~;", 20))))
    assert "~;" not in text
    assert not told


def test_text_that_lies_unseen_on_a_scan_is_its_text() -> None:
    reader = Reader(table(("Rent", 96)))
    text, _ = read(scanned([b"BT 3 Tr ET " + written([("Hidden words", 700, 10)])]), reader)
    assert text == "Hidden words"
    assert not reader.asked


def test_a_small_logo_is_not_looked_at() -> None:
    reader = Reader(table(("Logo", 96)))
    read(scanned([written(BODY)], box="60 0 0 40 72 740"), reader)
    assert not reader.asked


def test_pages_that_were_not_searched_for_tables_are_told() -> None:
    grid = b"".join(
        b"72 %d m 400 %d l S %d 500 m %d 600 l S " % (y, y, x, x)
        for y, x in ((500, 72), (550, 200), (600, 400))
    )
    body = written(BODY)
    _, told = read(pages([grid + body] * 3), None, Limits(table_pages=1))
    assert "I read pages 2-3 without looking for tables" in told


@needs_tesseract
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
async def test_a_scan_is_read_however_it_lies(tmp_path: Path, turn: int) -> None:
    image = rendered(
        "The tenant pays the rent by the third working day.",
        "The deposit is three months of rent.",
        "Pets need the written consent of the landlord.",
    ).rotate(turn, expand=True)
    path = tmp_path / "scan.pdf"
    path.write_bytes(scanned([written([(STAMP, 780, 8)])], image))
    found = [each async for each in parse(path)]
    text = " ".join(each.text for each in found if isinstance(each, Section))
    assert "written consent of the landlord" in text
    assert STAMP in text


@needs_tesseract
async def test_a_stamp_is_not_read_a_second_time_from_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(scanned([written([(STAMP, 780, 12)])], rendered("The deposit is 900 euros.")))
    found = [each async for each in parse(path)]
    text = " ".join(each.text for each in found if isinstance(each, Section))
    assert text.count("Envelope") == 1
    assert "900 euros" in text


def find_weak(data: bytes, reader: Reader | None) -> tuple[list[WeakPage], list[Parsed]]:
    """The pages for a model that can see, and everything else that is found."""
    source = SourceFile("a.pdf", data, recognizer=reader, weak_pages=True)
    found: list[Parsed] = []
    with suppress(ParseError):  # a model may still read some
        found.extend(parse_source(source))
    weak = [each for each in found if isinstance(each, WeakPage)]
    return weak, [each for each in found if not isinstance(each, WeakPage)]


def test_weak_pages_are_shown_where_a_model_reads_them_and_are_no_loss() -> None:
    gibberish = table(("yuay", 30))  # and turned round, too
    reader = Reader(table(("Rent", 96)), gibberish, gibberish, table(("Depesit", 60)))
    weak, others = find_weak(scanned([b"", b"", b""]), reader)
    assert [(each.number, each.text) for each in weak] == [(2, ""), (3, "Depesit")]
    assert all(Image.open(BytesIO(each.picture)).format == "JPEG" for each in weak)
    assert [each.text for each in others if isinstance(each, Section)] == ["Rent"]
    assert not [each for each in others if isinstance(each, ParserNotice)]


def test_without_tesseract_all_scans_are_shown() -> None:
    weak, _others = find_weak(scanned([b"", b""]), None)
    assert [each.number for each in weak] == [1, 2]


def test_the_picture_of_a_weak_page_is_small() -> None:
    big = Image.new("L", (5_000, 7_000), 255)
    ((shown,), _others) = find_weak(scanned([b""], big), None)
    assert max(Image.open(BytesIO(shown.picture)).size) <= SEEN


def test_pictures_beside_text_are_shown_to_no_model() -> None:
    page = scanned([written(BODY)], box="300 0 0 100 72 100")
    assert find_weak(page, Reader(table(("~;", 20))))[0] == []
    assert find_weak(page, None)[0] == []
