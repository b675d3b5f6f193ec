"""Collects the straight lines drawn across and down a PDF's page: the rules of tables."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from ctypes import addressof, c_float, sizeof
from itertools import chain, repeat

from msgspec import Struct, field

from indexer.parsing.formats.pdf.contents.functions import load_functions
from indexer.parsing.formats.pdf.contents.page_objects import PageObjects, list_form

THIN = 3.0  # points: less is a line, more a box; lines nearer to each other count as one
FEWEST = 3  # lines each way: the smallest table has two rows and two columns
SLANT = 1.0  # points that a line may slant by
STRAIGHT = 0.1  # points that its sides may slant by
SIDES = 4
BOX = (SIDES, SIDES + 1)  # segments of a path that may be one box
MOST = 20_000  # lines of a page; one with more is a drawing
SEGMENTS = 60_000  # of paths on a page, curves too, that are looked at
FLOAT = sizeof(c_float)
DEPTH = 2  # forms inside forms that are looked into

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top
UNCHANGED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Strokes(Struct):
    """Lines in points of the page: (height, from, to) across and (place, from, to) down."""

    across: list[tuple[float, float, float]] = field(default_factory=list)
    down: list[tuple[float, float, float]] = field(default_factory=list)

    def add(self, box: Box) -> None:
        """Add a line, or the sides of a box."""
        left, bottom, right, top = box
        wide, high = right - left > THIN, top - bottom > THIN
        if wide and high:
            self.across += ((bottom, left, right), (top, left, right))
            self.down += ((left, bottom, top), (right, bottom, top))
        elif wide:
            self.across.append(((bottom + top) / 2, left, right))
        elif high:
            self.down.append(((left + right) / 2, bottom, top))

    def may_be_table(self) -> bool:
        """Return whether enough lines are drawn both across and down."""
        return _has_several(self.across) and _has_several(self.down)

    def is_drawing(self) -> bool:
        return len(self.across) + len(self.down) > MOST


def _has_several(lines: list[tuple[float, float, float]]) -> bool:
    return len({round(place / THIN) for place, _, _ in lines}) >= FEWEST


def collect_strokes(objects: PageObjects) -> Strokes:
    """Return the lines of a page; of a drawing with very many, the first."""
    found = Strokes()
    paths = list(_find_paths(objects.addresses, objects.kinds, UNCHANGED, DEPTH))
    for number, box in enumerate(_measure_paths(paths), 1):
        found.add(box)
        if SIDES * number > MOST and found.is_drawing():
            break
    return found


def _multiply(first: Matrix, then: Matrix) -> Matrix:
    if then is UNCHANGED:
        return first
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        *(a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s),
        *(e * p + f * r + t, e * q + f * s + u),
    )


def _measure(start: Point, end: Point, matrix: Matrix) -> Box:
    """Return the box between two points on the page."""
    (x0, y0), (x1, y1) = start, end
    if matrix != UNCHANGED:
        a, b, c, d, e, f = matrix
        x0, y0 = a * x0 + c * y0 + e, b * x0 + d * y0 + f
        x1, y1 = a * x1 + c * y1 + e, b * x1 + d * y1 + f
    left, right = (x0, x1) if x0 < x1 else (x1, x0)
    return (left, y0, right, y1) if y0 < y1 else (left, y1, right, y0)


def _find_paths(
    addresses: Iterable[int], kinds: Iterable[int], matrix: Matrix, depth: int
) -> Iterator[tuple[int, Matrix]]:
    """Yield the paths, also those inside forms, each with the matrix of what it is in."""
    from pypdfium2 import raw

    for each, kind in zip(addresses, kinds, strict=True):
        if kind == raw.FPDF_PAGEOBJ_PATH:
            yield each, matrix
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth > 1:
            inner = _multiply(_read_matrices([each])[0], matrix)
            yield from _find_paths(*list_form(each), inner, depth - 1)


def _read_matrices(objects: Sequence[int]) -> list[Matrix]:
    numbers = (c_float * (6 * len(objects)))()
    start, step = addressof(numbers), 6 * FLOAT
    places = range(start, start + step * len(objects), step)
    deque(map(load_functions().get_matrix, objects, places), maxlen=0)
    read = iter(numbers[:])
    return list(zip(read, read, read, read, read, read, strict=True))


def _measure_paths(found: Sequence[tuple[int, Matrix]]) -> Iterator[Box]:
    """Yield the boxes of the lines of paths; slanting ones and curves rule no table."""
    counts = _limit(load_functions().count_segments(path) for path, _ in found)
    paths = [path for path, _ in found[: len(counts)]]
    segments, end = _Segments(paths, counts), 0
    for own, (_, matrix), count in zip(_read_matrices(paths), found, counts, strict=False):
        start, end = end, end + count
        whole = _multiply(own, matrix)
        if count in BOX and (corners := segments.find_box(start)):
            yield _measure(*corners, whole)
            continue
        for first, last in segments.list_lines(start, end):
            box = _measure(first, last, whole)
            if box[2] - box[0] < SLANT or box[3] - box[1] < SLANT:
                yield box


def _limit(counts: Iterable[int]) -> list[int]:
    """Return of how many segments each path is; no more paths than may be looked at."""
    found, left = list[int](), SEGMENTS
    for count in counts:
        found.append(min(count, MOST))
        left -= count + 1
        if left < 0:
            break
    return found


class _Segments:
    """The segments of several paths, one behind the other."""

    def __init__(self, paths: Sequence[int], counts: Sequence[int]) -> None:
        from pypdfium2 import raw

        self._raw, self._pdfium = raw, load_functions()
        self._line = raw.FPDF_SEGMENT_LINETO
        owners = chain.from_iterable(map(repeat, paths, counts))
        places = chain.from_iterable(map(range, counts))
        self._addresses = list(map(self._pdfium.get_segment, owners, places))
        self.points = self._read_points()

    def _read_points(self) -> list[Point]:
        numbers = (c_float * (2 * len(self._addresses)))()
        start, end, step = addressof(numbers), sizeof(numbers), 2 * FLOAT
        xs, ys = (range(first, start + end + FLOAT, step) for first in (start, start + FLOAT))
        deque(map(self._pdfium.get_point, self._addresses, xs, ys), maxlen=0)
        read = iter(numbers[:])
        return list(zip(read, read, strict=True))

    def find_box(self, at: int) -> tuple[Point, Point] | None:
        """Return two corners of the path whose first is `at`, if it is a box, as most are."""
        first, (x1, y1), last, (x3, y3) = self.points[at : at + 4]
        x0, y0 = first
        x2, y2 = last
        if not (
            (
                -STRAIGHT < y0 - y1 < STRAIGHT
                and -STRAIGHT < x1 - x2 < STRAIGHT
                and -STRAIGHT < y2 - y3 < STRAIGHT
                and -STRAIGHT < x3 - x0 < STRAIGHT
            )
            or (
                -STRAIGHT < x0 - x1 < STRAIGHT
                and -STRAIGHT < y1 - y2 < STRAIGHT
                and -STRAIGHT < x2 - x3 < STRAIGHT
                and -STRAIGHT < y3 - y0 < STRAIGHT
            )
        ):
            return None
        get_kind, line = self._pdfium.get_segment_kind, self._line
        _, second, third, fourth = self._addresses[at : at + 4]
        is_box = get_kind(fourth) == get_kind(third) == get_kind(second) == line
        return (first, last) if is_box else None

    def list_lines(self, first: int, last: int) -> Iterator[tuple[Point, Point]]:
        """Yield the straight segments of a path, also those that close its parts."""
        line, move = self._line, self._raw.FPDF_SEGMENT_MOVETO
        here = self._addresses[first:last]
        kinds, closing = (
            map(self._pdfium.get_segment_kind, here),
            map(self._pdfium.is_closing, here),
        )
        start = before = (0.0, 0.0)
        for point, kind, closes in zip(self.points[first:last], kinds, closing, strict=True):
            if kind == line:
                yield before, point
            elif kind == move:
                start = point
            if closes:
                yield point, start
            before = point
