"""Parses pictures of text, with tesseract."""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from indexer.documents import Parsed, ParserProgress
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared import ocr
from indexer.parsing.shared.sections import TextBlock, assemble

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp")
NO_TESSERACT = N_(": it is a picture. To read it, install tesseract on the machine that I run on")
FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "GIF", "WEBP")


def parse(source: SourceFile) -> Iterator[Parsed]:
    picture = _open_picture(source)
    if source.recognizer is None:
        raise ParseError("no_text", source.name, NO_TESSERACT)
    pages = min(getattr(picture, "n_frames", 1), source.limits.ocr_pages)
    texts = []
    for number in range(pages):
        yield ParserProgress(number, pages, ocr.UNIT)
        picture.seek(number)
        texts.append(TextBlock(source.recognizer(ocr.encode_png(picture))))
    yield from assemble(texts, source.name)


def _open_picture(source: SourceFile) -> "Image":
    """Open the picture, its pixels still packed; refuse a bomb by the size that it claims."""
    from PIL import Image

    try:
        picture = Image.open(BytesIO(source.data), formats=FORMATS)
    except Image.DecompressionBombError:
        raise _make_size_error(source) from None
    if picture.width * picture.height > ocr.PIXELS:
        raise _make_size_error(source)
    return picture


def _make_size_error(source: SourceFile) -> ParseError:
    because = N_(": it has over {count} megapixels", count=ocr.PIXELS // 1_000_000)
    return ParseError("too_large", source.name, because)
