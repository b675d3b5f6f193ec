"""Checks whether the lines drawn on a page may be a table's, before an expensive search."""

from collections.abc import Iterator
from ctypes import c_float
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfObject, PdfPage

THIN = 3.0  # points: less is a line, more a box; lines nearer to each other count as one
FEWEST = 3  # lines each way: the smallest table has two rows and two columns
SIMPLE = 6  # segments of a path that is one line or one box
MOST = 4_000  # strokes; a page with more is a drawing, and takes pdfplumber seconds


def is_ruled(page: "PdfPage") -> bool:
    """Return whether enough lines are drawn both across and down."""
    from pypdfium2 import raw

    across, down = set[int](), set[int]()
    strokes = 0
    for path in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=2):
        for left, bottom, right, top in _list_strokes(path):
            strokes += 1
            if right - left > THIN:
                across.update((round(bottom / THIN), round(top / THIN)))
            if top - bottom > THIN:
                down.update((round(left / THIN), round(right / THIN)))
        if strokes > MOST:
            return False
    return len(across) >= FEWEST and len(down) >= FEWEST


def _list_strokes(path: "PdfObject") -> Iterator[tuple[float, float, float, float]]:
    """Yield the boxes of a path's lines: one of all together, or one each where it draws many."""
    from pypdfium2 import raw

    count = min(raw.FPDFPath_CountSegments(path), MOST)
    if count <= SIMPLE:
        yield path.get_bounds()
        return
    x, y = c_float(), c_float()
    before = (0.0, 0.0)
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(path, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        here = (x.value, y.value)
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO:
            yield from _measure_straight_segment(before, here)
        before = here


def _measure_straight_segment(
    start: tuple[float, float], end: tuple[float, float]
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the box of a segment that runs across or down; slanting ones rule no table."""
    (x0, y0), (x1, y1) = start, end
    if abs(x1 - x0) < 1.0 or abs(y1 - y0) < 1.0:
        yield min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
