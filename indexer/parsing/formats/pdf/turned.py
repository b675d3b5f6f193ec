"""Sets a page upright that its file turns, so that what is beside and below is known."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

MOST = 50_000  # objects of a page; a drawing of more is left as it lies

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top
AS_IT_LIES: Matrix = (1, 0, 0, 1, 0, 0)


@contextmanager
def set_upright(page: "PdfPage") -> Iterator[Matrix]:
    """Turn an open page's objects as its readers see them, and the page itself back.

    Yield what moves all else, such as fields and notes, to where readers see it. The objects stay
    turned until the page is closed; what the document says of it, and so its rendering, is as
    before.
    """
    from pypdfium2 import raw

    rotation, count = page.get_rotation(), raw.FPDFPage_CountObjects(page)
    if not rotation or count > MOST:
        yield AS_IT_LIES
        return
    media, crop, size = page.get_mediabox(), page.get_cropbox(), page.get_size()
    matrix = _build_matrix(rotation, crop)
    for index in range(count):
        raw.FPDFPageObj_Transform(raw.FPDFPage_GetObject(page, index), *matrix)
    page.set_rotation(0)
    page.set_mediabox(0, 0, *size)
    page.set_cropbox(0, 0, *size)
    try:
        yield matrix
    finally:
        page.set_rotation(rotation)
        page.set_mediabox(*media)
        page.set_cropbox(*crop)


def move_box(box: Box, matrix: Matrix) -> Box:
    """Return the box around where a matrix moves one to."""
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in box[::2] for y in box[1::2]]
    xs, ys = [a * x + c * y + e for x, y in corners], [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _build_matrix(rotation: int, box: Box) -> Matrix:
    """Return what moves a point of the page to where its readers see it."""
    left, bottom, right, top = min(box[::2]), min(box[1::2]), max(box[::2]), max(box[1::2])
    match rotation:
        case 90:
            return (0, -1, 1, 0, -bottom, right)
        case 180:
            return (-1, 0, 0, -1, right, top)
        case _:
            return (0, 1, -1, 0, top, -left)
