"""The characters of an open page with their places, each read from PDFium once."""

import re
from collections import deque
from collections.abc import Sequence
from ctypes import addressof, c_double, c_float, c_ushort, create_string_buffer, sizeof
from itertools import repeat
from typing import TYPE_CHECKING

from indexer.parsing.formats.pdf.contents.functions import find_address, load_functions

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

MARKS = frozenset({0, 2, 0xFFFE, 0xFFFF})  # PDFium's, for joined hyphens and what it cannot read
FONT_NAME = 128  # bytes of a font's name that are looked at
SIZE = sizeof(c_double)

SPACES = "".join(map(chr, {*range(0x21)} - MARKS))
WORD = re.compile(r"([^\x00-\x20\ufffe\uffff]+)[\x01\x03-\x20]*")

Span = tuple[float, float]
# Letters and the middle of their box, in points of the page; a space is where the one before is.
Letter = tuple[str, float, float]
# A word with spaces, its first place, and the middles of its first and last letter.
Word = tuple[str, int, float, float, float, float]


class PageText:
    """The characters of a page at PDFium's places: units of UTF-16, with marks between them."""

    def __init__(self, page: "PdfPage") -> None:
        self._pdfium = load_functions()
        self._page = page.get_textpage()
        self._address = find_address(self._page.raw)
        self._count = max(0, self._page.count_chars())
        self.text, self._codes = self._read_codes()
        self._edges = [(c_double * self._count)() for _ in range(4)]
        self._is_measured = bytearray(self._count)
        self._box, self._matrix = (c_float * 4)(), (c_float * 6)()
        self._font = create_string_buffer(FONT_NAME)

    def close(self) -> None:
        self._page.close()

    def _read_codes(self) -> tuple[str, Sequence[int]]:
        """Read the text; where PDFium leaves characters out of it, the codes one by one."""
        buffer = (c_ushort * (self._count + 1))()
        at = addressof(buffer)
        length = self._count and self._pdfium.get_text(self._address, 0, self._count, at) - 1
        text = bytes(buffer)[: 2 * max(0, length)].decode("utf-16-le", "replace")
        if length == self._count:
            return text, buffer
        codes = map(self._pdfium.get_code, repeat(self._address), range(self._count))
        return text, list(codes)

    def list_places(self, span: range) -> Sequence[int]:
        """Return where the characters of a line stand, without PDFium's marks."""
        codes = self._codes[span.start : span.stop]
        if MARKS.isdisjoint(codes):
            return span
        return [at for at, code in zip(span, codes, strict=True) if code not in MARKS]

    def read_extents(self, span: range, length: int) -> list[Span]:
        """Read where each character of a line begins and ends, of a text that has so many."""
        self._measure(span)
        lefts, rights = self._edges[:2]
        places = self.list_places(span)[:length]
        if isinstance(places, range):
            here = slice(places.start, places.stop)
            return list(zip(lefts[here], rights[here], strict=True))
        return [(lefts[at], rights[at]) for at in places]

    def read_middles(self, span: range, length: int) -> list[float]:
        """Read the middle of each character of a line."""
        return [(left + right) / 2 for left, right in self.read_extents(span, length)]

    def read_words(self) -> list[Word]:
        """Return the words of the page in PDFium's order, each with the spaces behind it."""
        letters = self.text
        if len(letters) != self._count:
            letters = "".join(map(chr, self._codes[: self._count]))
        found = [(*each.span(), each.end(1) - 1) for each in WORD.finditer(letters)]
        ends = {at for first, _, last in found for at in (first, last)}
        self._measure_each([at for at in ends if not self._is_measured[at]])
        lefts, rights, bottoms, tops = (edges[:] for edges in self._edges)
        return [
            (
                *(letters[first:end], first),
                *((lefts[first] + rights[first]) / 2, (bottoms[first] + tops[first]) / 2),
                *((lefts[last] + rights[last]) / 2, (bottoms[last] + tops[last]) / 2),
            )
            for first, end, last in found
        ]

    def read_letters(self, word: Word) -> list[Letter]:
        """Return the letters of a word one by one."""
        letters, first, *_ = word
        count = len(letters.rstrip(SPACES))
        here = slice(first, first + count)
        self._measure(range(first, first + count))
        lefts, rights, bottoms, tops = (edges[here] for edges in self._edges)
        xs = [(left + right) / 2 for left, right in zip(lefts, rights, strict=True)]
        ys = [(bottom + top) / 2 for bottom, top in zip(bottoms, tops, strict=True)]
        found = list(zip(letters, xs, ys, strict=False))
        return [*found, *((space, xs[-1], ys[-1]) for space in letters[count:])]

    def _measure(self, span: range) -> None:
        """Read the boxes of characters, unless they are known."""
        if not all(self._is_measured[span.start : span.stop]):
            self._measure_each(span)

    def _measure_each(self, places: Sequence[int]) -> None:
        for at in places:
            self._is_measured[at] = 1
        to = ([start + SIZE * at for at in places] for start in map(addressof, self._edges))
        deque(map(self._pdfium.get_box, repeat(self._address), places, *to), maxlen=0)

    def read_pieces(self, span: range, most: int) -> list[Span]:
        """Return where the pieces of a line begin and end that it is drawn in."""
        count = min(most, self._pdfium.count_pieces(self._address, span.start, len(span)))
        left, _, right, _ = edges = [c_double() for _ in range(4)]
        places = [addressof(edge) for edge in edges]
        found = list[Span]()
        for index in range(count if count > 1 else 0):
            self._pdfium.get_piece(self._address, index, *places)
            found.append((left.value, right.value))
        return found

    def get_shown_size(self, at: int) -> float:
        """Return the size of a character's type, as its matrix makes it larger or smaller."""
        self._pdfium.get_text_matrix(self._address, at, addressof(self._matrix))
        _, b, _, d, _, _ = self._matrix
        return self._pdfium.get_size(self._address, at) * (abs(d) or abs(b) or 1.0)

    def get_corner(self, at: int) -> tuple[float, float]:
        """Return the left and upper edge of a character's place in its line."""
        self._pdfium.get_line_box(self._address, at, addressof(self._box))
        return self._box[0], self._box[1]

    def get_weight(self, at: int) -> int:
        return self._pdfium.get_weight(self._address, at)

    def get_font(self, at: int) -> bytes:
        """Return the name of a character's font; b"" where it has none, or a very long one."""
        name = addressof(self._font)
        length = self._pdfium.get_font(self._address, at, name, FONT_NAME, None)
        return self._font.value if 0 < length <= FONT_NAME else b""
