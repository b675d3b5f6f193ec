"""Collects the straight lines drawn across and down a PDF's page: the rules of tables."""

from collections.abc import Iterator
from ctypes import c_float
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

THIN = 3.0  # points: less is a line, more a box; lines nearer to each other count as one
FEWEST = 3  # lines each way: the smallest table has two rows and two columns
SLANT = 1.0  # points that a line may slant by
STRAIGHT = 0.1  # points that its sides may slant by
BOX = (4, 5)  # of a path that may be one box
MOST = 20_000  # lines of a page; one with more is a drawing
SEGMENTS = 60_000  # of paths on a page, curves too, that are looked at
DEPTH = 2  # forms inside forms that are looked into

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top
Handle = object  # a pointer of PDFium's, which has no type of its own in pypdfium2
UNCHANGED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class Strokes:
    """Lines in points of the page: (height, from, to) across and (place, from, to) down."""

    across: list[tuple[float, float, float]] = field(default_factory=list)
    down: list[tuple[float, float, float]] = field(default_factory=list)

    def add(self, box: Box) -> None:
        """Add a line, or the sides of a box."""
        left, bottom, right, top = box
        if right - left > THIN:
            self.across += [(y, left, right) for y in _thin(bottom, top)]
        if top - bottom > THIN:
            self.down += [(x, bottom, top) for x in _thin(left, right)]

    def may_be_table(self) -> bool:
        """Return whether enough lines are drawn both across and down."""
        return _has_several(self.across) and _has_several(self.down)

    def is_drawing(self) -> bool:
        return len(self.across) + len(self.down) > MOST


def _thin(low: float, high: float) -> tuple[float, ...]:
    return ((low + high) / 2,) if high - low <= THIN else (low, high)


def _has_several(lines: list[tuple[float, float, float]]) -> bool:
    return len({round(place / THIN) for place, _, _ in lines}) >= FEWEST


def collect_strokes(page: "PdfPage") -> Strokes:
    """Return the lines of a page; of a drawing with very many, the first."""
    from pypdfium2 import raw

    found = Strokes()
    count, get = raw.FPDFPage_CountObjects(page), raw.FPDFPage_GetObject
    objects = ((get(page, index), UNCHANGED) for index in range(count))
    reader = _PathReader()
    for path, matrix in _list_paths(objects, DEPTH):
        for box in reader.measure(path, matrix):
            found.add(box)
        if found.is_drawing() or reader.left < 0:
            break
    return found


def _list_paths(
    objects: Iterator[tuple[Handle, Matrix]], depth: int
) -> Iterator[tuple[Handle, Matrix]]:
    """Yield the paths, also those inside forms, each with the matrix of what it is in."""
    from pypdfium2 import raw

    get_type = raw.FPDFPageObj_GetType
    for each, matrix in objects:
        kind = get_type(each)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            yield each, matrix
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth > 1:
            yield from _list_paths(_list_form(each, matrix), depth - 1)


def _list_form(form: Handle, matrix: Matrix) -> Iterator[tuple[Handle, Matrix]]:
    from pypdfium2 import raw

    read = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(form, read)
    inner = _multiply((read.a, read.b, read.c, read.d, read.e, read.f), matrix)
    for index in range(raw.FPDFFormObj_CountObjects(form)):
        yield raw.FPDFFormObj_GetObject(form, index), inner


def _multiply(first: Matrix, then: Matrix) -> Matrix:
    if then == UNCHANGED:
        return first
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        *(a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s),
        *(e * p + f * r + t, e * q + f * s + u),
    )


def _measure(start: Point, end: Point, matrix: Matrix) -> Box:
    """Return the box between two points on the page."""
    a, b, c, d, e, f = matrix
    x0, y0 = a * start[0] + c * start[1] + e, b * start[0] + d * start[1] + f
    x1, y1 = a * end[0] + c * end[1] + e, b * end[0] + d * end[1] + f
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


class _PathReader:
    """Reads the paths of a page through variables that it keeps: a page may have thousands."""

    def __init__(self) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._x, self._y, self._matrix = c_float(), c_float(), raw.FS_MATRIX()
        self.left = SEGMENTS

    def measure(self, path: Handle, matrix: Matrix) -> Iterator[Box]:
        """Yield the boxes of a path's lines; slanting ones and curves rule no table."""
        count, read = self._raw.FPDFPath_CountSegments(path), self._matrix
        self._raw.FPDFPageObj_GetMatrix(path, read)
        whole = _multiply((read.a, read.b, read.c, read.d, read.e, read.f), matrix)
        self.left -= count + 1
        if count in BOX and (corners := self._read_box(path)):
            yield _measure(*corners, whole)
            return
        for start, end in self._list_segments(path, min(count, MOST)):
            box = _measure(start, end, whole)
            if box[2] - box[0] < SLANT or box[3] - box[1] < SLANT:
                yield box

    def _read_box(self, path: Handle) -> tuple[Point, Point] | None:
        """Return two opposite corners of a path that is a box, as most are; else None."""
        corners = list[Point]()
        for index in range(4):
            kind, here, _ = self._read_segment(path, index)
            if index and kind != self._raw.FPDF_SEGMENT_LINETO:
                return None
            corners.append(here)
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
        upright = max(abs(x0 - x1), abs(y1 - y2), abs(x2 - x3), abs(y3 - y0)) < STRAIGHT
        lying = max(abs(y0 - y1), abs(x1 - x2), abs(y2 - y3), abs(x3 - x0)) < STRAIGHT
        return (corners[0], corners[2]) if upright or lying else None

    def _read_segment(self, path: Handle, index: int) -> tuple[int, Point, Handle]:
        segment = self._raw.FPDFPath_GetPathSegment(path, index)
        self._raw.FPDFPathSegment_GetPoint(segment, self._x, self._y)
        kind: int = self._raw.FPDFPathSegment_GetType(segment)
        return kind, (self._x.value, self._y.value), segment

    def _list_segments(self, path: Handle, count: int) -> Iterator[tuple[Point, Point]]:
        """Yield the straight segments of a path, also those that close its parts."""
        start = before = (0.0, 0.0)
        for index in range(count):
            kind, here, segment = self._read_segment(path, index)
            if kind == self._raw.FPDF_SEGMENT_LINETO:
                yield before, here
            elif kind == self._raw.FPDF_SEGMENT_MOVETO:
                start = here
            if self._raw.FPDFPathSegment_GetClose(segment):
                yield here, start
            before = here
