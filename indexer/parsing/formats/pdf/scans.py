"""Reads pages that are pictures of text, or have some, with tesseract, where that is installed."""

from collections.abc import Generator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from msgspec.structs import replace

from indexer.documents import ParserProgress, WeakPage
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.layout import Line, ParsedPage, measure_body
from indexer.parsing.formats.pdf.letters import normalize_letters
from indexer.parsing.formats.pdf.page_pictures import erase_text
from indexer.parsing.ocr import recognizer as ocr
from indexer.parsing.ocr.pictures import (
    PictureText,
    build_weak_page,
    is_weak,
    read_picture,
)

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfDocument

LEADING = 1.2  # heights of a letter between two lines of a picture
SIZE = 10.0  # points of its letters, where the document has no others
POINTS = 72  # per inch
SAMPLE = 2_000  # characters of the document that tell its language


def recognize_scans(
    document: "PdfDocument", pages: Sequence[ParsedPage], source: SourceFile
) -> Generator[ParserProgress | WeakPage, None, list[ParsedPage]]:
    """Return the pages with the text in their pictures, as many as the limits allow.

    Scans come first; pictures beside text are looked at if any are left. Where a model that can see
    reads weak pages, those are yielded, and their text is left to it.
    """
    wanted = _list_wanted(pages, source)
    if not wanted:
        return list(pages)
    # In the size of the document's letters no line of a picture is a heading.
    read, size = list(pages), measure_body(pages) or SIZE
    around = _join_sample(pages)
    for done, page in enumerate(wanted[: source.limits.ocr_pages]):
        yield ParserProgress(done, min(len(wanted), source.limits.ocr_pages), ocr.UNIT)
        picture = _render_page(document, page.number - 1)
        found = read_picture(picture, source, around)
        if page.is_picture and is_weak(found, source):
            yield build_weak_page(page.number, picture, found)
            read[page.number - 1] = replace(page, is_shown=True)
            continue
        around = around or (found.text[:SAMPLE] if found.is_legible else "")
        read[page.number - 1] = _add_text(page, found, size)
    for page in wanted[source.limits.ocr_pages :]:
        read[page.number - 1] = replace(page, is_left_out=True)
    return read


def _list_wanted(pages: Sequence[ParsedPage], source: SourceFile) -> list[ParsedPage]:
    scans = [page for page in pages if page.is_picture]
    if source.recognizer:
        return [*scans, *(page for page in pages if page.has_pictures)]
    return scans if source.weak_pages else []


def _join_sample(pages: Sequence[ParsedPage]) -> str:
    sample = ""
    for page in pages:
        sample += "".join(f"{line.text}\n" for line in page.lines)
        if len(sample) >= SAMPLE:
            break
    return sample[:SAMPLE]


def _add_text(page: ParsedPage, found: PictureText, size: float) -> ParsedPage:
    """Return the page with the text of its picture; both texts are kept."""
    if not found.is_legible:
        return replace(page, is_unclear=page.is_picture and bool(found.text))
    new = _build_lines(found.text, size, page.lines)
    if not page.is_picture:
        return replace(page, lines=(*page.lines, *new))
    above = tuple(line for line in page.lines if line.top > page.height / 2)
    below = tuple(line for line in page.lines if line.top <= page.height / 2)
    lines = (*above, *new, *below)
    return replace(page, lines=lines, is_picture=False, is_sparse=found.is_sparse)


def _build_lines(text: str, size: float, known: Sequence[Line]) -> tuple[Line, ...]:
    """Place the lines of a text; a blank line becomes a wide step, as on a page with type.

    What the page has as text already is left out.
    """
    there = normalize_letters(" ".join(line.text for line in known))
    lines = []
    for number, line in enumerate(text.split("\n")):
        letters = normalize_letters(line)
        if letters and letters not in there:
            lines.append(Line(line.strip(), -LEADING * size * number, 0.0, size, False))
    return tuple(lines)


def _render_page(document: "PdfDocument", index: int) -> "Image":
    """Render the page's pictures in a size that fits in memory, whatever size the page claims."""
    page = document[index]
    try:
        erase_text(page)
        inches = max(1.0, page.get_width() * page.get_height()) / POINTS**2
        dots = min(ocr.DOTS, sqrt(ocr.PIXELS / inches))
        bitmap = page.render(scale=dots / POINTS, grayscale=True)
        try:
            picture: Image = bitmap.to_pil().copy()  # the bitmap is about to go
            return picture
        finally:
            bitmap.close()
    finally:
        page.close()
