"""Reads pages that are pictures of text with tesseract, where that is installed (OCR)."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

from indexer.documents import ParserProgress
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.shared import ocr

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

LEADING = 12.0  # points between two lines of a recognized page, which has no type of its own
POINTS = 72  # per inch


def recognize_scans(
    document: "PdfDocument", pages: Sequence[ParsedPage], source: SourceFile
) -> Generator[ParserProgress, None, list[ParsedPage]]:
    """Return the pages with the text of those that are pictures, as many as its limits allow."""
    scans = [page.number for page in pages if page.is_picture][: source.limits.ocr_pages]
    if source.recognizer is None or not scans:
        return list(pages)
    read = list(pages)
    for done, number in enumerate(scans):
        yield ParserProgress(done, len(scans), ocr.UNIT)
        text = source.recognizer(_render_page(document, number - 1))
        if text:
            read[number - 1] = replace(
                pages[number - 1], lines=_build_lines(text), is_picture=False
            )
    return read


def _render_page(document: "PdfDocument", index: int) -> bytes:
    """Render the page as a PNG that fits in memory, whatever size the page claims."""
    page = document[index]
    try:
        inches = max(1.0, page.get_width() * page.get_height()) / POINTS**2
        dots = min(ocr.DOTS, sqrt(ocr.PIXELS / inches))
        bitmap = page.render(scale=dots / POINTS, grayscale=True)
        try:
            return ocr.encode_png(bitmap.to_pil())
        finally:
            bitmap.close()
    finally:
        page.close()


def _build_lines(text: str) -> tuple[Line, ...]:
    """Place the lines of a text; a blank line becomes a wide step, as on a page with type."""
    lines = []
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            lines.append(Line(line.strip(), -LEADING * number, 0.0, LEADING / 1.2, False))
    return tuple(lines)
