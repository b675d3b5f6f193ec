"""Collects the straight lines drawn across and down a PDF's page: the rules of tables."""

from collections.abc import Iterable, Iterator
from ctypes import addressof, c_float
from dataclasses import dataclass, field
from itertools import repeat

from indexer.parsing.formats.pdf.contents.functions import load_functions
from indexer.parsing.formats.pdf.contents.page_objects import PageObjects

THIN = 3.0  # points: less is a line, more a box; lines nearer to each other count as one
FEWEST = 3  # lines each way: the smallest table has two rows and two columns
SLANT = 1.0  # points that a line may slant by
STRAIGHT = 0.1  # points that its sides may slant by
CORNERS = 4
BOX = (CORNERS, CORNERS + 1)  # segments of a path that may be one box
MOST = 20_000  # lines of a page; one with more is a drawing
SEGMENTS = 60_000  # of paths on a page, curves too, that are looked at
DEPTH = 2  # forms inside forms that are looked into

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top
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


def collect_strokes(objects: PageObjects) -> Strokes:
    """Return the lines of a page; of a drawing with very many, the first."""
    found, reader = Strokes(), _PathReader()
    for path, matrix in reader.list_paths(objects.addresses, objects.kinds, UNCHANGED, DEPTH):
        for box in reader.measure(path, matrix):
            found.add(box)
        if found.is_drawing() or reader.left < 0:
            break
    return found


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

        self._raw, self._pdfium = raw, load_functions()
        self._points, self._matrix = (c_float * (2 * CORNERS))(), (c_float * 6)()
        self._xs = range(addressof(self._points), addressof(self._points) + 8 * CORNERS, 8)
        self._ys = range(self._xs.start + 4, self._xs.stop + 4, 8)
        self.left = SEGMENTS

    def list_paths(
        self, addresses: Iterable[int], kinds: Iterable[int], matrix: Matrix, depth: int
    ) -> Iterator[tuple[int, Matrix]]:
        """Yield the paths, also those inside forms, each with the matrix of what it is in."""
        path, form = self._raw.FPDF_PAGEOBJ_PATH, self._raw.FPDF_PAGEOBJ_FORM
        for each, kind in zip(addresses, kinds, strict=True):
            if kind == path:
                yield each, matrix
            elif kind == form and depth > 1:
                inner = _multiply(self._read_matrix(each), matrix)
                count = range(self._pdfium.count_form(each))
                found = list(map(self._pdfium.get_form_object, repeat(each), count))
                yield from self.list_paths(
                    found, map(self._pdfium.get_kind, found), inner, depth - 1
                )

    def _read_matrix(self, each: int) -> Matrix:
        self._pdfium.get_matrix(each, addressof(self._matrix))
        a, b, c, d, e, f = self._matrix
        return a, b, c, d, e, f

    def measure(self, path: int, matrix: Matrix) -> Iterator[Box]:
        """Yield the boxes of a path's lines; slanting ones and curves rule no table."""
        count = self._pdfium.count_segments(path)
        whole = _multiply(self._read_matrix(path), matrix)
        self.left -= count + 1
        if count in BOX and (corners := self._read_box(path)):
            yield _measure(*corners, whole)
            return
        for start, end in self._list_segments(path, min(count, MOST)):
            box = _measure(start, end, whole)
            if box[2] - box[0] < SLANT or box[3] - box[1] < SLANT:
                yield box

    def _read_box(self, path: int) -> tuple[Point, Point] | None:
        """Return two opposite corners of a path that is a box, as most are; else None."""
        segments = list(map(self._pdfium.get_segment, repeat(path), range(CORNERS)))
        list(map(self._pdfium.get_point, segments, self._xs, self._ys))
        x0, y0, x1, y1, x2, y2, x3, y3 = self._points
        upright = max(abs(x0 - x1), abs(y1 - y2), abs(x2 - x3), abs(y3 - y0)) < STRAIGHT
        lying = max(abs(y0 - y1), abs(x1 - x2), abs(y2 - y3), abs(x3 - x0)) < STRAIGHT
        if not (upright or lying):
            return None
        kinds = set(map(self._pdfium.get_segment_kind, segments[1:]))
        return ((x0, y0), (x2, y2)) if kinds == {self._raw.FPDF_SEGMENT_LINETO} else None

    def _list_segments(self, path: int, count: int) -> Iterator[tuple[Point, Point]]:
        """Yield the straight segments of a path, also those that close its parts."""
        pdfium, at_x, at_y = self._pdfium, self._xs[0], self._ys[0]
        line, move = self._raw.FPDF_SEGMENT_LINETO, self._raw.FPDF_SEGMENT_MOVETO
        start = before = (0.0, 0.0)
        for segment in map(pdfium.get_segment, repeat(path), range(count)):
            pdfium.get_point(segment, at_x, at_y)
            here = (self._points[0], self._points[1])
            kind = pdfium.get_segment_kind(segment)
            if kind == line:
                yield before, here
            elif kind == move:
                start = here
            if pdfium.is_closing(segment):
                yield here, start
            before = here
