"""Reads the files that are attached to a PDF."""

from collections.abc import Iterator
from ctypes import c_char, c_ulong, c_ushort
from functools import partial
from typing import TYPE_CHECKING

from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from indexer.parsing.protocol import clean
from indexer.parsing.regular_files import make_count_error
from indexer.parsing.shared.nested_files import Member

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

LONGEST = 500  # characters of a name
UNNAMED = "attachment {number}"  # not translated: stored in the index


def list_attachments(document: "PdfDocument", limits: Limits) -> list[Member]:
    """Return the attached files; their bytes are read when they are asked for."""
    from pypdfium2 import raw

    count = raw.FPDFDoc_GetAttachmentCount(document)
    if count > limits.entries:
        raise make_count_error("", limits)
    return list(_list_members(document, max(0, count), limits))


def _list_members(document: "PdfDocument", count: int, limits: Limits) -> Iterator[Member]:
    from pypdfium2 import raw

    for number in range(count):
        attachment = raw.FPDFDoc_GetAttachment(document, number)
        if attachment:
            name = _read_name(attachment) or UNNAMED.format(number=number + 1)
            yield Member(name, partial(_load_bytes, attachment, name, limits))


def _read_name(attachment: object) -> str:
    from pypdfium2 import raw

    size = min(raw.FPDFAttachment_GetName(attachment, None, 0), 2 * LONGEST)
    buffer = (c_ushort * (size // 2))()
    raw.FPDFAttachment_GetName(attachment, buffer, size)
    return clean(bytes(buffer).decode("utf-16-le", "replace")).rstrip("\0").strip()


def _load_bytes(attachment: object, name: str, limits: Limits) -> bytes:
    from pypdfium2 import raw

    size = c_ulong(0)
    if not raw.FPDFAttachment_GetFile(attachment, None, 0, size):
        raise ParseError("damaged", name)
    if size.value > limits.part_bytes:
        raise ParseError("too_large", name)
    buffer = (c_char * size.value)()
    raw.FPDFAttachment_GetFile(attachment, buffer, size.value, size)
    return bytes(buffer)
