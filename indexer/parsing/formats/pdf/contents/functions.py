"""PDFium's functions for what a page has thousands of: they take and return plain addresses.

pypdfium2 makes an object of Python's for each pointer, which takes longer than most of the calls.
"""

from collections.abc import Callable
from ctypes import PYFUNCTYPE, c_double, c_int, c_ulong, c_void_p, cast
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _ctypes import CFuncPtr
    from ctypes import Structure, _Pointer


class Functions:
    """Each takes the address of what it is about first; numbers go to the addresses behind."""

    def __init__(self) -> None:
        from pypdfium2 import raw

        at, number = c_void_p, c_int
        self.count_objects = _bind(raw.FPDFPage_CountObjects, number, at)
        self.get_object = _bind(raw.FPDFPage_GetObject, at, at, number)
        self.get_kind = _bind(raw.FPDFPageObj_GetType, number, at)
        self.get_matrix = _bind(raw.FPDFPageObj_GetMatrix, number, at, at)
        self.get_bounds = _bind(raw.FPDFPageObj_GetBounds, number, *[at] * 5)
        self.get_render_mode = _bind(raw.FPDFTextObj_GetTextRenderMode, number, at)
        self.count_form = _bind(raw.FPDFFormObj_CountObjects, number, at)
        self.get_form_object = _bind(raw.FPDFFormObj_GetObject, at, at, c_ulong)
        self.count_segments = _bind(raw.FPDFPath_CountSegments, number, at)
        self.get_segment = _bind(raw.FPDFPath_GetPathSegment, at, at, number)
        self.get_point = _bind(raw.FPDFPathSegment_GetPoint, number, at, at, at)
        self.get_segment_kind = _bind(raw.FPDFPathSegment_GetType, number, at)
        self.is_closing = _bind(raw.FPDFPathSegment_GetClose, number, at)
        self.get_text = _bind(raw.FPDFText_GetText, number, at, number, number, at)
        self.get_code = _bind(raw.FPDFText_GetUnicode, number, at, number)
        self.get_box = _bind(raw.FPDFText_GetCharBox, number, at, number, *[at] * 4)
        self.get_line_box = _bind(raw.FPDFText_GetLooseCharBox, number, at, number, at)
        self.get_text_matrix = _bind(raw.FPDFText_GetMatrix, number, at, number, at)
        self.get_weight = _bind(raw.FPDFText_GetFontWeight, number, at, number)
        self.get_font = _bind(raw.FPDFText_GetFontInfo, number, at, number, at, c_ulong, at)
        self.get_size: Callable[[int, int], float]
        self.get_size = PYFUNCTYPE(c_double, at, number)(find_address(raw.FPDFText_GetFontSize))
        self.count_pieces = _bind(raw.FPDFText_CountRects, number, at, number, number)
        self.get_piece = _bind(raw.FPDFText_GetRect, number, at, number, *[at] * 4)


@cache
def load_functions() -> Functions:
    return Functions()


def find_address(handle: "_Pointer[Structure] | CFuncPtr") -> int:
    """Return the address behind a pointer of pypdfium2's; the object that has it must live on."""
    return cast(handle, c_void_p).value or 0


def _bind(function: "CFuncPtr", *types: type) -> Callable[..., int]:
    bound: Callable[..., int] = PYFUNCTYPE(*types)(find_address(function))
    return bound
