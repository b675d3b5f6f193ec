"""Finds out which pages of a PDF are scans, and which have pictures that may hold text."""

from collections.abc import Iterator, Sequence
from ctypes import c_float
from typing import TYPE_CHECKING

from indexer.parsing.formats.pdf.layout import Line

if TYPE_CHECKING:
    from pypdfium2 import PdfPage
    from pypdfium2.raw import FPDF_PAGEOBJECT

SCAN = 0.5  # of a page that pictures cover, where it is a scan
STAMP = 0.1  # of a page's height that lines take: a stamp, the head of a fax, a page number
PART = 0.05  # of a page that a picture covers which may hold text
OBJECTS = 5_000  # of a page that are looked at; a drawing has more
MANY = 5  # pieces of text that lie below a picture, where nobody sees them
DEPTH = 2  # forms inside forms that are looked into

Box = tuple[float, float, float, float]  # left, bottom, right, top


def is_scan(covered: float, lines: Sequence[Line], height: float) -> bool:
    """Return whether pictures are the page, and its lines only a stamp on it."""
    return covered >= SCAN and sum(line.size for line in lines) <= STAMP * height


def measure_pictures(page: "PdfPage") -> float:
    """Return how much of the page pictures cover, from 0 to 1; a scan may consist of strips."""
    area = max(1.0, page.get_width() * page.get_height())
    return min(1.0, sum(_list_shares(page, area)))


def _list_shares(page: "PdfPage", area: float) -> Iterator[float]:
    from pypdfium2 import raw

    pictures = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=DEPTH)
    for picture in pictures:
        left, bottom, right, top = picture.get_bounds()
        yield abs((right - left) * (top - bottom)) / area


def has_pictures(page: "PdfPage") -> bool:
    """Return quickly whether the page itself has a picture or a form, which may hold one."""
    from pypdfium2 import raw

    kinds = (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM)
    get, get_type = raw.FPDFPage_GetObject, raw.FPDFPageObj_GetType
    count = min(raw.FPDFPage_CountObjects(page), OBJECTS)
    return any(get_type(get(page, index)) in kinds for index in range(count))


def has_hidden_text(page: "PdfPage") -> bool:
    """Return whether the text of a scan was put on its picture unseen, or below it."""
    from pypdfium2 import raw

    texts, below = list[Box](), 0
    for index in range(min(raw.FPDFPage_CountObjects(page), OBJECTS)):
        each = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(each)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            if raw.FPDFTextObj_GetTextRenderMode(each) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
                return True
            texts.append(_measure_box(each))
        elif kind == raw.FPDF_PAGEOBJ_IMAGE and texts:
            box, count = _measure_box(each), len(texts)
            texts = [text for text in texts if not _is_middle_inside(text, box)]
            below += count - len(texts)
            if below >= MANY:
                return True
    return False


def _measure_box(each: "FPDF_PAGEOBJECT") -> Box:
    """Return where an object of a page lies: left, bottom, right and top."""
    from pypdfium2 import raw

    edges = [c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(each, *edges)
    left, bottom, right, top = (edge.value for edge in edges)
    return left, bottom, right, top


def _is_middle_inside(small: Box, large: Box) -> bool:
    x, y = (small[0] + small[2]) / 2, (small[1] + small[3]) / 2
    return large[0] <= x <= large[2] and large[1] <= y <= large[3]


def erase_text(page: "PdfPage") -> None:
    """Remove the text of an open page, so that only its pictures are rendered."""
    from pypdfium2 import raw

    count = min(raw.FPDFPage_CountObjects(page), OBJECTS)
    found = [raw.FPDFPage_GetObject(page, index) for index in range(count)]
    for each in found:
        is_text = raw.FPDFPageObj_GetType(each) == raw.FPDF_PAGEOBJ_TEXT
        if is_text and raw.FPDFPage_RemoveObject(page, each):
            raw.FPDFPageObj_Destroy(each)
