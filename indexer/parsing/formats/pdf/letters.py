"""The letters of a PDF's page with their places, and texts compared by their letters alone."""

import re
import unicodedata
from ctypes import c_double
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

SYMBOLS = re.compile(r"[\W_]+")
SPACE, LAST = 0x20, 0x110000
MARKS = frozenset({0, 2, 0xFFFE, 0xFFFF})  # PDFium's, for joined hyphens and what it cannot read


# A letter and the middle of its box, in points of the page; a space is where the letter before is.
Letter = tuple[str, float, float]


def read_letters(page: "PdfTextPage") -> list[Letter]:
    """Return the letters of a page in PDFium's order."""
    from pypdfium2 import raw

    left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
    get_code, get_box = raw.FPDFText_GetUnicode, raw.FPDFText_GetCharBox
    found = list[Letter]()
    x = y = 0.0
    for index in range(page.count_chars()):
        code = get_code(page, index)
        if code in MARKS:
            continue
        if code > SPACE and get_box(page, index, left, right, bottom, top):
            x, y = (left.value + right.value) / 2, (bottom.value + top.value) / 2
        found.append((chr(code) if code < LAST else "", x, y))
    return found


def read_extents(page: "PdfTextPage", span: range, text: str) -> list[tuple[float, float]]:
    """Read where each character of a line begins and ends; `text` leaves PDFium's marks out."""
    from pypdfium2 import raw

    left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
    extents = list[tuple[float, float]]()
    for index in span:
        code = raw.FPDFText_GetUnicode(page, index)
        if code not in MARKS and len(extents) < len(text):
            raw.FPDFText_GetCharBox(page, index, left, right, bottom, top)
            extents.append((left.value, right.value))
    return extents


def read_places(page: "PdfTextPage", span: range) -> list[int]:
    """Read at which of PDFium's places each character of a line stands, without its marks."""
    from pypdfium2 import raw

    return [index for index in span if raw.FPDFText_GetUnicode(page, index) not in MARKS]


def read_middles(page: "PdfTextPage", span: range, text: str) -> list[float]:
    """Read the middle of each character of a line."""
    return [(left + right) / 2 for left, right in read_extents(page, span, text)]


def normalize_letters(text: str) -> str:
    """Remove from `text` all that may differ between two spellings of the same words."""
    return SYMBOLS.sub("", unicodedata.normalize("NFKC", text)).casefold()
