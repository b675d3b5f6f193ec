"""The objects of an open page: its text, lines, pictures and forms."""

from collections.abc import Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from msgspec import Struct

from indexer.parsing.formats.pdf.contents.functions import find_address, load_functions

if TYPE_CHECKING:
    from pypdfium2 import PdfPage


class PageObjects(Struct, frozen=True):
    """The addresses of a page's objects and their kinds, in the order in which they are drawn."""

    page: "PdfPage"  # they are gone when it is closed
    addresses: Sequence[int]
    kinds: Sequence[int]


def list_form(form: int) -> tuple[list[int], list[int]]:
    """Return the addresses and kinds of the objects in a form, which is one of a page's."""
    pdfium = load_functions()
    count = range(pdfium.count_form(form))
    found = list(map(pdfium.get_form_object, repeat(form), count))
    return found, list(map(pdfium.get_kind, found))


def list_objects(page: "PdfPage") -> PageObjects:
    pdfium, address = load_functions(), find_address(page.raw)
    count = pdfium.count_objects(address)
    found = list(map(pdfium.get_object, repeat(address), range(count)))
    return PageObjects(page, found, list(map(pdfium.get_kind, found)))
