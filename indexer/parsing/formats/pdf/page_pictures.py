"""Finds out which pages of a PDF are scans, and which have pictures that may hold text."""

from collections.abc import Iterable, Iterator, Sequence
from ctypes import addressof, c_float
from typing import TYPE_CHECKING

from indexer.parsing.formats.pdf.contents.functions import load_functions
from indexer.parsing.formats.pdf.contents.page_objects import PageObjects, list_form
from indexer.parsing.formats.pdf.layout import Line

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

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


def measure_pictures(objects: PageObjects) -> float:
    """Return how much of the page pictures cover, from 0 to 1; a scan may consist of strips."""
    area: float = max(1.0, objects.page.get_width() * objects.page.get_height())
    boxes = map(_measure_box, _list_pictures(objects.addresses, objects.kinds, DEPTH))
    shares = (abs((right - left) * (top - bottom)) / area for left, bottom, right, top in boxes)
    return min(1.0, sum(shares))


def _list_pictures(addresses: Iterable[int], kinds: Iterable[int], depth: int) -> Iterator[int]:
    """Yield the pictures, also those inside forms."""
    from pypdfium2 import raw

    for each, kind in zip(addresses, kinds, strict=True):
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            yield each
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth > 1:
            yield from _list_pictures(*list_form(each), depth - 1)


def has_pictures(objects: PageObjects) -> bool:
    """Return whether the page itself has a picture or a form, which may hold one."""
    from pypdfium2 import raw

    kinds = objects.kinds[:OBJECTS]
    return raw.FPDF_PAGEOBJ_IMAGE in kinds or raw.FPDF_PAGEOBJ_FORM in kinds


def has_hidden_text(objects: PageObjects) -> bool:
    """Return whether the text of a scan was put on its picture unseen, or below it."""
    from pypdfium2 import raw

    get_mode = load_functions().get_render_mode
    texts, below = list[Box](), 0
    for each, kind in zip(objects.addresses[:OBJECTS], objects.kinds, strict=False):
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            if get_mode(each) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
                return True
            texts.append(_measure_box(each))
        elif kind == raw.FPDF_PAGEOBJ_IMAGE and texts:
            box, count = _measure_box(each), len(texts)
            texts = [text for text in texts if not _is_middle_inside(text, box)]
            below += count - len(texts)
            if below >= MANY:
                return True
    return False


def _measure_box(each: int) -> Box:
    """Return where an object of a page lies: left, bottom, right and top."""
    edges = [c_float() for _ in range(4)]
    load_functions().get_bounds(each, *map(addressof, edges))
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
