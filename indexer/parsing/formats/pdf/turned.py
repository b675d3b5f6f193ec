"""Sets a page upright that its file turns, so that what is beside and below is known."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

MOST = 50_000  # objects of a page; a drawing of more is left as it lies

Matrix = tuple[float, float, float, float, float, float]


@contextmanager
def set_upright(page: "PdfPage") -> Iterator[None]:
    """Turn an open page's objects as its readers see them, and the page itself back.

    Fields and notes have no objects here: a page with some stays as it is. The objects stay turned
    until the page is closed; what the document says of it, and so its rendering, is as before.
    """
    from pypdfium2 import raw

    rotation, count = page.get_rotation(), raw.FPDFPage_CountObjects(page)
    if not rotation or count > MOST or raw.FPDFPage_GetAnnotCount(page):
        yield
        return
    media, crop, size = page.get_mediabox(), page.get_cropbox(), page.get_size()
    matrix = _build_matrix(rotation, crop)
    for index in range(count):
        raw.FPDFPageObj_Transform(raw.FPDFPage_GetObject(page, index), *matrix)
    page.set_rotation(0)
    page.set_mediabox(0, 0, *size)
    page.set_cropbox(0, 0, *size)
    try:
        yield
    finally:
        page.set_rotation(rotation)
        page.set_mediabox(*media)
        page.set_cropbox(*crop)


def _build_matrix(rotation: int, box: tuple[float, float, float, float]) -> Matrix:
    """Return what moves a point of the page to where its readers see it."""
    left, bottom, right, top = min(box[::2]), min(box[1::2]), max(box[::2]), max(box[1::2])
    match rotation:
        case 90:
            return (0, -1, 1, 0, -bottom, right)
        case 180:
            return (-1, 0, 0, -1, right, top)
        case _:
            return (0, 1, -1, 0, top, -left)
