"""Reads what stands on a PDF's page beside its text: values of form fields, and notes."""

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_ushort
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from indexer.parsing.formats.pdf.turned import Matrix, move_box
from indexer.parsing.protocol import clean

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

Handle = object  # a pointer of PDFium's, which has no type of its own in pypdfium2

MOST = 3_000  # of one page that are looked at
LONGEST = 20_000  # characters of one value or note
OPTIONS = 200  # of a list that are looked at
CHECKED, UNCHECKED = "[x]", "[ ]"
NOTE = "Note: "  # not translated: stored in the index


class Annotation(Struct, frozen=True):
    """A value or note, and its box in points from the page's lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    is_note: bool = False  # no part of the page's own lines
    label: str = ""  # of a form field, where it has one for those who cannot see the page

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2


def list_annotations(page: "PdfPage", matrix: Matrix) -> list[Annotation]:
    """Return the filled fields and the notes of a page, in the file's order.

    The matrix moves them to where readers of the page see them.
    """
    from pypdfium2 import raw

    count = min(raw.FPDFPage_GetAnnotCount(page), MOST)
    found = [read for index in range(count) for read in _read_at(page, index)]
    return [_move(each, matrix) for each in found if each.text]


def _move(annotation: Annotation, matrix: Matrix) -> Annotation:
    box = (annotation.left, annotation.bottom, annotation.right, annotation.top)
    left, bottom, right, top = move_box(box, matrix)
    return replace(annotation, left=left, bottom=bottom, right=right, top=top)


def _read_at(page: "PdfPage", index: int) -> Iterator[Annotation]:
    with _open_annotation(page, index) as annotation:
        if annotation and not _is_hidden(annotation):
            yield from _read(page, annotation)


@contextmanager
def _open_annotation(page: "PdfPage", index: int) -> Iterator[Handle]:
    from pypdfium2 import raw

    annotation = raw.FPDFPage_GetAnnot(page, index)
    try:
        yield annotation
    finally:
        if annotation:
            raw.FPDFPage_CloseAnnot(annotation)


def _is_hidden(annotation: Handle) -> bool:
    from pypdfium2 import raw

    hidden = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
    return bool(raw.FPDFAnnot_GetFlags(annotation) & hidden)


def _read(page: "PdfPage", annotation: Handle) -> Iterator[Annotation]:
    from pypdfium2 import raw

    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if kind == raw.FPDF_ANNOT_WIDGET:
        if page.formenv:
            text = _read_field(page.formenv, annotation)
            label = _get_text(raw.FPDFAnnot_GetFormFieldAlternateName, page.formenv, annotation)
            yield _place(annotation, text, label=label)
    elif kind not in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP):
        text = _get_text(raw.FPDFAnnot_GetStringValue, annotation, b"Contents")
        free = kind == raw.FPDF_ANNOT_FREETEXT  # is text on the page, like any other
        yield _place(annotation, text if free or not text else NOTE + text, is_note=not free)


def _place(annotation: Handle, text: str, label: str = "", *, is_note: bool = False) -> Annotation:
    from pypdfium2 import raw

    box = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(annotation, box)
    low, high = min(box.bottom, box.top), max(box.bottom, box.top)
    line = " ".join(text.split())
    return Annotation(line, box.left, low, box.right, high, is_note, " ".join(label.split()))


def _read_field(form: Handle, field: Handle) -> str:
    from pypdfium2 import raw

    kind = raw.FPDFAnnot_GetFormFieldType(form, field)
    if kind in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON):
        return CHECKED if _is_checked(form, field) else UNCHECKED
    if kind in (raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX):
        chosen = ", ".join(_list_chosen(form, field))
        return chosen or _get_text(raw.FPDFAnnot_GetFormFieldValue, form, field)
    if kind == raw.FPDF_FORMFIELD_TEXTFIELD:
        return _get_text(raw.FPDFAnnot_GetFormFieldValue, form, field)
    return ""


def _is_checked(form: Handle, field: Handle) -> bool:
    """Return whether a box is checked, also where no picture shows it, as LibreOffice has it."""
    from pypdfium2 import raw

    shown = _get_text(raw.FPDFAnnot_GetStringValue, field, b"AS")
    return bool(raw.FPDFAnnot_IsChecked(form, field)) or shown not in ("", "Off")


def _list_chosen(form: Handle, field: Handle) -> Iterator[str]:
    from pypdfium2 import raw

    for index in range(min(raw.FPDFAnnot_GetOptionCount(form, field), OPTIONS)):
        if raw.FPDFAnnot_IsOptionSelected(form, field, index):
            yield _get_text(raw.FPDFAnnot_GetOptionLabel, form, field, index)


def _get_text(read: "object", *arguments: object) -> str:
    """Return a text that PDFium writes as UTF-16 into a buffer, whose size it tells first."""
    assert callable(read)  # noqa: S101 - a function of PDFium's
    size = min(int(read(*arguments, None, 0)), 2 * LONGEST)
    if size <= 2:
        return ""
    buffer = (c_ushort * (size // 2))()
    if int(read(*arguments, buffer, size)) > size:  # longer than any field's: left out
        return ""
    return clean(bytes(buffer).decode("utf-16-le", "replace")).rstrip("\0").strip()


def open_forms(document: "PdfDocument") -> bool:
    """Make the fields of a form readable; return whether it is one that only Adobe shows (XFA)."""
    from pypdfium2 import raw

    kind = document.get_formtype()
    if kind in (raw.FORMTYPE_ACRO_FORM, raw.FORMTYPE_XFA_FOREGROUND):
        document.init_forms()
    return bool(kind == raw.FORMTYPE_XFA_FULL)
