"""Has the text in pictures read by tesseract, where that is installed (OCR).

A parser starts no program: it sends each picture through a pipe to the process of
`indexer.parsing.ocr.worker`, and reads what comes back itself (`indexer.parsing.ocr.pictures`).
"""

import os
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING

from indexer.i18n import N_
from indexer.parsing.shared.frames import frame, read_frame

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS = 300  # per inch: at 150 a quarter of the words of a poor scan are lost
PIXELS = 40_000_000  # A4 at 600 dots per inch; a small file can claim thousands of millions
LARGEST_PICTURE = PIXELS + (1 << 20)  # bytes of a PNG in grey
LARGEST_WISH = 200  # bytes of the names of languages
PAGE_CPU_SECONDS = 40
PAGE_SECONDS = 120.0  # for a page, on a busy machine
ADVICE = N_("To read pictures of text, install tesseract on the machine that I run on.")
UNIT = "scanned pages"
LARGEST_TEXT = 4 << 20  # bytes of the table of words of one page
LAYOUT = "osd"  # asks how a picture is turned and what script it is in, instead of its text

# From a PNG picture and the languages to read it in, joined by "+", to tesseract's table of words;
# with `LAYOUT` for a language, to its lines about the layout. "" for nothing.
Recognizer = Callable[[bytes, str], str]


def encode_png(picture: "Image") -> bytes:
    """Return the picture in grey, as tesseract reads it best."""
    packed = BytesIO()
    picture.convert("L").save(packed, "PNG", compress_level=1)
    return packed.getvalue()


def open_recognizer(pictures: int, texts: int) -> Recognizer:
    """Return a recognizer at the other end of two pipes, which stay open while it is used."""
    outgoing, incoming = os.fdopen(pictures, "wb"), os.fdopen(texts, "rb")

    def recognize(picture: bytes, languages: str) -> str:
        try:
            outgoing.write(frame(languages.encode("ascii", "ignore")[:LARGEST_WISH]))
            outgoing.write(frame(picture))
            outgoing.flush()
        except BrokenPipeError:  # the other process has ended
            return ""
        text = read_frame(incoming, LARGEST_TEXT) or b""
        return text.decode("utf-8", "replace").replace("\f", "")

    return recognize
